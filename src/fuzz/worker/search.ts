/** A search from outside: starts workers, keeps what they find, and goes on with the next one when a worker is lost. */
import type { U64 } from '../../base/u64.ts';
import { keyOf, type RawFinding } from '../oracle/raw-finding.ts';
import { FuzzWorker, type Loss, type OrderParts, refusalOf } from './fuzz-worker.ts';
import type { CodeFacts, FormName, FromWorker, SearchEnd } from './protocol.ts';

export interface SearchOptions {
  readonly entry: string;
  readonly order: OrderParts;
  readonly seed: U64;
  readonly runs: number;
  readonly timeMs: number | undefined;
  readonly resting: number;
  readonly stopsAtFirst: boolean;
  readonly corpus: readonly Uint8Array[];
  readonly signal: AbortSignal;
  /** A new input for the corpus. */
  readonly onKept: (bytes: Uint8Array) => void;
  readonly onFound: (finding: RawFinding) => void;
  readonly onTick: (figures: SearchFigures) => void;
}

export interface SearchFigures {
  readonly executed: number;
  readonly blocks: number;
  readonly entries: number;
  readonly buckets: number;
}

export interface Bucket {
  readonly finding: RawFinding;
  readonly bytes: Uint8Array;
  count: number;
}

export interface SearchResult {
  readonly end: SearchEnd;
  readonly form: FormName;
  readonly code: CodeFacts;
  readonly buckets: readonly Bucket[];
  readonly kept: readonly Uint8Array[];
  readonly elapsedMs: number;
  readonly lastInput: Uint8Array;
}

const TICK_MS = 200;
/** A target that loses its worker with nearly every input teaches nothing more. */
const LOSSES_MAX = 40;

export function searchTarget(options: SearchOptions): Promise<SearchResult> {
  return new Promise((resolve, reject) => new Search(options, resolve, reject).start());
}

class Search {
  readonly #options: SearchOptions;
  readonly #resolve: (result: SearchResult) => void;
  readonly #reject: (error: unknown) => void;
  readonly #buckets: Bucket[] = [];
  /** Counts of buckets in workers that are gone. */
  readonly #keys = new Map<string, number>();
  readonly #kept: Uint8Array[] = [];
  #current: FuzzWorker;
  #spare: FuzzWorker | undefined;
  #form: FormName;
  #code: CodeFacts = { files: [], packages: [] };
  #generation = 0;
  #startedMs = 0;
  #ticker: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: SearchOptions, resolve: (result: SearchResult) => void, reject: (error: unknown) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#form = options.order.form;
    this.#current = this.#make();
  }

  start(): void {
    const { signal } = this.#options;
    signal.addEventListener('abort', () => this.#current.shared.stop(), { once: true });
    if (signal.aborted) this.#current.shared.stop();
    this.#attend(this.#current, 0);
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
  }

  #make(): FuzzWorker {
    return new FuzzWorker(this.#options.entry, { ...this.#options.order, form: this.#form });
  }

  #attend(worker: FuzzWorker, executed: number): void {
    worker.attend({
      heard: (message) => this.#hear(worker, message, executed),
      lost: (loss) => this.#lost(loss),
      failed: (error) => void this.#fail(error),
    });
  }

  #hear(worker: FuzzWorker, message: FromWorker, executed: number): void {
    switch (message.is) {
      case 'ready':
        return this.#begin(worker, message.form, message.code, executed);
      case 'kept':
        this.#kept.push(message.bytes);
        return this.#options.onKept(message.bytes);
      case 'found':
        return this.#note(message.finding, message.bytes);
      case 'searched':
        return void this.#finish(message.end);
      case 'refused':
      case 'broken':
        return void this.#fail(refusalOf(message));
      default:
    }
  }

  #begin(worker: FuzzWorker, form: FormName, code: CodeFacts, executed: number): void {
    const { seed, runs, timeMs, resting, stopsAtFirst, corpus } = this.#options;
    this.#form = form;
    this.#code = code;
    if (this.#startedMs === 0) this.#startedMs = performance.now();
    const left = timeMs === undefined ? undefined : Math.max(0, timeMs - this.#elapsedMs);
    const buckets = this.#buckets.map(({ finding }) => keyOf(finding));
    const order = {
      seed,
      generation: this.#generation,
      executed,
      runs,
      timeMs: left,
      resting,
      stopsAtFirst,
      entries: [...corpus, ...this.#kept],
      buckets,
    };
    worker.post({ is: 'search', order });
    // Afterwards: to start a thread takes longer than all the rest of going on.
    this.#spare ??= this.#make();
  }

  get #elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }

  #note(finding: RawFinding, bytes: Uint8Array): void {
    const key = keyOf(finding);
    if (this.#keys.has(key)) return;
    this.#keys.set(key, this.#buckets.length);
    this.#buckets.push({ finding, bytes, count: 0 });
    this.#options.onFound(finding);
  }

  #collectCounts(): void {
    for (const [index, bucket] of this.#buckets.entries()) bucket.count += this.#current.shared.bucketCount(index);
  }

  /** The spare one has loaded the target already, so the search goes on at once. */
  #lost({ finding, bytes, executed }: Loss): void {
    this.#collectCounts();
    this.#note(finding, bytes);
    const bucket = this.#buckets[this.#keys.get(keyOf(finding)) ?? 0];
    if (bucket !== undefined) bucket.count += 1;
    this.#generation += 1;
    const { runs, timeMs, stopsAtFirst, signal } = this.#options;
    const isOver = executed >= runs || (timeMs !== undefined && this.#startedMs > 0 && this.#elapsedMs >= timeMs);
    if (isOver || stopsAtFirst || signal.aborted || this.#generation >= LOSSES_MAX || this.#startedMs === 0) {
      const { blocks, features } = this.#current.shared.figures;
      const stoppedBy = signal.aborted ? 'stopped' : executed >= runs ? 'runs' : isOver ? 'time' : 'failure';
      this.#current = this.#spare ?? this.#current;
      return void this.#finish({ executed, stoppedBy, blocks, features, freshMax: 0, files: [] }, true);
    }
    this.#current = this.#spare ?? this.#make();
    this.#spare = undefined;
    this.#attend(this.#current, executed);
  }

  #tick(): void {
    const { shared } = this.#current;
    const { blocks, entries, buckets } = shared.figures;
    this.#options.onTick({ executed: shared.executed, blocks, entries, buckets: Math.max(buckets, this.#buckets.length) });
  }

  async #finish(end: SearchEnd, counted = false): Promise<void> {
    if (this.#isOver) return;
    if (!counted) this.#collectCounts();
    const elapsedMs = this.#elapsedMs;
    const lastInput = this.#current.shared.lastInput();
    await this.#close();
    const buckets = this.#buckets.map((bucket) => ({ ...bucket, count: Math.max(1, bucket.count) }));
    this.#resolve({ end, form: this.#form, code: this.#code, buckets, kept: this.#kept, elapsedMs, lastInput });
  }

  async #fail(error: unknown): Promise<void> {
    if (this.#isOver) return;
    await this.#close();
    this.#reject(error);
  }

  async #close(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#ticker);
    await Promise.all([this.#current.close(), this.#spare?.close()]);
  }
}
