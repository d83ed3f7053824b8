/**
 * What a long command says while it works, as an async iterator, together with its result. Events wait in a buffer with an end: when
 * nobody reads them the oldest are dropped and counted, so the result settles whether or not they are read.
 */
import type { ProgressEvent } from '../report/progress.ts';
import { FozzyAbortError } from './errors.ts';

const BUFFERED_MAX = 1000;

export class EventStream<D extends object> implements AsyncIterableIterator<ProgressEvent, undefined> {
  /** The document of the command; rejects with `FozzyAbortError` when the stream was left early. */
  readonly result: Promise<D>;
  readonly #cancel: () => void;
  readonly #buffer: ProgressEvent[] = [];
  readonly #waiting: ((step: IteratorResult<ProgressEvent, undefined>) => void)[] = [];
  #dropped = 0;
  #ended = false;

  /** `work` is called at once, with where to put events and the signal that ends it. */
  constructor(work: (put: (event: ProgressEvent) => void, signal: AbortSignal) => Promise<D>, signal?: AbortSignal) {
    const own = new AbortController();
    this.#cancel = () => own.abort();
    const either = signal === undefined ? own.signal : AbortSignal.any([signal, own.signal]);
    this.result = work((event) => this.#put(event), either).finally(() => this.#end());
    // A result nobody asks for must not end the process.
    this.result.catch(() => {});
  }

  /** How many events nobody was there to read. */
  get dropped(): number {
    return this.#dropped;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** After the last event the iteration ends; a command that was refused or cancelled throws here as well. */
  async next(): Promise<IteratorResult<ProgressEvent, undefined>> {
    const event = this.#buffer.shift();
    if (event !== undefined) return { done: false, value: event };
    if (!this.#ended) {
      const step = await new Promise<IteratorResult<ProgressEvent, undefined>>((resolve) => this.#waiting.push(resolve));
      if (step.done !== true) return step;
    }
    await this.result;
    return { done: true, value: undefined };
  }

  /** Called by `break`: the work is cancelled, and over when this resolves. */
  async return(): Promise<IteratorResult<ProgressEvent, undefined>> {
    this.#cancel();
    await this.result.catch((error: unknown) => {
      if (!(error instanceof FozzyAbortError)) throw error;
    });
    return { done: true, value: undefined };
  }

  #put(event: ProgressEvent): void {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) {
      waiting({ done: false, value: event });
      return;
    }
    this.#buffer.push(event);
    if (this.#buffer.length <= BUFFERED_MAX) return;
    this.#buffer.shift();
    this.#dropped += 1;
  }

  #end(): void {
    this.#ended = true;
    for (const waiting of this.#waiting.splice(0)) waiting({ done: true, value: undefined });
  }
}
