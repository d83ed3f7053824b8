/** What makes values of one type out of draws. Generators hold no state: the same draws always make the same value. */
import { labelOf } from './labels.ts';
import { Rejected, type Tape } from './tape.ts';

/** A filter that fails this often in a row gives the input up. */
const FILTER_TRIES = 50;

export abstract class Gen<T> {
  /** For generators only: makes one value out of what the tape gives. */
  abstract draw(tape: Tape): T;

  /** The same draws, seen as something else. */
  map<U>(make: (value: T) => U): Gen<U> {
    return new Mapped(this, make);
  }

  /** Only values that pass. Tries again a few times, so the condition should hold more often than not. */
  filter<U extends T>(isWanted: (value: T) => value is U): Gen<U>;
  filter(isWanted: (value: T) => boolean): Gen<T>;
  filter(isWanted: (value: T) => boolean): Gen<T> {
    return new Filtered(this, isWanted);
  }

  /** A generator that depends on a value drawn before. */
  chain<U>(next: (value: T) => Gen<U>): Gen<U> {
    return new Chained(this, next);
  }
}

export type Generated<G> = G extends Gen<infer T> ? T : never;

class Mapped<T, U> extends Gen<U> {
  readonly #from: Gen<T>;
  readonly #make: (value: T) => U;

  constructor(from: Gen<T>, make: (value: T) => U) {
    super();
    this.#from = from;
    this.#make = make;
  }

  draw(tape: Tape): U {
    return this.#make(this.#from.draw(tape));
  }
}

class Filtered<T> extends Gen<T> {
  readonly #from: Gen<T>;
  readonly #isWanted: (value: T) => boolean;

  constructor(from: Gen<T>, isWanted: (value: T) => boolean) {
    super();
    this.#from = from;
    this.#isWanted = isWanted;
  }

  draw(tape: Tape): T {
    const { length, spanCount } = tape;
    for (let tries = 0; tries < FILTER_TRIES; tries += 1) {
      const value = this.#from.draw(tape);
      if (this.#isWanted(value)) return value;
      tape.rewind(length, spanCount);
    }
    throw new Rejected('filter() hardly ever lets a value through');
  }
}

const CHAIN = labelOf('chain');

class Chained<T, U> extends Gen<U> {
  readonly #from: Gen<T>;
  readonly #next: (value: T) => Gen<U>;

  constructor(from: Gen<T>, next: (value: T) => Gen<U>) {
    super();
    this.#from = from;
    this.#next = next;
  }

  draw(tape: Tape): U {
    const next = this.#next(this.#from.draw(tape));
    tape.open(CHAIN);
    const value = next.draw(tape);
    tape.close();
    return value;
  }
}

/** A generator written as a function: draws whatever it likes, in any order. */
export class Built<T> extends Gen<T> {
  readonly #build: (draw: <U>(from: Gen<U>) => U) => T;

  constructor(build: (draw: <U>(from: Gen<U>) => U) => T) {
    super();
    this.#build = build;
  }

  draw(tape: Tape): T {
    return this.#build((from) => from.draw(tape));
  }
}
