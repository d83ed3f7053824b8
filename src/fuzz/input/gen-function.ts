/** Generators of functions. What a function will answer is drawn beforehand, so that it answers the same again; most need one answer only. */
import { functionOf } from './functions.ts';
import { Gen } from './gen.ts';
import { ArrayGen } from './gen-collection.ts';
import type { Tape } from './tape.ts';

const ANSWERS_MAX = 8;

export class FunctionGen<T> extends Gen<() => T> {
  readonly #answers: Gen<readonly T[]>;

  constructor(answer: Gen<T>) {
    super();
    this.#answers = new ArrayGen(answer, { minLength: 1, maxLength: ANSWERS_MAX });
  }

  draw(tape: Tape): () => T {
    // Every answer was drawn with the generator of answers.
    return functionOf(this.#answers.draw(tape)) as () => T;
  }
}
