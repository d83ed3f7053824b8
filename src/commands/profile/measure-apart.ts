/**
 * The same as `measure.ts` for runs that are made in processes of their own: every replay is measured where it is made, and what they saw is
 * added up here. No run finds its code warm, neither here nor when it was recorded.
 */
import type { Gauged, MeasuredRun, RunsApart } from '../../trace/profile/measured-run.ts';
import type { Measured } from '../../trace/profile/profile.ts';
import { ENOUGH_MS, REPLAYS_MIN, TIME_MAX_MS } from './measure.ts';
import { nowUs } from './samplers.ts';
import { FrameTable } from './stack-tally.ts';

/** Starting a process takes far longer than most runs, so their spread has to do where they are short. */
const REPLAYS_MAX = 24;
const PATIENCE_MS = 2500;

export interface MeasureApartOptions {
  readonly runs: RunsApart;
  /** Makes the run once more. */
  readonly replay: () => Promise<unknown>;
  readonly signal: AbortSignal;
}

/** Undefined when the process of the run dies before it can say what it measured. */
export async function measureApart(options: MeasureApartOptions): Promise<Measured | undefined> {
  const cpu = (await gather('cpu_samples', REPLAYS_MAX, options)).flatMap((each) => each.cpu ?? []);
  const allocations = (await gather('allocation_samples', REPLAYS_MIN, options)).flatMap((each) => each.allocations ?? []);
  const [firstCpu] = cpu;
  const [firstAllocations] = allocations;
  if (firstCpu === undefined || firstAllocations === undefined) return undefined;
  // One list of frames for both, as where one process sees everything.
  const table = new FrameTable();
  const { frames } = table;
  return {
    cpu: { ...firstCpu, frames, stacks: table.merge(cpu), replaysUs: cpu.flatMap(({ replaysUs }) => replaysUs) },
    allocations: { ...firstAllocations, frames, stacks: table.merge(allocations), replays: allocations.length },
  };
}

async function gather(what: Gauged, replaysMax: number, { runs, replay, signal }: MeasureApartOptions): Promise<readonly MeasuredRun[]> {
  const heard: MeasuredRun[] = [];
  const began = nowUs();
  let sampledMs = 0;
  runs.measuring = {
    what,
    heard: (measured) => {
      heard.push(measured);
      sampledMs += (measured.cpu?.replaysUs[0] ?? 0) / 1000;
    },
  };
  try {
    for (let replays = 1; !signal.aborted && replays <= replaysMax; replays += 1) {
      await replay();
      const spentMs = (nowUs() - began) / 1000;
      const isEnough = replays >= REPLAYS_MIN && (sampledMs > ENOUGH_MS || spentMs > PATIENCE_MS);
      if (heard.length < replays || isEnough || spentMs > TIME_MAX_MS) break;
    }
  } finally {
    runs.measuring = undefined;
  }
  return heard;
}
