/** A thread of this process: quick to start, shares memory, and survives everything but what ends the process as a whole. */
import { Worker } from 'node:worker_threads';
import { SharedState } from '../loop/shared-state.ts';
import { type Death, HEAP_MB, memoryFinding, type Place, type PlaceEvents, YOUNG_MB } from './place.ts';
import { type ThreadTimes, threadTimes } from './processor-time.ts';
import type { FromWorker, ToWorker, WorkerOrder } from './protocol.ts';
import { ASK_STUCK, readStuck, type StuckCall } from './stuck-call.ts';
import { askThread } from './thread-sampler.ts';

export class ThreadPlace implements Place {
  readonly state: SharedState;
  readonly #worker: Worker;

  constructor(program: string, order: Omit<WorkerOrder, 'memory'>, events: PlaceEvents) {
    this.state = SharedState.create(order.maxInputBytes * 2 + 64);
    this.#worker = new Worker(program, {
      workerData: { ...order, memory: this.state.memory } satisfies WorkerOrder,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: 2 },
      // Its output is not read here: streams that are keep the process alive. The target prints nothing (see pinned-world.ts).
      env: process.env,
    });
    this.#worker.on('message', (message: FromWorker) => events.heard(message));
    this.#worker.on('error', (error) => events.died(this.#death(error)));
    this.#worker.on('exit', (code) => events.died(this.#death(new Error(`the worker ended with code ${code}`))));
  }

  /** Its memory is ours. */
  refresh(): void {}

  rss(): number {
    return process.memoryUsage.rss();
  }

  times(): ThreadTimes | undefined {
    return threadTimes(this.state.thread);
  }

  async askStuck(): Promise<StuckCall | undefined> {
    return readStuck(await askThread(this.#worker.threadId, ASK_STUCK));
  }

  post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  stop(): void {
    this.state.stop();
  }

  hold(isNeeded: boolean): void {
    if (isNeeded) this.#worker.ref();
    else this.#worker.unref();
  }

  /** The program itself finds out what an earlier input did. */
  recent(): readonly Uint8Array[] {
    return [];
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #death(thrown: unknown): Death {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      return { finding: memoryFinding(`the heap reached its limit of ${HEAP_MB} MB`), error };
    if (!this.state.isRunning) return { finding: undefined, error };
    const message = `it ended the thread it ran in: ${error.message}`;
    return { finding: { kind: 'target_behavior', title: 'worker_died', message, bucket: 'worker died' }, error };
  }
}
