/** What Fozzy and a process that makes one run, or a part of a search, for it say to each other: one JSON document per line. */
import type { ErrorCode } from '../../base/error-codes.ts';
import type { JsonObject } from '../../base/json.ts';
import type { LotOrder } from '../../campaign/explore/search-lots.ts';
import type { PartRest, SearchPart } from '../../campaign/explore/part.ts';
import type { RunDetails } from '../../campaign/explore/tally.ts';
import type { LeftOut } from '../../campaign/shrink/left-out.ts';
import type { Disagreement } from '../../campaign/guard.ts';
import type { PackedLog } from '../../decide/log-codec.ts';
import type { LastWords, Question } from '../../decide/remote.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { CodeCacheOptions } from '../../sim/load/code-cache.ts';
import type { Deadline } from '../../sim/run/deadline.ts';
import type { SimulationOptions } from '../../sim/scenario/simulation.ts';
import type { Needed } from '../../sim/subject/needs-code.ts';
import type { Gauged, MeasuredRun } from '../../trace/profile/measured-run.ts';
import type { Isolation } from '../../trace/summary.ts';

/** File descriptors of the worker: what it says, and what it hears. */
export const SAYS = 3;
export const HEARS = 4;

/** How another process opens what is to be run. */
export type SubjectOrder =
  | {
      readonly kind: 'simulation';
      /** As the user named it. */
      readonly file: string;
      readonly name: string;
      readonly options: SimulationOptions;
      readonly cache: CodeCacheOptions | undefined;
    }
  | {
      readonly kind: 'distributed';
      /** The scenario as it is explored, as text: its numbers may be too large for JSON of JavaScript. */
      readonly json: string;
      readonly file: string;
      readonly projectFile: string;
      readonly schedule: string;
      readonly stepsMax: number;
    };

/** One run; every decision is asked for. */
export interface RunOrder {
  readonly is: 'run';
  readonly cwd: string;
  /** As the user named it. */
  readonly file: string;
  readonly name: string;
  readonly options: SimulationOptions;
  readonly cache: CodeCacheOptions | undefined;
  readonly deadline?: Deadline;
  /** What earlier runs turned out to need. */
  readonly needed: readonly Needed[];
  readonly leftOut: LeftOut;
  /** After so many transitions it is given up. */
  readonly transitionsMax?: number | undefined;
  readonly inTurn: boolean;
  /** Whether somebody wants to read the story. */
  readonly observed: boolean;
  /** Whether the source of decisions keeps a chronicle. */
  readonly chronicle: boolean;
  /** What it is to measure of itself. */
  readonly measure?: Gauged | undefined;
}

/** To make parts of a search, with decisions made where the runs are made: one task after the other. */
export interface SearchOrder {
  readonly is: 'search';
  readonly cwd: string;
  readonly subject: SubjectOrder;
  readonly isolation: Isolation;
  readonly search: Omit<LotOrder, 'lots' | 'apart'>;
}

export interface SearchTask {
  /** Of a search of everything, a part; of others, some lots to their end. */
  readonly what: { readonly part: SearchPart } | { readonly lots: readonly number[] };
  /** Say which run is about to be made, because one before it was the last thing somebody did. */
  readonly isCareful: boolean;
  /** Runs that are made in processes of their own. */
  readonly apart: readonly number[];
}

export type Order = RunOrder | SearchOrder;

/** Number in the whole or in its part, hash, events, flags (see tally.ts), and where what became of its faults and switched-off findings stands in the table. */
export type WireRecord = readonly [number: number, hash: string, events: number, flags: number, details: number];
export type WireDetails = RunDetails;

export interface WireRun {
  readonly number: number;
  readonly outcome: WorkerOutcome;
  readonly log: PackedLog;
}

export type WorkerOutcome = Omit<Outcome, 'log' | 'memory' | 'mismatch' | 'judged'> & { readonly mismatch: Outcome['mismatch'] | null };

export type Saying =
  | { readonly is: 'begun' }
  | { readonly is: 'question'; readonly question: Question }
  | {
      readonly is: 'done';
      readonly outcome: WorkerOutcome;
      readonly stopped: boolean;
      readonly last?: LastWords;
      readonly measured?: MeasuredRun | undefined;
    }
  | { readonly is: 'begins'; readonly number: number }
  | {
      readonly is: 'records';
      readonly records: readonly WireRecord[];
      /** Those that come after what was said before. */
      readonly table: readonly WireDetails[];
      readonly ended: readonly (readonly [lot: number, isExhausted: boolean])[];
      readonly failure?: WireRun;
    }
  | {
      readonly is: 'searched';
      readonly last?: WireRun;
      /** Of a part that came to its end. */
      readonly rest?: PartRest;
      readonly disagreement?: Omit<Disagreement, 'recorded'> & { readonly recorded: PackedLog };
    }
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

export function withoutLog({ log: _log, memory: _memory, judged: _judged, mismatch, ...outcome }: Outcome): WorkerOutcome {
  return { ...outcome, mismatch: mismatch ?? null };
}
