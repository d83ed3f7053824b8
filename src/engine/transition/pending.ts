/** Something that will run as one transition: a timer, an immediate, the completion of an operation, the head of a stream. Hot and mutable. */
import type { Label } from './label.ts';

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

/** Numbers: they are compared several times per transition, and of a string machine code first finds out whether it is one. */
export const PendingKind = { timer: 0, immediate: 1, arrival: 2 } as const;
export type PendingKind = (typeof PendingKind)[keyof typeof PendingKind];
export type PendingKindName = keyof typeof PendingKind;

/** Whoever adds one says all of it at once, in one literal: machine code makes room for that in place, where a constructor is a call. */
export interface Pending {
  readonly loop: PendingLoop;
  readonly kind: PendingKind;
  /** What it is. Part of its causal name. */
  readonly label: Label;
  /** When it is due; nothing runs before that. */
  atUs: number;
  /** Tells apart what is due at the same time: what was asked for first comes first. */
  order: number;
  act: (subject: unknown) => void;
  subject: unknown;
  /** Whether it keeps its machine alive, as a referenced handle does in Node. */
  keepsAlive: boolean;
  /** Comes again and again, so it is no sign that something is still going on. */
  periodic: boolean;
  /** Its number in the chronicle of the run, if one is kept. */
  cause: number;
  /** Its number among the footprints of the run, if they are kept. */
  mark: number;
  /** Place among those it waits with, or -1: cancelled, running or done. */
  place: number;
}

export function newPending(
  loop: PendingLoop,
  kind: PendingKind,
  label: Label,
  atUs: number,
  order: number,
  act: (subject: unknown) => void,
  subject: unknown,
  periodic: boolean,
): Pending {
  return { loop, kind, label, atUs, order, act, subject, keepsAlive: true, periodic, cause: 0, mark: 0, place: -1 };
}

export function isBefore(one: Pending, other: Pending): boolean {
  return one.atUs < other.atUs || (one.atUs === other.atUs && one.order < other.order);
}
