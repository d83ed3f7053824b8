/** What running code costs from one moment to another, as one number. Quick to begin and to end, so that every smaller run can be measured. */
import { Session } from 'node:inspector';
import type { CostMetric } from '../../trace/profile/profile.ts';
import type { CallFrame, FrameNames } from './frame-names.ts';

export interface Meter {
  begin(): void;
  end(): number;
  close(): void;
}

export function openMeter(metric: CostMetric, names: FrameNames, intervalBytes = RUN_INTERVAL): Meter {
  return metric === 'cpu_time' ? new CpuMeter() : new AllocationMeter(names, intervalBytes);
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

/** Bytes between samples: what a run allocates is told to a few percent, and the run does not take longer for it. */
const RUN_INTERVAL = 1024;
/** Calls allocate far less, and are many. */
export const CALL_INTERVAL = 256;

/** Bytes the user's code had V8 allocate; the inspector answers at once, so a run can be measured in the middle of a session. */
class AllocationMeter implements Meter {
  readonly #session = new Session();
  readonly #names: FrameNames;
  readonly #intervalBytes: number;

  constructor(names: FrameNames, intervalBytes: number) {
    this.#names = names;
    this.#intervalBytes = intervalBytes;
    this.#session.connect();
    this.#session.post('HeapProfiler.enable');
  }

  begin(): void {
    // A try that had to be made again never ended.
    this.end();
    const keepAll = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
    this.#session.post('HeapProfiler.startSampling', { samplingInterval: this.#intervalBytes, ...keepAll });
  }

  end(): number {
    let bytes = 0;
    this.#session.post('HeapProfiler.stopSampling', (error, answer) => {
      if (error === null) bytes = this.#sizeOf(answer.profile.head, []);
    });
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
