/** Something that will run as one transition: a timer, an immediate, the completion of an operation, the head of a stream. Hot and mutable. */
/** The loop it belongs to, as far as a pending transition needs to know it. */
export interface PendingLoop {
  readonly name: string;
  readonly index: number;
  readonly pausedUntilUs: number;
  readonly place: number;
  nameText: number;
  add(pending: Pending): void;
  cancel(pending: Pending): boolean;
  keepAlive(pending: Pending, keeps: boolean): void;
  take(pending: Pending, nowUs: number): void;
}

export type PendingKind = 'timer' | 'immediate' | 'arrival';

/**
 * Its fields are only declared here and set by the constructor. A field that exists before it has its value starts as undefined, and then
 * V8 never learns that it holds a small integer or an object of one shape: every later look at it has to find that out again.
 */
export class Pending {
  declare readonly loop: PendingLoop;
  declare readonly kind: PendingKind;
  /** What it is, in a few constant words: `timer`, `fs.read`, `socket.data`. Part of its causal name. */
  declare readonly label: string;
  /** When it is due; nothing runs before that. */
  declare atUs: number;
  /** Tells apart what is due at the same time: what was asked for first comes first. */
  declare order: number;
  declare act: (subject: unknown) => void;
  declare subject: unknown;
  /** Whether it keeps its machine alive, as a referenced handle does in Node. */
  declare keepsAlive: boolean;
  /** Comes again and again, so it is no sign that something is still going on. */
  declare periodic: boolean;
  /** Its number in the chronicle of the run, if one is kept. */
  declare cause: number;
  /** Its number among the footprints of the run, if they are kept. */
  declare mark: number;
  /** Place in its heap, or -1: cancelled, running or done. */
  declare place: number;

  constructor(
    loop: PendingLoop,
    kind: PendingKind,
    label: string,
    atUs: number,
    order: number,
    act: (subject: unknown) => void,
    subject: unknown,
    periodic = false,
  ) {
    this.loop = loop;
    this.kind = kind;
    this.label = label;
    this.atUs = atUs;
    this.order = order;
    this.act = act;
    this.subject = subject;
    this.keepsAlive = true;
    this.periodic = periodic;
    this.cause = 0;
    this.mark = 0;
    this.place = -1;
  }

  isBefore(other: Pending): boolean {
    return this.atUs < other.atUs || (this.atUs === other.atUs && this.order < other.order);
  }
}
