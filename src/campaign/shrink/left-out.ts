/** What a smaller run goes without beside its answers: clients, nodes, time. As lists and records, so that a trace can hold it. */
import type { RunEdits } from '../../engine/run-edits.ts';

export interface LeftOut {
  /** Clients that never start, sorted. */
  readonly withoutClients: readonly string[];
  /** Nodes that are not there, sorted. */
  readonly withoutNodes: readonly string[];
  /** Times that are shorter than they were written, in milliseconds. */
  readonly durations: Readonly<Record<string, number>>;
}

export const nothingLeftOut: LeftOut = { withoutClients: [], withoutNodes: [], durations: {} };

export function leftOutOf({ withoutClients, withoutNodes, durations }: LeftOut): LeftOut {
  return { withoutClients, withoutNodes, durations };
}

export function editsOf({ withoutClients, withoutNodes, durations }: LeftOut): RunEdits {
  return {
    withoutClients: new Set(withoutClients),
    withoutNodes: new Set(withoutNodes),
    durations: new Map(Object.entries(durations)),
  };
}

/** The other way round. */
export function leftOutBy({ withoutClients = new Set(), withoutNodes = new Set(), durations = new Map() }: RunEdits): LeftOut {
  return {
    withoutClients: [...withoutClients].sort(),
    withoutNodes: [...withoutNodes].sort(),
    durations: Object.fromEntries(durations),
  };
}

export function leaveOutClients<C extends LeftOut>(candidate: C, removed: readonly string[]): C {
  return { ...candidate, withoutClients: [...candidate.withoutClients, ...removed].sort() };
}

export function leaveOutNodes<C extends LeftOut>(candidate: C, removed: readonly string[]): C {
  return { ...candidate, withoutNodes: [...candidate.withoutNodes, ...removed].sort() };
}
