/**
 * Processor time and allocations of user code, measured by making the same run again and again under V8's own sampling profilers. One run is
 * over in milliseconds, too short for a sampler; a replay is always the same run, so its repetitions add up to one clear picture.
 */
import { Session } from 'node:inspector';
import type { AllocationSamples, CpuSamples, Measured } from '../../trace/profile/profile.ts';
import { FrameNames } from './frame-names.ts';
import { AllocationSampler, CpuSampler, nowUs, usedUs } from './samplers.ts';

/** Enough for a spread of measurements, and, of processor time, for shares of a few percent; then it ends. */
export const REPLAYS_MIN = 8;
const REPLAYS_MAX = 200;
export const ENOUGH_MS = 600;
/** A run that is slow by itself needs no repetition to be seen. */
export const TIME_MAX_MS = 6000;

export interface MeasureOptions {
  /** Makes the run once more. */
  readonly replay: () => Promise<unknown>;
  readonly mapStack: (stack: string) => string;
  /** Absolute. */
  readonly root: string;
  readonly signal: AbortSignal;
}

export async function measure(options: MeasureOptions): Promise<Measured> {
  const session = new Session();
  session.connect();
  try {
    const names = new FrameNames(options.mapStack, options.root);
    const cpu = await measureCpu(new CpuSampler(session), options, names);
    return { cpu, allocations: await measureAllocations(new AllocationSampler(session), options, names, cpu.replaysUs.length) };
  } finally {
    session.disconnect();
  }
}

async function measureCpu(sampler: CpuSampler, { replay, signal }: MeasureOptions, names: FrameNames): Promise<CpuSamples> {
  await sampler.start();
  // The first replay compiles and warms what the others run.
  await replay();
  const [began, from] = [nowUs(), usedUs()];
  while (!signal.aborted && sampler.windows.length < REPLAYS_MAX) {
    sampler.begin();
    await replay();
    sampler.end();
    const [spentMs, usedMs] = [(nowUs() - began) / 1000, (usedUs() - from) / 1000];
    if (spentMs > TIME_MAX_MS || (sampler.windows.length >= REPLAYS_MIN && usedMs > ENOUGH_MS)) break;
  }
  return sampler.stop(names);
}

async function measureAllocations(
  sampler: AllocationSampler,
  { replay, signal }: MeasureOptions,
  names: FrameNames,
  replaysWanted: number,
): Promise<AllocationSamples> {
  await sampler.start();
  let replays = 0;
  while (!signal.aborted && replays < Math.min(replaysWanted, REPLAYS_MIN)) {
    await replay();
    replays += 1;
  }
  return sampler.stop(replays, names);
}
