/**
 * `fuzz.target(name, { … })`: what a `*.fuzz.ts` file declares and exports. Nothing runs here; whoever fuzzes reads the declaration with
 * `declaredTargets`.
 */
import { Gen, type Generated } from '../input/gen.ts';
import { TupleGen } from '../input/gen-collection.ts';
import type { SchemaInput, StandardSchema } from '../schema/standard-schema.ts';

/** Several arguments, made with `fuzz.input`. */
export class Arguments<A extends readonly unknown[]> {
  readonly generator: Gen<A>;

  constructor(generator: Gen<A>) {
    this.generator = generator;
  }
}

/** What a target takes: a generator, a schema, several arguments, or the name of a plain form. */
export type FuzzInput = Gen<unknown> | StandardSchema | Arguments<readonly unknown[]> | 'bytes' | 'string';

/** The arguments that inputs of this kind become. */
export type ArgumentsOf<I> =
  I extends Arguments<infer A>
    ? A
    : I extends Gen<infer T>
      ? [T]
      : I extends 'bytes'
        ? [Buffer]
        : I extends 'string'
          ? [string]
          : I extends StandardSchema
            ? [SchemaInput<I>]
            : never;

// A class of errors may have any constructor; only `instanceof` is asked of it.
type ErrorClass = abstract new (...args: never[]) => unknown;

export interface TargetOptions<I extends FuzzInput, R> {
  /** What to make inputs from. */
  readonly input: I;
  /** Called with every input. */
  readonly run: (...args: ArgumentsOf<I>) => R;
  /** Errors that are part of the contract: they never stop the search and never count. Classes, or a function that knows them. */
  readonly expected?: readonly ErrorClass[] | ((error: unknown) => boolean);
  /** Must hold for the result of every input: returning false, or throwing, is a finding. */
  readonly property?: (result: Awaited<R>, ...args: ArgumentsOf<I>) => unknown;
  /** Must give the same result for every input, or throw whenever `run` throws. */
  readonly against?: (...args: ArgumentsOf<I>) => unknown;
  /** Turns a result back into an input: `run` of it must give the same result again. */
  readonly inverse?: (result: Awaited<R>) => unknown;
  /** `inverse` must give the very input back. For what reads a text in which blanks mean nothing, for instance, it does not. */
  readonly lossless?: boolean;
  /** `run` of its own result must give that result. */
  readonly idempotent?: boolean;
  /** `run` of a stream of texts must not care where they are cut. For streams of bytes this holds anyway. */
  readonly split?: boolean;
  /** Arguments to begin with. Texts and bytes are varied further; structured ones are tried first, as they are. */
  readonly seeds?: readonly (ArgumentsOf<I> extends readonly [infer Only] ? Only | ArgumentsOf<I> : ArgumentsOf<I>)[];
  /** Words and numbers that matter to the target. */
  readonly dictionary?: readonly (string | number)[];
  /** Longest input: bytes, characters, or draws and what is in them; what the command line says unless given. */
  readonly maxSize?: number;
}

const MARK = Symbol.for('fozzy.fuzz.target');

export interface FuzzTarget<I extends FuzzInput = FuzzInput, R = unknown> {
  readonly name: string;
  readonly options: TargetOptions<I, R>;
}

function target<const I extends FuzzInput, R>(name: string, options: TargetOptions<I, R>): FuzzTarget<I, R> {
  if (typeof name !== 'string' || name === '' || name.includes('#')) {
    throw new TypeError("fuzz.target(name, { input, run }): the name must be a text that is not empty and has no '#' in it");
  }
  if (typeof options?.run !== 'function')
    throw new TypeError(`fuzz.target('${name}', { input, run }): run must be a function of the input`);
  if (options.lossless === true && options.inverse === undefined)
    throw new TypeError(`fuzz.target('${name}', { lossless: true }): what gives the input back is its inverse, which is missing`);
  return Object.defineProperty({ name, options }, MARK, { value: true });
}

/** Several arguments for `run`, each from its own generator. */
function input<G extends readonly Gen<unknown>[]>(...generators: G): Arguments<{ -readonly [K in keyof G]: Generated<G[K]> }> {
  const odd = generators.findIndex((each) => !(each instanceof Gen));
  if (odd >= 0) throw new TypeError(`fuzz.input: argument ${odd + 1} is no generator`);
  return new Arguments(new TupleGen(generators));
}

export const fuzz = { target, input };

/** Also true for one made by another copy of this module. */
export function isFuzzTarget(value: unknown): value is FuzzTarget {
  return typeof value === 'object' && value !== null && Reflect.get(value, MARK) === true;
}
