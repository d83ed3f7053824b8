/**
 * A fuzz worker as its parent sees it: started, watched, and ended when it no longer moves. The watch is a timer in this thread that looks at
 * shared memory, so it works however busy the worker is.
 */
import { Worker } from 'node:worker_threads';
import { FozzyError } from '../../base/problem.ts';
import { errorCodes, type ErrorCode } from '../../base/error-codes.ts';
import { SharedState } from '../loop/shared-state.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import type { FromWorker, ToWorker, WorkerOrder } from './protocol.ts';

const LOOK_EVERY_MS = 5;
/** A worker may use this much more than the limit before it is ended from outside: usually it notices by itself. */
const GRACE_MS = 15;
const HEAP_MB = 512;
const YOUNG_MB = 64;
/** Memory outside of the heap, such as buffers, by which the process may grow. */
const RSS_GROWTH_MB = 1024;
/** What does not come back and has taken this much would have run out of memory next. */
const GROWTH_MB = 160;
const MB = 1024 * 1024;

/** How the worker was lost, and with which input. */
export interface Loss {
  readonly finding: RawFinding;
  readonly bytes: Uint8Array;
  readonly executed: number;
}

export type WorkerEvents = {
  readonly heard: (message: FromWorker) => void;
  readonly lost: (loss: Loss) => void;
  readonly failed: (error: Error) => void;
};

export type OrderParts = Omit<WorkerOrder, 'memory'>;

export class FuzzWorker {
  readonly shared: SharedState;
  readonly #worker: Worker;
  readonly #hangTimeoutMs: number;
  readonly #rssLimit: number;
  #events: WorkerEvents | undefined;
  readonly #early: FromWorker[] = [];
  #timer: NodeJS.Timeout | undefined;
  #seen = -1;
  #sinceMs = 0;
  #isOver = false;
  #rssBefore = process.memoryUsage.rss();

  constructor(entry: string, order: OrderParts) {
    this.shared = SharedState.create(order.maxInputBytes * 2 + 64);
    this.#hangTimeoutMs = order.hangTimeoutMs;
    this.#rssLimit = process.memoryUsage.rss() + (RSS_GROWTH_MB + HEAP_MB) * MB;
    this.#worker = new Worker(entry, {
      workerData: { ...order, memory: this.shared.memory } satisfies WorkerOrder,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: 2 },
      // Its output is not read here: streams that are keep the process alive. The target prints nothing (see pinned-world.ts).
      env: process.env,
    });
    this.#worker.on('message', (message: FromWorker) => this.#hear(message));
    this.#worker.on('error', (error) => this.#die(error));
    this.#worker.on('exit', (code) => this.#die(new Error(`the worker ended with code ${code}`)));
  }

  /** From now on whoever called this hears what the worker says; what it said before is told at once. */
  attend(events: WorkerEvents): void {
    this.#events = events;
    for (const message of this.#early.splice(0)) events.heard(message);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  post(message: ToWorker): void {
    this.#seen = -1;
    this.#rssBefore = process.memoryUsage.rss();
    this.#worker.postMessage(message);
  }

  /** Whether the process stays alive for it. */
  hold(isNeeded: boolean): void {
    if (isNeeded) {
      this.#worker.ref();
      this.#timer?.ref();
    } else {
      this.#worker.unref();
      this.#timer?.unref();
    }
  }

  async close(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#timer);
    await this.#worker.terminate();
  }

  #hear(message: FromWorker): void {
    if (this.#isOver) return;
    if (this.#events === undefined) this.#early.push(message);
    else this.#events.heard(message);
  }

  #look(): void {
    const { shared } = this;
    if (process.memoryUsage.rss() > this.#rssLimit && shared.isRunning) return this.#lose(memoryFinding('memory outside of the heap'));
    const { beat } = shared;
    const nowMs = performance.now();
    if (!shared.isRunning || beat !== this.#seen) {
      this.#seen = shared.isRunning ? beat : -1;
      this.#sinceMs = nowMs;
    } else if (nowMs - this.#sinceMs > this.#hangTimeoutMs + GRACE_MS) {
      const grownMb = (process.memoryUsage.rss() - this.#rssBefore) / MB;
      if (grownMb > GROWTH_MB) return this.#lose(memoryFinding(`${Math.round(grownMb)} MB in ${this.#hangTimeoutMs} ms`));
      this.#lose({
        kind: 'hang',
        title: 'hang',
        message: `it did not come back within ${this.#hangTimeoutMs} ms and had to be ended from outside`,
        bucket: 'hang outside',
      });
    }
  }

  #die(error: unknown): void {
    if (this.#isOver) return;
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (isMemory) return this.#lose(memoryFinding(`the heap reached its limit of ${HEAP_MB} MB`));
    if (this.shared.isRunning) {
      const message = `it ended the thread it ran in: ${error instanceof Error ? error.message : String(error)}`;
      return this.#lose({ kind: 'target_behavior', title: 'worker_died', message, bucket: 'worker died' });
    }
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#events?.failed(error instanceof Error ? error : new Error(String(error)));
  }

  #lose(finding: RawFinding): void {
    const loss = { finding, bytes: this.shared.lastInput(), executed: this.shared.executed };
    this.#isOver = true;
    clearInterval(this.#timer);
    void this.#worker.terminate();
    this.#events?.lost(loss);
  }
}

function memoryFinding(what: string): RawFinding {
  return { kind: 'target_behavior', title: 'out_of_memory', message: `it ran out of memory: ${what}`, bucket: 'out of memory' };
}

/** What a worker refused with, as the error it was there. */
export function refusalOf(message: FromWorker & { readonly is: 'refused' | 'broken' }): Error {
  if (message.is === 'broken') return new Error(message.message);
  const { code, hint, details } = message;
  const known = (Object.keys(errorCodes) as ErrorCode[]).find((each) => each === code) ?? 'internal'; // keys of that record
  return new FozzyError(known, message.message, { hint, ...(details === undefined ? {} : { details }) });
}
