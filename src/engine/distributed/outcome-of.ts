/** What is told of a schedule once it is over. */
import type { DecisionMismatch, Outcome } from '../outcome.ts';
import type { DistributedSettings } from './settings.ts';
import type { Stage } from './stage.ts';
import type { DistributedVerdict } from './verdict.ts';

interface Ended {
  readonly faults: Outcome['faults'];
  readonly clients: readonly string[];
  readonly nodes: NonNullable<Outcome['nodes']>;
  readonly durations: NonNullable<Outcome['durations']>;
  readonly values: NonNullable<Outcome['values']>;
  readonly judged: ReadonlySet<string>;
  readonly isTruncated: boolean;
  readonly isRedundant: boolean;
  readonly mismatch: DecisionMismatch | undefined;
}

export function outcomeOf(
  run: Pick<Stage, 'nowMs' | 'events' | 'footprints'> & { readonly verdict: DistributedVerdict },
  { decider, sink }: DistributedSettings,
  { faults, clients, nodes, durations, values, judged, isTruncated, isRedundant, mismatch }: Ended,
): Outcome {
  const { verdict, footprints } = run;
  return {
    status: mismatch === undefined ? verdict.status : 'error',
    findings: verdict.findings,
    faults,
    clients,
    nodes,
    durations,
    values,
    judged,
    memory: undefined,
    virtualTimeMs: run.nowMs,
    stepsExecuted: run.events,
    ...(isTruncated ? { truncated: true } : {}),
    log: decider.log,
    ...(footprints === undefined ? {} : { scheduleClass: footprints.hex() }),
    ...(isRedundant ? { isRedundant: true } : {}),
    events: sink?.events ?? [],
    interrupted: false,
    mismatch,
    unusedDecisions: mismatch === undefined ? decider.unused : 0,
  };
}
