/** The names of what can be wrong with transactions, after Adya, and which of it each isolation level forbids. */

export type AnomalyName =
  /** A transaction does not see its own earlier reads or writes. */
  | 'internal'
  /** A value that nobody wrote. */
  | 'unwritten-read'
  /** An element that is more than once in a list. */
  | 'duplicate-elements'
  /** Two reads of a key that no one order of its writes explains. */
  | 'incompatible-order'
  /** A value of a transaction that failed. */
  | 'G1a'
  /** A value that its transaction wrote over. */
  | 'G1b'
  /** A circle of writes alone. */
  | 'G0'
  /** A circle of writes and reads of what was written. */
  | 'G1c'
  /** Two transactions read the same version and both write over it. */
  | 'lost-update'
  /** A circle in which exactly one transaction missed what another one wrote. */
  | 'G-single'
  /** A circle in which several did, but never two in a row. */
  | 'G-nonadjacent'
  /** A circle in which two in a row did, as in write skew. */
  | 'G2-item'
  /** One of the circles, and it needs the order of real time. */
  | 'G0-realtime'
  | 'G1c-realtime'
  | 'G-single-realtime'
  | 'G-nonadjacent-realtime'
  | 'G2-item-realtime'
  /** No order explains the transactions, though no single circle shows it. */
  | 'no-order';

export type Level = 'read-committed' | 'snapshot' | 'serializable' | 'strict-serializable';

/** Why one transaction comes before another in every order that explains the history. */
export interface Dependency {
  /** Numbers of the two operations. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'ww' | 'wr' | 'rw' | 'process' | 'real-time' | 'concluded';
  readonly reason: string;
}

export interface Anomaly {
  readonly name: AnomalyName;
  readonly message: string;
  readonly operations: readonly number[];
  /** Each leads to the next, the last to the first; empty for anomalies that are no circle. */
  readonly cycle: readonly Dependency[];
}

export interface CycleClass {
  readonly name: 'G0' | 'G1c' | 'G-single' | 'G-nonadjacent' | 'G2-item';
  /** Bits of the edge that makes it this class, and of all others in the circle. */
  readonly first: number;
  readonly rest: number;
  /** No two rw edges in a row, the first one counted. */
  readonly apart: boolean;
}

export const Edge = { ww: 1, wr: 2, rw: 4, process: 8, realTime: 16, concluded: 32 } as const;

const all: readonly CycleClass[] = [
  { name: 'G0', first: Edge.ww, rest: Edge.ww, apart: false },
  { name: 'G1c', first: Edge.wr, rest: Edge.ww | Edge.wr, apart: false },
  { name: 'G-single', first: Edge.rw, rest: Edge.ww | Edge.wr, apart: false },
  { name: 'G-nonadjacent', first: Edge.rw, rest: Edge.ww | Edge.wr | Edge.rw, apart: true },
  { name: 'G2-item', first: Edge.rw, rest: Edge.ww | Edge.wr | Edge.rw, apart: false },
];

export const levels: Readonly<
  Record<Level, { readonly classes: readonly CycleClass[]; readonly lostUpdate: boolean; readonly realTime: boolean }>
> = {
  'read-committed': { classes: all.slice(0, 2), lostUpdate: false, realTime: false },
  snapshot: { classes: all.slice(0, 4), lostUpdate: true, realTime: false },
  serializable: { classes: all, lostUpdate: true, realTime: false },
  'strict-serializable': { classes: all, lostUpdate: true, realTime: true },
};
