/**
 * A fuzz worker as its parent sees it: started, watched, and ended when it no longer moves. The watch is a timer in this thread that looks at
 * what the worker writes down before every call, so it works however busy the worker is.
 */
import { FozzyError } from '../../base/problem.ts';
import { errorCodes, type ErrorCode } from '../../base/error-codes.ts';
import type { SharedState } from '../loop/shared-state.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import { CallClock } from './processor-time.ts';
import type { StuckCall } from './stuck-call.ts';
import { ProcessPlace } from './child/process-place.ts';
import { type Death, type FuzzPrograms, HEAP_MB, memoryFinding, type Place, RSS_GROWTH_MB } from './place.ts';
import type { FromWorker, ToWorker, WorkerOrder } from './protocol.ts';
import { importEnded, importNeverEnds } from '../target/target-problem.ts';
import { ThreadPlace } from './thread-place.ts';

const LOOK_EVERY_MS = 5;
/** A worker may use this much more than the limit before it is ended from outside: usually it notices by itself. */
const GRACE_MS = 15;
/** How long one that is to be ended may take to say where it is, before it is ended all the same. */
const ANSWER_MS = 35;
/** What does not come back and has taken this much would have run out of memory next. */
const GROWTH_MB = 160;
const MB = 1024 * 1024;
/** How long a module may take until it is imported. */
const IMPORT_MS = 60_000;

/** How the worker was lost, and with which input. */
export interface Loss {
  readonly finding: RawFinding;
  readonly bytes: Uint8Array;
  readonly executed: number;
  /** It was given less time than a call may take. */
  readonly isShort: boolean;
  /** Where another one than the last may have done it: the last inputs, the newest first. */
  readonly suspects: readonly Uint8Array[];
}

export type WorkerEvents = {
  readonly heard: (message: FromWorker) => void;
  readonly lost: (loss: Loss) => void;
  readonly failed: (error: Error) => void;
};

export type OrderParts = Omit<WorkerOrder, 'memory'>;

export class FuzzWorker {
  readonly #place: Place;
  readonly #hangTimeoutMs: number;
  readonly #rssLimit: number;
  #events: WorkerEvents | undefined;
  readonly #early: FromWorker[] = [];
  #timer: NodeJS.Timeout | undefined;
  #seen = -1;
  readonly #clock: CallClock;
  #asked = 0;
  #isOver = false;
  #isReady = false;
  readonly #told: string;
  readonly #age: CallClock;
  #rssBefore: number;

  constructor(programs: FuzzPrograms, order: OrderParts) {
    this.#hangTimeoutMs = order.hangTimeoutMs;
    this.#told = order.target.told;
    const events = { heard: (message: FromWorker) => this.#hear(message), died: (death: Death) => this.#die(death) };
    this.#place =
      order.isolation === 'process' ? new ProcessPlace(programs.process, order, events) : new ThreadPlace(programs.thread, order, events);
    const clock = () => new CallClock({ now: () => performance.now(), times: () => this.#place.times() });
    this.#clock = clock();
    this.#age = clock();
    this.#age.start();
    this.#rssBefore = this.#place.rss();
    this.#rssLimit = this.#rssBefore + (RSS_GROWTH_MB + HEAP_MB) * MB;
  }

  /** What it has written down by now. */
  get shared(): SharedState {
    this.#place.refresh();
    return this.#place.state;
  }

  /** From now on whoever called this hears what the worker says; what it said before is told at once. */
  attend(events: WorkerEvents): void {
    this.#events = events;
    for (const message of this.#early.splice(0)) events.heard(message);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  post(message: ToWorker): void {
    this.#seen = -1;
    this.#rssBefore = this.#place.rss();
    this.#place.post(message);
  }

  stop(): void {
    this.#place.stop();
  }

  /** Whether the process stays alive for it. */
  hold(isNeeded: boolean): void {
    this.#place.hold(isNeeded);
    if (isNeeded) this.#timer?.ref();
    else this.#timer?.unref();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#timer);
    await this.#place.close();
  }

  #hear(message: FromWorker): void {
    if (this.#isOver) return;
    this.#isReady ||= message.is === 'ready';
    if (this.#events === undefined) this.#early.push(message);
    else this.#events.heard(message);
  }

  #look(): void {
    const { shared } = this;
    if (!this.#isReady) this.#age.note();
    if (!this.#isReady && !shared.isRunning && this.#age.isOver(IMPORT_MS))
      return this.#fail(importNeverEnds(this.#told, `it is still busy after ${IMPORT_MS / 1000} s`));
    if (this.#place.rss() > this.#rssLimit && shared.isRunning) return this.#lose(memoryFinding('memory outside of the heap'));
    const { beat } = shared;
    if (!shared.isRunning || beat !== this.#seen) {
      this.#seen = shared.isRunning ? beat : -1;
      this.#asked = 0;
      this.#clock.start();
      return;
    }
    this.#clock.note();
    const limitMs = this.#limitMs;
    // Asked twice, so that what moved in between tells a loop that goes round from one that waits.
    if (this.#asked === 0 && this.#clock.isOver(limitMs / 2)) this.#ask(() => undefined);
    if (this.#asked === 1 && this.#clock.isOver(limitMs + GRACE_MS)) this.#ask((stuck) => this.#end(stuck));
    if (this.#clock.isOver(limitMs + GRACE_MS + ANSWER_MS)) this.#end(undefined);
  }

  get #limitMs(): number {
    return this.#place.state.limitMs || this.#hangTimeoutMs;
  }

  #ask(then: (stuck: StuckCall | undefined) => void): void {
    this.#asked += 1;
    const beat = this.#seen;
    void this.#place.askStuck().then((stuck) => {
      if (!this.#isOver && this.#seen === beat) then(stuck);
    });
  }

  /** It has come back after all if it speaks of another call. */
  #end(stuck: StuckCall | undefined): void {
    if (stuck !== undefined && stuck.beat !== this.#seen) return;
    const grownMb = (this.#place.rss() - this.#rssBefore) / MB;
    if (grownMb > GROWTH_MB) return this.#lose(memoryFinding(`${Math.round(grownMb)} MB in ${this.#hangTimeoutMs} ms`));
    const told = stuck?.finding ?? { kind: 'hang', title: 'hang', message: '', bucket: 'hang outside' };
    this.#lose({
      ...told,
      message: `it did not come back within ${this.#hangTimeoutMs} ms and had to be ended from outside`,
      ...(this.#clock.isDoubtful ? { isDoubtful: true } : {}),
    });
  }

  #die({ finding, error }: Death): void {
    if (this.#isOver) return;
    if (finding !== undefined) return this.#lose(finding, this.#place.recent());
    this.#fail(this.#isReady ? error : importEnded(this.#told, error));
  }

  #fail(error: Error): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    void this.#place.close();
    this.#events?.failed(error);
  }

  #lose(finding: RawFinding, suspects: readonly Uint8Array[] = []): void {
    const { shared } = this;
    const loss = { finding, bytes: shared.lastInput(), executed: shared.executed, suspects, isShort: this.#limitMs < this.#hangTimeoutMs };
    this.#isOver = true;
    clearInterval(this.#timer);
    void this.#place.close();
    this.#events?.lost(loss);
  }
}

/** What a worker refused with, as the error it was there. */
export function refusalOf(message: FromWorker & { readonly is: 'refused' | 'broken' }): Error {
  if (message.is === 'broken') return new Error(message.message);
  const { code, hint, details } = message;
  const known = (Object.keys(errorCodes) as ErrorCode[]).find((each) => each === code) ?? 'internal'; // keys of that record
  return new FozzyError(known, message.message, { hint, ...(details === undefined ? {} : { details }) });
}

/** The same order for a process, if that is what a thread was refused for and nobody asked for a thread. */
export function escalated(order: OrderParts, message: FromWorker): OrderParts | undefined {
  const isAsked = message.is === 'refused' && message.details?.['isolation'] === 'process';
  return isAsked && order.isolation === 'auto' ? { ...order, isolation: 'process' } : undefined;
}
