/**
 * Where decisions come from. The engine asks and cannot know who answers: a seed, a recording, a
 * script, an enumeration or an edit. Answer 0 of a pick is always the calmest one.
 */
import type { Json, JsonObject } from '../base/json.ts';
import type { Chronicle } from './chronicle.ts';
import type { Footprints } from './footprints.ts';
import type { Kind } from './kinds.ts';

/**
 * What sets a question apart from the usual one, where one answer is calm and the others are not. `rate`: the answers only say how likely
 * chances are that will be asked about later; whoever tries everything tries each of those both ways in any case, and would do the same
 * several times over. `even`: no answer is more to be expected than another, so whoever picks at random should not prefer one.
 */
export type ChoiceManner = 'rate' | 'even';

/** The answers on offer for one pick. Valid only during the call; the engine reuses the object. */
export interface Offer {
  readonly kind: Kind;
  readonly count: number;
  /** A causal name that survives unrelated edits, for example the original pointer of the step. */
  nameOf(index: number): string;
  /** The contract counts a draw for this choice even when only one answer is left. */
  readonly alwaysDraws?: boolean;
  /**
   * The answer a search starts from, where that is not 0: a fault that is switched off cannot fire, so a search that changes one answer
   * at a time begins with faults armed and none fired.
   */
  readonly calm?: number;
  readonly manner?: ChoiceManner | undefined;
  /** For transitions: the number the chronicle of the source gave to the one at this place. */
  causeOf?(index: number): number;
}

export interface DecisionSource {
  /** Kept by sources that know questions by their causes; it is told what comes up and what runs. */
  readonly chronicle?: Chronicle | undefined;
  /** Kept by sources that want to know what transitions have to do with each other; it is told what they touch. */
  readonly footprints?: Footprints | undefined;
  /** Told, at the end of a run, of every block of code that ran, by number. Only for sources that want to know. */
  covered?(block: number): void;
  /** Index of the chosen answer. Asked for single-answer offers too, so that followers keep their place. */
  pick(offer: Offer): number;
  /** Leaves 64 bits in `hi` and `lo`. `call` names the asker. */
  draw(call: string): void;
  readonly hi: number;
  readonly lo: number;
  /** True with probability `rate`; asked only when the rate is above 0. */
  chance(call: string, rate: number): boolean;
  /**
   * What the outside answered when this call was made before, or undefined if it must be asked now.
   * `asked` says what the call asks for: an answer to something else does not count.
   */
  recall(kind: Kind, call: string, asked?: JsonObject): Json | undefined;
  /** For rollback of expected failures: a seeded source returns to its place, a recording goes on. */
  position(): number;
  rewind(position: number): void;
}
