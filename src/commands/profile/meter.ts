/** What running code costs from one moment to another, as one number. Quick to begin and to end, so that every smaller run can be measured. */
import { Session } from 'node:inspector';
import type { CostMetric } from '../../trace/profile/profile.ts';
import type { CallFrame, FrameNames } from './frame-names.ts';

export interface Meter {
  begin(): void;
  end(): number;
  close(): void;
}

export function openMeter(metric: CostMetric, names: FrameNames): Meter {
  return metric === 'cpu_time' ? new CpuMeter() : new AllocationMeter(names);
}

/** Of the host: while a simulation is measured, the global `process` is that of a machine, and a function may replace it. */
const cpuUsage = process.cpuUsage.bind(process);

/** Milliseconds of processor time of this process. */
class CpuMeter implements Meter {
  #from = cpuUsage();

  begin(): void {
    this.#from = cpuUsage();
  }

  end(): number {
    const { user, system } = cpuUsage(this.#from);
    return (user + system) / 1000;
  }

  close(): void {
    // Nothing was opened.
  }
}

/** Bytes between samples of what is measured first. */
const INTERVAL_BYTES = 1024;
/** So many samples tell an amount to a few percent; many more would take longer than what they are taken of. */
const SAMPLES = 1024;
const INTERVAL_MIN = 32;
const INTERVAL_MAX = 4096;
const FORGETTING = 0.85;

/** Bytes the user's code had V8 allocate; the inspector answers at once, so a run can be measured in the middle of a session. */
class AllocationMeter implements Meter {
  readonly #session = new Session();
  readonly #names: FrameNames;
  #isOpen = false;
  /**
   * What was measured lately says how fine the next measurement has to be. It is forgotten slowly: after something that allocates nothing comes
   * something that allocates a lot, and that would be sampled far too finely.
   */
  #lately = INTERVAL_BYTES * SAMPLES;

  constructor(names: FrameNames) {
    this.#names = names;
    this.#session.connect();
    this.#session.post('HeapProfiler.enable');
  }

  begin(): void {
    // A try that had to be made again never ended.
    if (this.#isOpen) this.end();
    this.#isOpen = true;
    const keepAll = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
    this.#session.post('HeapProfiler.startSampling', {
      samplingInterval: Math.min(INTERVAL_MAX, Math.max(INTERVAL_MIN, Math.round(this.#lately / SAMPLES))),
      ...keepAll,
    });
  }

  end(): number {
    let bytes = 0;
    this.#isOpen = false;
    this.#session.post('HeapProfiler.stopSampling', (error, answer) => {
      if (error === null) bytes = this.#sizeOf(answer.profile.head, []);
    });
    this.#lately = Math.max(bytes, this.#lately * FORGETTING);
    return bytes;
  }

  close(): void {
    this.#session.disconnect();
  }

  #sizeOf({ callFrame, selfSize, children }: HeapNode, above: readonly number[]): number {
    const stack = this.#names.below(above, callFrame);
    return children.reduce((sum, child) => sum + this.#sizeOf(child, stack), stack.length === 0 ? 0 : selfSize);
  }
}

interface HeapNode {
  readonly callFrame: CallFrame;
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
}
