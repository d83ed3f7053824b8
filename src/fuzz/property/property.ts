/** `property(g.…, fn)`: a test body that tries a function on many generated inputs. Made for vitest and node:test alike. */
import { parseU64, type U64 } from '../../base/u64.ts';
import type { Gen } from '../input/gen.ts';
import { TupleGen } from '../input/gen-collection.ts';
import { PropertyCheck } from './check-property.ts';
import { perform } from './maybe-async.ts';

export interface PropertyOptions<A extends readonly unknown[] = readonly unknown[]> {
  /** Inputs to try; 100 unless given. */
  readonly runs?: number;
  /** The same seed tries the same inputs; 0 unless given here or as FOZZY_SEED, so that a test does the same every time. */
  readonly seed?: number | bigint | string;
  /** Arguments to try first, every time. */
  readonly examples?: readonly A[];
  /** Only the input of this token, which a failure prints. */
  readonly replay?: string;
  /** Real time to spend on making a failing input smaller, at most; 4000 unless given. */
  readonly shrinkMs?: number;
}

type Body<A extends readonly unknown[], R> = (...args: A) => R;
/** Without parameters, because test runners look at their number. Asynchronous exactly if the body is. */
export type PropertyTest<R> = () => R extends PromiseLike<unknown> ? Promise<void> : void;

const RUNS = 100;
const SHRINK_MS = 4000;

export function property<A, R>(a: Gen<A>, body: Body<[A], R>, options?: PropertyOptions<[A]>): PropertyTest<R>;
export function property<A, B, R>(a: Gen<A>, b: Gen<B>, body: Body<[A, B], R>, options?: PropertyOptions<[A, B]>): PropertyTest<R>;
export function property<A, B, C, R>(
  a: Gen<A>,
  b: Gen<B>,
  c: Gen<C>,
  body: Body<[A, B, C], R>,
  options?: PropertyOptions<[A, B, C]>,
): PropertyTest<R>;
export function property<A, B, C, D, R>(
  a: Gen<A>,
  b: Gen<B>,
  c: Gen<C>,
  d: Gen<D>,
  body: Body<[A, B, C, D], R>,
  options?: PropertyOptions<[A, B, C, D]>,
): PropertyTest<R>;
export function property<A, B, C, D, E, R>(
  a: Gen<A>,
  b: Gen<B>,
  c: Gen<C>,
  d: Gen<D>,
  e: Gen<E>,
  body: Body<[A, B, C, D, E], R>,
  options?: PropertyOptions<[A, B, C, D, E]>,
): PropertyTest<R>;
export function property(...words: readonly unknown[]): () => unknown {
  const at = words.findIndex((word) => typeof word === 'function');
  const body = words[at];
  if (typeof body !== 'function' || at < 1)
    throw new TypeError('property(generator, …, body, options?): generators first, then a function');
  // The overloads give generators in front of the body and options behind it; a word that is neither fails when it is first used.
  const generators = words.slice(0, at) as readonly Gen<unknown>[];
  const options = (words[at + 1] ?? {}) as PropertyOptions; // See above.
  const odd = generators.findIndex((generator) => typeof generator?.draw !== 'function');
  if (odd >= 0) throw new TypeError(`property: argument ${odd + 1} is no generator; write g.constant(value) for a fixed value`);
  return () => {
    const started = performance.now();
    let shrinkUntil: number | undefined;
    const check = new PropertyCheck({
      generator: new TupleGen(generators),
      // Called with as many values as there are generators, each of the type the overload asks for.
      body: body as (...args: readonly unknown[]) => unknown,
      runs: options.runs ?? RUNS,
      seed: seedOf(options.seed ?? process.env['FOZZY_SEED'] ?? 0),
      examples: options.examples ?? [],
      replay: options.replay,
      isTimeUp: () => performance.now() > (shrinkUntil ??= Math.max(started, performance.now()) + (options.shrinkMs ?? SHRINK_MS)),
    });
    return perform(check.work());
  };
}

function seedOf(given: number | bigint | string): U64 {
  const seed = parseU64(String(given));
  if (seed === undefined) throw new RangeError(`property: invalid seed '${String(given)}': a seed is an integer from 0 to 2^64 - 1`);
  return seed;
}
