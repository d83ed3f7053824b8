/** Generators that contain themselves. From a certain depth on every choice is the simplest one, so the first alternative must end. */
import { Gen } from './gen.ts';
import { labelOf } from './labels.ts';
import type { Tape } from './tape.ts';

const DEPTH_MAX = 5;

/** Stands for a generator that is still being made. */
export class KnotGen<T> extends Gen<T> {
  readonly #label: number;
  readonly #depthMax: number;
  #tied: Gen<T> | undefined;
  /** How many of this one lie around the draw that is being made; a generator draws for one tape at a time. */
  #depth = 0;

  constructor(name: string, depthMax = DEPTH_MAX) {
    super();
    this.#label = labelOf(`recursive ${name}`);
    this.#depthMax = depthMax;
  }

  tie(to: Gen<T>): Gen<T> {
    this.#tied = to;
    return this;
  }

  draw(tape: Tape): T {
    if (this.#tied === undefined) throw new TypeError('a recursive generator was used before it was complete');
    const isDeep = this.#depth >= this.#depthMax;
    this.#depth += 1;
    if (isDeep) tape.calming += 1;
    tape.open(this.#label);
    try {
      return this.#tied.draw(tape);
    } finally {
      tape.close();
      if (isDeep) tape.calming -= 1;
      this.#depth -= 1;
    }
  }
}

export interface RecursiveOptions {
  /** How deep it may lie in itself; 5 unless given. */
  readonly depthMax?: number;
}

export function recursive<T>(make: (self: Gen<T>) => Gen<T>, options: RecursiveOptions = {}): Gen<T> {
  const knot = new KnotGen<T>('self', options.depthMax);
  return knot.tie(make(knot));
}

/** Several generators that contain each other. */
export function letrec<S extends Readonly<Record<string, unknown>>>(
  make: (tie: <K extends keyof S & string>(name: K) => Gen<S[K]>) => { readonly [K in keyof S]: Gen<S[K]> },
  options: RecursiveOptions = {},
): { readonly [K in keyof S]: Gen<S[K]> } {
  const knots = new Map<string, KnotGen<unknown>>();
  const knotOf = (name: string): KnotGen<unknown> => {
    const known = knots.get(name) ?? new KnotGen<unknown>(name, options.depthMax);
    knots.set(name, known);
    return known;
  };
  // A knot draws what is tied to its name below, whose type the shape gives.
  const made = make((name) => knotOf(name) as unknown as Gen<never>);
  const tied = Object.entries<Gen<unknown>>(made).map(([name, generator]) => [name, knotOf(name).tie(generator)]);
  for (const name of knots.keys()) {
    if (!Object.hasOwn(made, name))
      throw new TypeError(`g.letrec: nothing is called ${JSON.stringify(name)}; there are: ${Object.keys(made).join(', ')}`);
  }
  // The same names with the same types, each tied to its generator.
  return Object.fromEntries(tied) as { readonly [K in keyof S]: Gen<S[K]> };
}
