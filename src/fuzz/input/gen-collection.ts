/** Generators of values that hold others. Each element is a span that begins with whether there is one, so that it can go as a whole. */
import { Gen, type Generated } from './gen.ts';
import { LENGTH_MAX, lengths, type LengthOptions } from './gen-scalar.ts';
import { labelOf } from './labels.ts';
import { Rejected, type Tape } from './tape.ts';

const LIST = labelOf('list');
const ELEMENT = labelOf('element');
const ONE_OF = labelOf('one of');
const FIELD = labelOf('field');

/** Equal elements in a row after which a list of different ones is left as it is. */
const EQUAL_MAX = 20;

/** The elements one after the other; `keyOf` makes them differ. */
function drawList<T>(tape: Tape, item: Gen<T>, low: number, high: number, keyOf?: (value: T) => unknown): T[] {
  const list: T[] = [];
  const keys = keyOf === undefined ? undefined : new Set<unknown>();
  const appetite = tape.appetite();
  let equal = 0;
  tape.open(LIST);
  while (list.length < high && equal < EQUAL_MAX) {
    const { length, spanCount } = tape;
    tape.open(ELEMENT);
    if (list.length >= low && !tape.boolean(appetite)) {
      tape.close();
      break;
    }
    const value = item.draw(tape);
    tape.close();
    if (keys !== undefined && keyOf !== undefined) {
      const { size } = keys;
      if (keys.add(keyOf(value)).size === size) {
        tape.rewind(length, spanCount);
        if (list.length < low) tape.insist();
        equal += 1;
        continue;
      }
      equal = 0;
    }
    list.push(value);
  }
  tape.close();
  if (list.length < low) throw new Rejected(`hardly any different elements, and at least ${low} are asked for`);
  return list;
}

export interface ArrayOptions<T> extends LengthOptions {
  /** Elements differ: by themselves, or by what this makes of them. */
  readonly unique?: boolean | ((value: T) => unknown);
}

export class ArrayGen<T> extends Gen<T[]> {
  readonly #item: Gen<T>;
  readonly #low: number;
  readonly #high: number;
  readonly #keyOf: ((value: T) => unknown) | undefined;

  constructor(item: Gen<T>, options: ArrayOptions<T>) {
    super();
    this.#item = item;
    [this.#low, this.#high] = lengths('g.array', options);
    const { unique } = options;
    this.#keyOf = typeof unique === 'function' ? unique : unique === true ? (value) => value : undefined;
  }

  draw(tape: Tape): T[] {
    return drawList(tape, this.#item, this.#low, this.#high, this.#keyOf);
  }
}

export class TupleGen<G extends readonly Gen<unknown>[]> extends Gen<{ -readonly [K in keyof G]: Generated<G[K]> }> {
  readonly #items: G;

  constructor(items: G) {
    super();
    this.#items = items;
  }

  draw(tape: Tape): { -readonly [K in keyof G]: Generated<G[K]> } {
    const values: unknown[] = [];
    for (const item of this.#items) {
      tape.open(FIELD);
      values.push(item.draw(tape));
      tape.close();
    }
    // One value per item, in order: what the mapped type says.
    return values as { -readonly [K in keyof G]: Generated<G[K]> };
  }
}

export class OneOfGen<T> extends Gen<T> {
  readonly #options: readonly Gen<T>[];

  constructor(options: readonly Gen<T>[]) {
    super();
    if (options.length === 0) throw new RangeError('g.oneOf needs at least one generator');
    this.#options = options;
  }

  draw(tape: Tape): T {
    tape.open(ONE_OF);
    // An index is always below the count it was asked for.
    const value = (this.#options[tape.index(this.#options.length)] as Gen<T>).draw(tape);
    tape.close();
    return value;
  }
}

export class PickGen<T> extends Gen<T> {
  readonly #values: readonly T[];

  constructor(values: readonly T[]) {
    super();
    if (values.length === 0) throw new RangeError('g.pick needs at least one value');
    this.#values = values;
  }

  draw(tape: Tape): T {
    // An index is always below the count it was asked for.
    return this.#values[tape.index(this.#values.length)] as T;
  }
}

/** In a record, the key is missing where this draws nothing. */
export class OptionalGen<T> extends Gen<T | undefined> {
  readonly from: Gen<T>;

  constructor(from: Gen<T>) {
    super();
    this.from = from;
  }

  isPresent(tape: Tape): boolean {
    return tape.boolean();
  }

  drawPresent(tape: Tape): T {
    return this.from.draw(tape);
  }

  draw(tape: Tape): T | undefined {
    return this.isPresent(tape) ? this.drawPresent(tape) : undefined;
  }
}

export type RecordShape = Readonly<Record<string, Gen<unknown>>>;

type OptionalKeys<S extends RecordShape> = { [K in keyof S]: S[K] extends OptionalGen<unknown> ? K : never }[keyof S];

export type RecordOf<S extends RecordShape> = { -readonly [K in Exclude<keyof S, OptionalKeys<S>>]: Generated<S[K]> } & {
  -readonly [K in OptionalKeys<S>]?: S[K] extends OptionalGen<infer T> ? T : never;
};

/** Also for `__proto__`, which written plainly would set the prototype. */
export function putOwn<T>(target: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}

export class RecordGen<S extends RecordShape> extends Gen<RecordOf<S>> {
  readonly #fields: readonly (readonly [string, Gen<unknown>])[];

  constructor(shape: S) {
    super();
    this.#fields = Object.entries(shape);
  }

  draw(tape: Tape): RecordOf<S> {
    const record: Record<string, unknown> = {};
    for (const [key, field] of this.#fields) {
      tape.open(FIELD);
      if (!(field instanceof OptionalGen)) putOwn(record, key, field.draw(tape));
      else if (field.isPresent(tape)) putOwn(record, key, field.drawPresent(tape));
      tape.close();
    }
    // Every field of the shape was drawn with its own generator.
    return record as RecordOf<S>;
  }
}

export interface DictOptions {
  readonly key?: Gen<string>;
  readonly minKeys?: number;
  readonly maxKeys?: number;
}

export class EntriesGen<K, V> extends Gen<readonly (readonly [K, V])[]> {
  readonly #entry: Gen<readonly [K, V]>;
  readonly #low: number;
  readonly #high: number;

  constructor(key: Gen<K>, value: Gen<V>, low = 0, high = LENGTH_MAX) {
    super();
    this.#entry = new TupleGen([key, value] as const);
    this.#low = low;
    this.#high = high;
  }

  draw(tape: Tape): readonly (readonly [K, V])[] {
    return drawList(tape, this.#entry, this.#low, this.#high, ([key]) => key);
  }
}

/** Some of a list, in its order. */
export class SubarrayGen<T> extends Gen<T[]> {
  readonly #from: readonly T[];

  constructor(from: readonly T[]) {
    super();
    this.#from = from;
  }

  draw(tape: Tape): T[] {
    return this.#from.filter(() => tape.boolean());
  }
}

/** All of a list, in any order; the simplest is the given one. */
export class ShuffleGen<T> extends Gen<T[]> {
  readonly #from: readonly T[];

  constructor(from: readonly T[]) {
    super();
    this.#from = from;
  }

  draw(tape: Tape): T[] {
    const rest = [...this.#from];
    const shuffled: T[] = [];
    while (rest.length > 1) shuffled.push(...rest.splice(tape.index(rest.length), 1));
    return [...shuffled, ...rest];
  }
}
