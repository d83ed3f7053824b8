/** Which kinds of tests a risky file needs, by profile. */
import type { Signals } from './signals.ts';

export const suiteNames = [
  'test_det',
  'run_record_replay_ci',
  'fuzz_inputs',
  'explore_schedule_faults',
  'host_backends_run',
  'memory_graph_diff_top',
  'shrink_exercised',
  'shrink_failure_trace',
] as const;
export type SuiteName = (typeof suiteNames)[number];

export const mapProfiles = ['balanced', 'pedantic', 'overkill'] as const;
export type MapProfile = (typeof mapProfiles)[number];

export const shrinkPolicies = ['failure-only', 'exercised-ok', 'no-known-failures'] as const;
export type ShrinkPolicy = (typeof shrinkPolicies)[number];

/** How far the threshold of a profile is from the one that was asked for. */
const shifts: Readonly<Record<MapProfile, number>> = { balanced: 15, pedantic: -5, overkill: -15 };

export function effectiveMinRisk(minRisk: number, profile: MapProfile): number {
  return Math.min(100, Math.max(0, minRisk + shifts[profile]));
}

type Rule = (signals: Signals) => boolean;
const always: Rule = () => true;

const rules: Readonly<Record<MapProfile, Readonly<Partial<Record<SuiteName, Rule>>>>> = {
  balanced: {
    explore_schedule_faults: ({ concurrency }) => concurrency > 0,
    host_backends_run: ({ external }) => external > 0,
    memory_graph_diff_top: ({ memory }) => memory > 2,
    fuzz_inputs: ({ branch }) => branch > 20,
    shrink_exercised: ({ failure, branch }) => failure > 0 || branch > 25,
    shrink_failure_trace: ({ failure }) => failure > 0,
  },
  pedantic: {
    explore_schedule_faults: ({ concurrency, failure }) => concurrency > 0 || failure >= 4,
    host_backends_run: ({ external, entrypoint }) => external > 0 || entrypoint > 0,
    memory_graph_diff_top: ({ memory }) => memory > 0,
    fuzz_inputs: ({ branch, failure }) => branch > 6 || failure > 0,
    shrink_exercised: always,
    shrink_failure_trace: ({ failure }) => failure > 0,
  },
  overkill: {
    explore_schedule_faults: always,
    host_backends_run: always,
    memory_graph_diff_top: always,
    fuzz_inputs: always,
    shrink_exercised: always,
    shrink_failure_trace: always,
  },
};

export interface SuitePolicy {
  readonly profile: MapProfile;
  readonly shrinkPolicy: ShrinkPolicy;
  /** Whether a failing run of something linked to the file is recorded. */
  readonly hasKnownFailure: boolean;
}

export function suitesFor(signals: Signals, { profile, shrinkPolicy, hasKnownFailure }: SuitePolicy): readonly SuiteName[] {
  return suiteNames.filter((suite) => {
    if (suite === 'test_det' || suite === 'run_record_replay_ci') return true;
    if (suite === 'shrink_failure_trace' && shrinkPolicy !== 'no-known-failures') return shrinkPolicy === 'failure-only';
    const asked = rules[profile][suite]?.(signals) === true;
    return suite === 'shrink_failure_trace' ? asked && hasKnownFailure : asked;
  });
}
