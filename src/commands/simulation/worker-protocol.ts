/** What Fozzy and a process that makes one run for it say to each other: one JSON document per line, each answered before the next. */
import type { ErrorCode } from '../../base/error-codes.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Question } from '../../decide/remote.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Deadline } from '../../sim/run/deadline.ts';
import type { SimulationOptions } from '../../sim/scenario/simulation.ts';
import type { Needed } from '../../sim/subject/needs-code.ts';

/** File descriptors of the worker: what it says, and what it hears. */
export const SAYS = 3;
export const HEARS = 4;

export interface Order {
  readonly cwd: string;
  /** As the user named it. */
  readonly file: string;
  readonly name: string;
  readonly options: SimulationOptions;
  readonly deadline?: Deadline;
  /** What earlier runs turned out to need. */
  readonly needed: readonly Needed[];
  readonly withoutClients: readonly string[];
  /** Whether somebody wants to read the story. */
  readonly observed: boolean;
  /** Whether the source of decisions keeps a chronicle. */
  readonly chronicle: boolean;
}

export type WorkerOutcome = Omit<Outcome, 'log' | 'memory' | 'mismatch'> & { readonly mismatch: Outcome['mismatch'] | null };

export type Saying =
  | { readonly is: 'begun' }
  | { readonly is: 'question'; readonly question: Question }
  | { readonly is: 'done'; readonly outcome: WorkerOutcome; readonly stopped: boolean }
  | { readonly is: 'needs'; readonly needed: readonly Needed[] }
  | {
      readonly is: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly hint: string | null;
      readonly details?: JsonObject;
    }
  | { readonly is: 'broken'; readonly message: string };

/** Numbers too large for JSON are rare and only for people. */
export function asLine(value: object): string {
  return `${JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? String(member) : member))}\n`;
}
