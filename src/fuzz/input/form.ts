/** What every kind of input can do. The loop knows no more of inputs than this, so bytes, texts and structured values are searched alike. */
import type { ComparedPair, Hints } from '../hints.ts';
import type { ChoiceSequence } from './choice-sequence.ts';
import type { Edit } from './edit.ts';
import type { FuzzRandom } from './fuzz-random.ts';
import type { InputRing } from './input-ring.ts';
import type { TextWords } from './unit-text.ts';

/** How inputs of one kind of target are made, varied and turned into arguments. A form is stateless; an input is opaque to the loop. */
export interface InputForm<I> {
  /** 'bytes', 'string' or 'choices'. */
  readonly name: string;
  generate(random: FuzzRandom, sizeMax: number): I;
  /** A variation of `parent`; `other` is another corpus entry for splicing; hints are dictionary and comparison values. */
  mutate(parent: I, other: I | undefined, random: FuzzRandom, hints: Hints, sizeMax: number): I;
  /** Variations of `input` that hold what was wanted where it holds what was compared. */
  meet(input: I, pair: ComparedPair, sizeMax: number): readonly (I | Edit<I>)[];
  /** Variations of `input` with `wanted` added to it, kept apart by each of `glues`. */
  extend(input: I, wanted: string, glues: readonly string[], sizeMax: number): readonly (I | Edit<I>)[];
  /** Writes one of them out. */
  edited(edit: Edit<I>): I;
  /** The arguments the target is called with; fresh ones for every call, so that a target may change them. */
  args(input: I): readonly unknown[];
  /** The same for a form that always makes one argument: it needs no list around it. */
  only?(input: I): unknown;
  /** A text as it lies in memory, where it still does because it was made last. */
  wordsOf?(input: I): TextWords | undefined;
  /** Texts are to be made where they will be announced. */
  makeIn?(ring: InputRing): void;
  /** What is stored: the bytes of a corpus file. */
  encode(input: I): Uint8Array;
  /** The input of a corpus file; undefined if it is none of this form. */
  decode(bytes: Uint8Array): I | undefined;
  /** Of structured inputs: its draws with their bounds, which are not stored and without which nothing can be made simpler. */
  draws?(input: I): ChoiceSequence;
  size(input: I): number;
  /** For people: source text of the arguments. */
  render(input: I): string;
}
