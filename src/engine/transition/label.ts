/**
 * What a transition is, in a few constant words: `timer`, `fs.read`, `socket.data`. A program has few of them, the same ones in every run,
 * so each is kept as one object that knows what is asked about it at every transition: to compare texts, or to look one up, costs more
 * than all that is done with the answer.
 */
import { RollingHash } from '../../base/rolling-hash.ts';

export class Label {
  declare readonly text: string;
  /** Its part in the determinism hash, and in the classes of schedules. */
  declare readonly hash: number;
  /** The run that asked last for the number of the text in its log, and that number. */
  run = -1;
  textId = -1;

  constructor(text: string) {
    const hash = new RollingHash();
    hash.mixString(text);
    this.text = text;
    // The hash takes the low 32 bits; as a signed number they never need a place of their own in memory.
    this.hash = hash.lo | 0;
  }
}

/** Names of timers may be part of a label, and programs make those up. */
const LABELS_MAX = 4096;
const labels = new Map<string, Label>();
let last = new Label('');

export function labelOf(text: string): Label {
  // Nearly always it is asked for again. What happens rarely is somewhere else, so that the optimiser puts this where it is called.
  return text === last.text ? last : lookUp(text);
}

function lookUp(text: string): Label {
  let label = labels.get(text);
  if (label === undefined) {
    label = new Label(text);
    if (labels.size >= LABELS_MAX) labels.clear();
    labels.set(text, label);
  }
  last = label;
  return label;
}
