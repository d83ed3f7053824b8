/** The flags `gate` and `full` share, as the steps need them. */
import { FozzyError } from '../../base/problem.ts';
import type { Flag, Options } from '../command.ts';
import { numberOption, textOption } from '../option-values.ts';
import type { WorkSettings } from './workshop.ts';

const SEED = '3235823838';
const DOCTOR_RUNS = 5;
const DOCTOR_RUNS_MIN = 2;

export function workSettings(options: Options, allowExpectedFailures: boolean): WorkSettings {
  const doctorRuns = numberOption(options, 'doctorRuns') ?? DOCTOR_RUNS;
  if (doctorRuns < DOCTOR_RUNS_MIN)
    throw new FozzyError(
      'usage',
      `invalid value '${doctorRuns}' for '--doctor-runs <DOCTOR_RUNS>': a single run cannot be compared, use 2 or more`,
    );
  return {
    scenarioRoot: textOption(options, 'scenarioRoot') ?? 'tests',
    seed: textOption(options, 'seed') ?? SEED,
    doctorRuns,
    allowExpectedFailures,
  };
}

export const workFlags: readonly Flag[] = [
  { name: 'scenario-root', type: { kind: 'path' }, about: 'where to look for scenarios', default: 'tests' },
  { name: 'seed', type: { kind: 'u64' }, about: 'seed of every execution', default: SEED },
  { name: 'doctor-runs', type: { kind: 'u53' }, about: 'executions the doctor compares', default: String(DOCTOR_RUNS) },
];
