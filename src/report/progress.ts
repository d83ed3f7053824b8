/** What a long command says while it works: one JSON line per event on stderr, or rendered for people. */
import type { TestResult } from '../trace/summary.ts';

type ItemStatus = TestResult['status'];

export type ProgressStep =
  | { readonly event: 'started'; readonly total?: number }
  | { readonly event: 'item_started'; readonly name: string }
  | {
      readonly event: 'item_finished';
      readonly name: string;
      readonly status: ItemStatus;
      readonly durationMs: number;
      readonly done: number;
      readonly total: number;
      /** False for an item that did not end as expected; absent means the status speaks for itself. */
      readonly ok?: boolean;
    }
  | { readonly event: 'phase'; readonly name: string; readonly detail?: string }
  | { readonly event: 'tick'; readonly done: number; readonly total?: number; readonly detail?: string }
  | { readonly event: 'finished'; readonly status: ItemStatus }
  | { readonly event: 'phase_started'; readonly phase: string }
  | { readonly event: 'step_started'; readonly step: string }
  | { readonly event: 'step_finished'; readonly step: string; readonly status: WorkStatus; readonly detail: string };

/** How a step of `gate` or `full` ended. */
export type WorkStatus = 'passed' | 'failed' | 'skipped' | 'advisory';

export type ProgressEvent = {
  readonly schemaVersion: 'fozzy.progress.v1' | 'fozzy.full_progress.v1';
  readonly command: string;
} & ProgressStep;

export function progressEvent(command: string, step: ProgressStep): ProgressEvent {
  return { schemaVersion: command === 'full' ? 'fozzy.full_progress.v1' : 'fozzy.progress.v1', command, ...step };
}
