/** Measures one run in the process that was started for it. What it takes to ask for decisions is not part of the run. */
import { Session } from 'node:inspector';
import type { Gauged, MeasuredRun } from '../../trace/profile/measured-run.ts';
import type { CostMetric } from '../../trace/profile/profile.ts';
import { FrameNames } from './frame-names.ts';
import { openMeter } from './meter.ts';
import { AllocationSampler, CpuSampler } from './samplers.ts';

export interface RunGauge {
  begin(): Promise<void>;
  /** The run waits for an answer. */
  pause(): void;
  resume(): void;
  end(): Promise<MeasuredRun>;
}

export function openGauge(what: Gauged, mapStack: (stack: string) => string, root: string): RunGauge {
  const names = new FrameNames(mapStack, root);
  switch (what) {
    case 'cpu_time':
    case 'alloc_bytes':
      return costGauge(what, names);
    case 'cpu_samples':
      return cpuGauge(names);
    case 'allocation_samples':
      return allocationGauge(names);
  }
}

function costGauge(metric: CostMetric, names: FrameNames): RunGauge {
  const meter = openMeter(metric, names);
  // Asking allocates outside of the user's code, which is all that is counted of allocations.
  const isPaused = metric === 'cpu_time';
  let cost = 0;
  return {
    begin: async () => meter.begin(),
    pause: () => {
      if (isPaused) cost += meter.end();
    },
    resume: () => {
      if (isPaused) meter.begin();
    },
    end: async () => {
      cost += meter.end();
      meter.close();
      return { cost };
    },
  };
}

function cpuGauge(names: FrameNames): RunGauge {
  const session = connected();
  const sampler = new CpuSampler(session);
  return {
    begin: async () => {
      await sampler.start();
      sampler.begin();
    },
    pause: () => sampler.end(),
    resume: () => sampler.begin(),
    end: async () => {
      sampler.end();
      const cpu = await sampler.stop(names);
      session.disconnect();
      return { cpu: { ...cpu, replaysUs: [cpu.replaysUs.reduce((sum, us) => sum + us, 0)] } };
    },
  };
}

function allocationGauge(names: FrameNames): RunGauge {
  const session = connected();
  const sampler = new AllocationSampler(session);
  return {
    begin: () => sampler.start(),
    pause: () => undefined,
    resume: () => undefined,
    end: async () => {
      const allocations = await sampler.stop(1, names);
      session.disconnect();
      return { allocations };
    },
  };
}

function connected(): Session {
  const session = new Session();
  session.connect();
  return session;
}
