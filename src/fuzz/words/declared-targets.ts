/** The targets that a module declares, as the search needs them: with a form of input, and every option either there or decided. */
import { FozzyError } from '../../base/problem.ts';
import { bytesForm } from '../input/bytes-form.ts';
import { type ChoiceInput, choicesForm } from '../input/choices-form.ts';
import type { InputForm } from '../input/form.ts';
import { Gen } from '../input/gen.ts';
import { TupleGen } from '../input/gen-collection.ts';
import { BytesGen, StringGen } from '../input/gen-scalar.ts';
import { stringForm, wellFormedForm } from '../input/string-form.ts';
import { consumed } from '../target/consume-results.ts';
import { isStandardSchema, schemaGen, type StandardSchema } from '../schema/standard-schema.ts';
import { Arguments, type FuzzInput, type FuzzTarget, isFuzzTarget } from './fuzz-target.ts';

export type DeclaredForm =
  | { readonly name: 'bytes'; readonly form: InputForm<Uint8Array> }
  | { readonly name: 'string'; readonly form: InputForm<string> }
  | { readonly name: 'choices'; readonly form: InputForm<ChoiceInput>; readonly generator: Gen<readonly unknown[]> };

export interface DeclaredTarget {
  readonly name: string;
  readonly input: DeclaredForm;
  readonly call: (...args: readonly unknown[]) => unknown;
  readonly isExpected: (error: unknown) => boolean;
  readonly property: ((result: unknown, ...args: readonly unknown[]) => unknown) | undefined;
  readonly against: ((...args: readonly unknown[]) => unknown) | undefined;
  readonly inverse: ((result: unknown) => unknown) | undefined;
  readonly isLossless: boolean;
  readonly isIdempotent: boolean;
  readonly isSplit: boolean;
  /** Corpus files to begin with. */
  readonly seeds: readonly Uint8Array[];
  /** Arguments that have no corpus file; to be called first. */
  readonly examples: readonly (readonly unknown[])[];
  readonly dictionary: readonly (string | number)[];
  readonly maxSize: number | undefined;
}

/** All targets among the exports of a module, also inside lists; `told` names the file in messages. */
export function declaredTargets(exports: object, told: string): readonly DeclaredTarget[] {
  const found: FuzzTarget[] = [];
  // One that is exported twice, by name and as default, is still one.
  for (const value of new Set<unknown>(Object.values(exports).flat())) if (isFuzzTarget(value)) found.push(value);
  if (found.length === 0) {
    throw new FozzyError('fuzz_target_invalid', `${told} exports no fuzz target`, {
      hint: "export what fuzz.target(…) returns, for example export const parse = fuzz.target('parse', { input: 'string', run: parse })",
    });
  }
  const names = found.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new FozzyError('fuzz_target_invalid', `${told} declares two targets called '${twice}'`, {
      hint: 'give each target a name of its own',
    });
  }
  return found.map((each) => declared(each, told));
}

function declared({ name, options }: FuzzTarget, told: string): DeclaredTarget {
  const input = formOf(options.input, `${told}#${name}`);
  const { seeds = [] } = options;
  const args = seeds.map((seed) => (Array.isArray(seed) && options.input instanceof Arguments ? seed : [seed]));
  return {
    name,
    input,
    call: consumed(options.run),
    isExpected: expectedOf(options.expected),
    property: options.property,
    against: options.against,
    inverse: options.inverse,
    isLossless: options.lossless ?? false,
    isIdempotent: options.idempotent ?? false,
    isSplit: options.split ?? false,
    seeds: input.name === 'choices' ? [] : args.map(([first]) => seedBytes(first)),
    examples: input.name === 'choices' ? args : [],
    dictionary: options.dictionary ?? [],
    maxSize: options.maxSize,
  };
}

function formOf(input: FuzzInput, told: string): DeclaredForm {
  if (input === 'bytes' || (input instanceof BytesGen && input.isPlain)) return { name: 'bytes', form: bytesForm };
  if (input === 'string') return { name: 'string', form: stringForm };
  if (input instanceof StringGen && input.isPlain) return { name: 'string', form: wellFormedForm };
  const generator = generatorOf(input, told);
  return { name: 'choices', form: choicesForm(generator), generator };
}

function generatorOf(input: FuzzInput, told: string): Gen<readonly unknown[]> {
  if (input instanceof Arguments) return input.generator;
  if (input instanceof Gen) return new TupleGen([input]);
  if (isStandardSchema(input)) return new TupleGen([readSchema(input, told)]);
  throw new FozzyError('fuzz_target_invalid', `${told}: its input is neither a generator nor a schema`, {
    hint: "write input: g.string(), a schema, fuzz.input(g.…, g.…) for several arguments, or 'bytes' or 'string'",
  });
}

/** Not every library can tell what its schemas take in. */
function readSchema(schema: StandardSchema, told: string): Gen<unknown> {
  try {
    return schemaGen(schema);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FozzyError('fuzz_target_invalid', `${told}: ${error.message}`, {
      hint: "write input: g.jsonSchema(…), with valibot of what toJsonSchema of '@valibot/to-json-schema' gives, or input: g.record({ … })",
    });
  }
}

function expectedOf(expected: FuzzTarget['options']['expected']): (error: unknown) => boolean {
  if (expected === undefined) return () => false;
  return typeof expected === 'function' ? expected : (error) => expected.some((each) => error instanceof each);
}

function seedBytes(seed: unknown): Uint8Array {
  if (typeof seed === 'string') return stringForm.encode(seed);
  return seed instanceof Uint8Array ? Uint8Array.from(seed) : stringForm.encode(String(seed));
}
