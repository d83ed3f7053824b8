/** One check of `gate` or `full`: what it needs, how long it may take, and how it ended. */
import type { WorkStatus } from '../../report/progress.ts';
import type { Workshop } from './workshop.ts';

export interface StepEnd {
  readonly status: WorkStatus;
  readonly detail: string;
}

export interface WorkStep {
  readonly name: string;
  /** Steps that must have passed; this one is skipped as blocked if one did not. */
  readonly needs: readonly string[];
  readonly limitMs: number;
  /** Heard by everything it starts: when it fires, the step's work stops and its children die. */
  perform(shop: Workshop, signal: AbortSignal): Promise<StepEnd>;
}

export interface WorkReport extends StepEnd {
  readonly name: string;
  readonly durationMs: number;
}

const LIMIT_MS = 45_000;

export function workStep(name: string, needs: readonly string[], perform: WorkStep['perform'], limitMs = LIMIT_MS): WorkStep {
  return { name, needs, limitMs, perform };
}

export function passed(detail: string): StepEnd {
  return { status: 'passed', detail };
}

export function failed(detail: string): StepEnd {
  return { status: 'failed', detail };
}

export function skipped(detail: string): StepEnd {
  return { status: 'skipped', detail };
}

export function passedIf(ok: boolean, detail: string): StepEnd {
  return ok ? passed(detail) : failed(detail);
}
