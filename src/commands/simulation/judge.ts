/** What a search has shown: how it ended, what it found, and whether the run it tells of can be recorded. */
import type { Nondeterminism } from '../../campaign/guard.ts';
import { divergenceText } from '../../campaign/replay-verdict.ts';
import { type Explored, replayObserved } from '../../campaign/explore/explore.ts';
import { assert } from '../../base/assert.ts';
import { failed } from '../../engine/failure.ts';
import { findingForRun } from '../../engine/finding-for.ts';
import type { DecisionMismatch, Outcome } from '../../engine/outcome.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Status } from '../../trace/summary.ts';
import type { Explorable } from './explorable.ts';

export interface JudgedSearch {
  readonly status: Status;
  readonly findings: readonly Finding[];
  readonly traceable: boolean;
}

/** The run a search tells of: the failing one, or the last it made. */
export async function shownRun({ subject }: Explorable, { failure, last }: Explored): Promise<Outcome> {
  if (failure !== undefined) return failure;
  assert(last !== undefined, 'a search makes at least one run');
  return replayObserved(subject, last.log);
}

export function judgeSearch(explored: Explored, shown: Outcome, simulation: Explorable): JudgedSearch {
  const { interrupted, nondeterminism } = explored;
  const drift = driftOf(shown);
  if (nondeterminism !== undefined) return { status: 'fail', findings: [nondeterministic(simulation, nondeterminism)], traceable: false };
  if (drift !== undefined) {
    const { stack, ...where } = drift;
    const told = { divergence: { in: 'decision', ...where } as const, stack, leaks: [], uncontrolled: [] };
    return { status: 'fail', findings: [nondeterministic(simulation, told)], traceable: false };
  }
  const findings = simulation.placed(shown.findings);
  const warnings = shown.status === 'pass' && !interrupted ? simulation.warnings(explored) : [];
  return { status: interrupted ? 'error' : shown.status, findings: [...findings, ...warnings], traceable: true };
}

/** Nothing that was tried made two runs of the same decisions the same. */
export function nondeterministic(simulation: Explorable, found: Omit<Nondeterminism, 'recorded'>): Finding {
  const { divergence, stack, leaks, uncontrolled } = found;
  const { tier } = simulation.isolation;
  const message = [
    `the same decisions did not give the same run again, with isolation '${tier}': ${divergenceText(divergence)}`,
    ...(leaks.length === 0 ? [] : [`left behind: ${leaks.join('; ')}`]),
    ...(uncontrolled.length === 0 ? [] : [`not controlled: ${uncontrolled.join(', ')}`]),
  ].join('; ');
  const details = { leaks: [...leaks], uncontrolled: [...uncontrolled], ...(stack === undefined ? {} : { stack }) };
  const { file, projectFile } = simulation;
  const finding = findingForRun(failed('checker', 'nondeterministic_subject', message), { file, projectFile });
  const [placed = finding] = simulation.placed([{ ...finding, location: { ...finding.location, details } }]);
  return placed;
}

function driftOf({ mismatch, unusedDecisions, log, virtualTimeMs }: Outcome): DecisionMismatch | undefined {
  if (mismatch !== undefined) return mismatch;
  if (unusedDecisions === 0) return undefined;
  return { index: log.length, stepPath: '', timeMs: virtualTimeMs, expected: { kind: `${unusedDecisions} more decisions` }, actual: null };
}
