/** What a smaller run goes without beside its answers: clients, nodes, time, values that stand out. As lists and records, so that a trace can hold it. */
import type { RunEdits } from '../../engine/run-edits.ts';

export interface LeftOut {
  /** Clients that never start, sorted. */
  readonly withoutClients: readonly string[];
  /** Nodes that are not there, sorted. */
  readonly withoutNodes: readonly string[];
  /** Times that are shorter than they were written, in milliseconds. */
  readonly durations: Readonly<Record<string, number>>;
  /** Values that are plainer than they were written. */
  readonly values: Readonly<Record<string, string>>;
}

export const nothingLeftOut: LeftOut = { withoutClients: [], withoutNodes: [], durations: {}, values: {} };

export function leftOutOf({ withoutClients, withoutNodes, durations, values }: LeftOut): LeftOut {
  return { withoutClients, withoutNodes, durations, values };
}

export function editsOf({ withoutClients, withoutNodes, durations, values }: LeftOut): RunEdits {
  return {
    withoutClients: new Set(withoutClients),
    withoutNodes: new Set(withoutNodes),
    durations: new Map(Object.entries(durations)),
    values: new Map(Object.entries(values)),
  };
}

/** The other way round. */
export function leftOutBy({
  withoutClients = new Set(),
  withoutNodes = new Set(),
  durations = new Map(),
  values = new Map(),
}: RunEdits): LeftOut {
  return {
    withoutClients: [...withoutClients].sort(),
    withoutNodes: [...withoutNodes].sort(),
    durations: Object.fromEntries(durations),
    values: Object.fromEntries(values),
  };
}

export function leaveOutClients<C extends LeftOut>(candidate: C, removed: readonly string[]): C {
  return { ...candidate, withoutClients: [...candidate.withoutClients, ...removed].sort() };
}

export function leaveOutNodes<C extends LeftOut>(candidate: C, removed: readonly string[]): C {
  return { ...candidate, withoutNodes: [...candidate.withoutNodes, ...removed].sort() };
}
