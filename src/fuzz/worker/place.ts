/**
 * Where a target runs: in a thread of this process, or in a process of its own. Both run the same program and say the same things; they
 * differ in what they survive, and in how whoever watches sees the state of the program.
 */
import type { SharedState } from '../loop/shared-state.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import type { ThreadTimes } from './processor-time.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import type { StuckCall } from './stuck-call.ts';

export const HEAP_MB = 512;
export const YOUNG_MB = 64;
/** Memory outside of the heap, such as buffers, by which a place may grow. */
export const RSS_GROWTH_MB = 1024;

/** The files that threads and processes are started from. */
export interface FuzzPrograms {
  readonly thread: string;
  readonly process: string;
}

/** How a place came to its end by itself. */
export interface Death {
  /** What the target did to it; undefined if nothing says that it was the target. */
  readonly finding: RawFinding | undefined;
  readonly error: Error;
}

export interface PlaceEvents {
  readonly heard: (message: FromWorker) => void;
  /** At most once, and not after it was closed. */
  readonly died: (death: Death) => void;
}

export interface Place {
  /** What the program wrote down, as of the last `refresh`. */
  readonly state: SharedState;
  refresh(): void;
  /** Bytes of memory the place takes, in all. */
  rss(): number;
  /** What its thread had of the processor; undefined where nobody knows. */
  times(): ThreadTimes | undefined;
  /** Asks it where it is, in the middle of a call; undefined if it cannot be asked. */
  askStuck(): Promise<StuckCall | undefined>;
  post(message: ToWorker): void;
  /** The search is to end after the call that is being made. */
  stop(): void;
  /** Whether the process stays alive for it. */
  hold(isNeeded: boolean): void;
  /** The last inputs, the newest first, where a failure may have been caused by an earlier one. */
  recent(): readonly Uint8Array[];
  close(): Promise<void>;
}

export function memoryFinding(what: string): RawFinding {
  return { kind: 'target_behavior', title: 'out_of_memory', message: `it ran out of memory: ${what}`, bucket: 'out of memory' };
}
