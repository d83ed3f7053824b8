/**
 * A pick in one word. Picks are nearly all of a log, so they are kept short while a run is recorded: task and place by number, next
 * to what was on offer and what was taken. A pick with larger numbers is written like any other record. As there is always
 * something on offer, such a word is larger than any kind, which is how a reader tells them apart.
 */
const PLACE_BITS = 13;
const TASK_BITS = 10;
const CHOICE_BITS = 4;
const TASK_SHIFT = PLACE_BITS;
const ANSWER_SHIFT = TASK_SHIFT + TASK_BITS;
const OPTIONS_SHIFT = ANSWER_SHIFT + CHOICE_BITS;

export function fitsPickWord(task: number, place: number, options: number): boolean {
  return task < 1 << TASK_BITS && place < 1 << PLACE_BITS && options < 1 << CHOICE_BITS;
}

/** 31 bits: what the engine under us keeps without a box. */
export function pickWord(task: number, place: number, options: number, answer: number): number {
  return (options << OPTIONS_SHIFT) | (answer << ANSWER_SHIFT) | (task << TASK_SHIFT) | place;
}

export function isPickWord(slot: number): boolean {
  return slot >= 1 << OPTIONS_SHIFT;
}

export interface Pick {
  readonly task: number;
  readonly place: number;
  readonly options: number;
  readonly answer: number;
}

export function readPickWord(word: number): Pick {
  return {
    task: (word >>> TASK_SHIFT) & ((1 << TASK_BITS) - 1),
    place: word & ((1 << PLACE_BITS) - 1),
    options: word >>> OPTIONS_SHIFT,
    answer: (word >>> ANSWER_SHIFT) & ((1 << CHOICE_BITS) - 1),
  };
}
