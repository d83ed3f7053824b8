/** Where `test --record` puts each scenario: known, and checked, before the first of them runs. */
import { checkRecordTarget, type RecordTarget, recordPathOf } from '../../store/record-target.ts';
import type { PlannedTest } from './planned-test.ts';

/** By ordinal, from 1. One selected scenario takes the path itself, several are numbered, however many of them come to run. */
export function recordTargets(target: RecordTarget | undefined, tests: readonly PlannedTest[]): ReadonlyMap<number, RecordTarget> {
  const targets = new Map<number, RecordTarget>();
  if (target === undefined) return targets;
  const selected = tests.filter((planned) => planned.skipped === undefined).length;
  for (const [index, planned] of tests.entries()) {
    if (planned.skipped !== undefined || (planned.scenario === undefined && planned.simulation === undefined)) continue;
    const own = { ...target, path: recordPathOf(target.path, index + 1, selected) };
    checkRecordTarget(own);
    targets.set(index + 1, own);
  }
  return targets;
}
