/**
 * A choice between transitions in one word. They are nearly all of the log of a simulation, so they are kept short while a run is
 * recorded, as picks of tasks are (see pick-word.ts): node and label by the numbers of their texts, next to what was on offer and what
 * was taken. One with larger numbers is written like any other record. Such a word lies between the kinds and the words of picks.
 */
const CHOICE_BITS = 5;
const TEXT_BITS = 8;
const OPTIONS_SHIFT = CHOICE_BITS;
const LABEL_SHIFT = OPTIONS_SHIFT + CHOICE_BITS;
const NODE_SHIFT = LABEL_SHIFT + TEXT_BITS;
const MARK = 1 << (NODE_SHIFT + TEXT_BITS);

export function fitsTransitionWord(node: number, label: number, options: number): boolean {
  return (node | label) < 1 << TEXT_BITS && options < 1 << CHOICE_BITS;
}

export function transitionWord(node: number, label: number, options: number, answer: number): number {
  return MARK | (node << NODE_SHIFT) | (label << LABEL_SHIFT) | (options << OPTIONS_SHIFT) | answer;
}

export function isTransitionWord(slot: number): boolean {
  return slot >= MARK && slot < 2 * MARK;
}

/** The n-th number of the record, the kind not counted: node, label, options, answer. */
export function numberOfTransition(word: number, n: number): number {
  const choice = (1 << CHOICE_BITS) - 1;
  const text = (1 << TEXT_BITS) - 1;
  if (n === 1) return (word >>> NODE_SHIFT) & text;
  if (n === 2) return (word >>> LABEL_SHIFT) & text;
  return (n === 3 ? word >>> OPTIONS_SHIFT : word) & choice;
}
