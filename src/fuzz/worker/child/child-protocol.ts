/** What a process in which a target runs and the one that started it say to each other, besides what a worker says. */
import type { RawFinding } from '../../oracle/raw-finding.ts';
import type { FromWorker, ToWorker, WorkerOrder } from '../protocol.ts';

/** The open files of the process, by their numbers. */
export const LISTENS_TO = 3;
export const SPEAKS_TO = 4;
export const STATE_FILE = 5;

export type ChildOrder = Omit<WorkerOrder, 'memory'>;

export type ToChild = ToWorker | { readonly is: 'open'; readonly order: ChildOrder } | { readonly is: 'stop' } | { readonly is: 'ask' };

/** `answer` is said by the guard, to `ask`. `ending` are the last words of a process whose target ends it on purpose, said in the call with that beat. */
export type FromChild =
  | FromWorker
  | { readonly is: 'answer'; readonly text: string }
  | { readonly is: 'ending'; readonly finding: RawFinding; readonly beat: number };
