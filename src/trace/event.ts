/** Something that happened, for people and for comparison; derived from the run, never consulted by it. */
import type { Json } from '../base/json.ts';

export interface TraceEvent {
  readonly time_ms: number;
  readonly name: string;
  readonly source: 'engine' | 'user';
  /** Keys sorted. */
  readonly fields: { readonly [key: string]: Json };
}

/** What a transition of a simulation, or an event of a schedule, begins with. */
const BEGINNINGS: ReadonlySet<string> = new Set(['transition', 'sched_pick']);

export function beginsStep({ name }: TraceEvent): boolean {
  return BEGINNINGS.has(name);
}
