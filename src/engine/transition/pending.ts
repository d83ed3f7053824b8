/** Something that will run as one transition: a timer, an immediate, the completion of an operation, the head of a stream. Hot and mutable. */
/** The loop it belongs to, as far as a pending transition needs to know it. */
export interface PendingLoop {
  readonly name: string;
  readonly index: number;
  readonly pausedUntilUs: number;
  readonly place: number;
  add(pending: Pending): void;
  cancel(pending: Pending): boolean;
  keepAlive(pending: Pending, keeps: boolean): void;
  take(pending: Pending, nowUs: number): void;
}

export type PendingKind = 'timer' | 'immediate' | 'arrival';

export class Pending {
  readonly loop: PendingLoop;
  readonly kind: PendingKind;
  /** What it is, in a few constant words: `timer`, `fs.read`, `socket.data`. Part of its causal name. */
  readonly label: string;
  /** When it is due; nothing runs before that. */
  atUs: number;
  /** Tells apart what is due at the same time: what was asked for first comes first. */
  order: number;
  act: (subject: unknown) => void;
  subject: unknown;
  /** Whether it keeps its machine alive, as a referenced handle does in Node. */
  keepsAlive = true;
  /** Comes again and again, so it is no sign that something is still going on. */
  periodic = false;
  /** Its number in the chronicle of the run, if one is kept. */
  cause = 0;
  /** Its number among the footprints of the run, if they are kept. */
  mark = 0;
  /** Place in its heap, or -1: cancelled, running or done. */
  place = -1;

  constructor(
    loop: PendingLoop,
    kind: PendingKind,
    label: string,
    atUs: number,
    order: number,
    act: (subject: unknown) => void,
    subject: unknown,
  ) {
    this.loop = loop;
    this.kind = kind;
    this.label = label;
    this.atUs = atUs;
    this.order = order;
    this.act = act;
    this.subject = subject;
  }

  isBefore(other: Pending): boolean {
    return this.atUs < other.atUs || (this.atUs === other.atUs && this.order < other.order);
  }
}
