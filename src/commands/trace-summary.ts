/** The summary inside a trace: one run, with the identity and the times of whoever kept it. */
import type { Outcome } from '../engine/outcome.ts';
import type { RunSummary } from '../trace/summary.ts';

type TracedOutcome = Pick<Outcome, 'status' | 'virtualTimeMs' | 'memory' | 'findings' | 'faults'>;

export function traceSummary(about: RunSummary, outcome: TracedOutcome, told: Pick<RunSummary, 'mode' | 'params'>): RunSummary {
  const { identity, startedAt, finishedAt, durationMs, durationNs } = about;
  const { status, virtualTimeMs, memory, findings, faults } = outcome;
  return {
    status,
    mode: told.mode,
    identity,
    startedAt,
    finishedAt,
    durationMs,
    durationNs,
    virtualTimeMs,
    params: told.params,
    ...(memory === undefined ? {} : { memory: memory.summary }),
    findings,
    faults,
  };
}
