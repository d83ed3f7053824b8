/** What a run that is made in a process of its own measures of itself there, and tells whoever had it made. */
import type { AllocationSamples, CostMetric, CpuSamples } from './profile.ts';

/** A run is too short for two measurements at once, and one would be seen in the other. */
export type Gauged = CostMetric | 'cpu_samples' | 'allocation_samples';

/** Of these, what was asked for. */
export interface MeasuredRun {
  readonly cost?: number;
  readonly cpu?: CpuSamples;
  readonly allocations?: AllocationSamples;
}

export interface Measuring {
  readonly what: Gauged;
  /** Not called for a run whose process dies. */
  readonly heard: (measured: MeasuredRun) => void;
}

export interface RunsApart {
  /** What every run measures from now on. */
  measuring: Measuring | undefined;
}
