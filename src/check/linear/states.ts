/** Gives every distinct state of a model a small number, so that the search compares and remembers numbers. */
import type { Model } from '../model.ts';
import { valueText } from '../value-text.ts';

export class States<State> {
  readonly #model: Model<State>;
  readonly #states: State[] = [];
  /** By themselves, where a state is a plain value. */
  readonly #plain = new Map<unknown, number>();
  /** By what they consist of, or by the model's hash; the first of each, and the others, for which there is seldom need. */
  readonly #composed = new Map<string | number, number>();
  readonly #clashes = new Map<string | number, readonly number[]>();

  constructor(model: Model<State>) {
    this.#model = model;
  }

  numberOf(state: State): number {
    if (this.#model.hash !== undefined) return this.#numberByHash(this.#model.hash(state), state);
    if (typeof state === 'object' && state !== null) return this.#numberByHash(valueText(state), state);
    const known = this.#plain.get(state);
    if (known !== undefined) return known;
    const number = this.#add(state);
    this.#plain.set(state, number);
    return number;
  }

  get(number: number): State {
    // Reason for the cast: undefined is a state like any other, and numbers come from numberOf only.
    return this.#states[number] as State;
  }

  #numberByHash(hash: string | number, state: State): number {
    const first = this.#composed.get(hash);
    if (first === undefined) {
      const number = this.#add(state);
      this.#composed.set(hash, number);
      return number;
    }
    if (this.#isEqual(first, state)) return first;
    const others = this.#clashes.get(hash) ?? [];
    for (const number of others) if (this.#isEqual(number, state)) return number;
    const number = this.#add(state);
    this.#clashes.set(hash, [...others, number]);
    return number;
  }

  #isEqual(number: number, state: State): boolean {
    return this.#model.equal?.(this.get(number), state) ?? true;
  }

  #add(state: State): number {
    this.#states.push(state);
    return this.#states.length - 1;
  }
}
