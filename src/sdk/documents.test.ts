/** What the compiler knows about the answers of the SDK. `npm run check` is what runs these laws; here they only have to stand. */
import { expect, expectTypeOf, test } from 'vitest';
import type { Json, JsonObject } from '../base/json.ts';
import { describeFozzy } from '../commands/describe.ts';
import { CommandMethods } from './generated/commands.ts';
import type { Documents } from './documents.ts';

type IsAny<T> = 0 extends 1 & T ? true : false;
type IsLoose<T> = IsAny<T> extends true ? true : unknown extends T ? true : false;
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only functions over a type that nobody knows are compared exactly
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Data of the user: any JSON may stand there, and that is what its type says. */
type IsJson<T> = Same<T, Json> extends true ? true : Same<T, JsonObject> extends true ? true : false;

/** Where a type holds something about which nothing is known. */
type LoosePlaces<T, Place extends string = '', Depth extends readonly 0[] = []> =
  IsLoose<T> extends true
    ? Place
    : IsJson<T> extends true
      ? never
      : Depth['length'] extends 9
        ? never
        : T extends readonly (infer Item)[]
          ? LoosePlaces<Item, `${Place}[]`, [...Depth, 0]>
          : T extends object
            ? { [K in keyof T & string]: LoosePlaces<T[K], `${Place}.${K}`, [...Depth, 0]> }[keyof T & string]
            : never;

test('no answer of any command holds something that is unknown', () => {
  expectTypeOf<LoosePlaces<Documents>>().toBeNever();
});

test('a place that is unknown, or anything, would be named', () => {
  interface Loose {
    readonly list: readonly { readonly inner?: unknown }[];
    readonly sure: string;
    readonly json: JsonObject;
  }
  expectTypeOf<LoosePlaces<Loose>>().toEqualTypeOf<'.list[].inner'>();
  // oxlint-disable-next-line typescript/no-explicit-any -- this is what is looked for
  expectTypeOf<LoosePlaces<{ readonly a: any }>>().toEqualTypeOf<'.a'>();
});

test('every method has an answer of its own', () => {
  type Methods = Exclude<keyof CommandMethods, 'call'>;
  expectTypeOf<Exclude<Methods, keyof Documents>>().toBeNever();
  expectTypeOf<Exclude<keyof Documents, Methods>>().toBeNever();
  const name = (words: readonly string[]): string =>
    words.join('-').replace(/-([a-z])/gu, (_match, letter: string) => letter.toUpperCase());
  const methods = Object.getOwnPropertyNames(CommandMethods.prototype).filter((method) => method !== 'constructor');
  expect(methods.toSorted()).toEqual(
    describeFozzy()
      .commands.map(({ words }) => name(words))
      .toSorted(),
  );
});
