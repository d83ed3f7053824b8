/** A search from outside: starts workers, keeps what they find, and goes on with the next one when a worker is lost. */
import type { U64 } from '../../base/u64.ts';
import { keyOf, type RawFinding } from '../oracle/raw-finding.ts';
import { escalated, FuzzWorker, type Loss, type OrderParts, refusalOf } from './fuzz-worker.ts';
import type { FuzzPrograms } from './place.ts';
import type { CodeFacts, FormName, FromWorker, RemarkCode, SearchEnd } from './protocol.ts';
import { AFTER_LOSS, SingleInputs } from './single-inputs.ts';

export interface SearchOptions {
  readonly programs: FuzzPrograms;
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
  /** What had to be guessed of the arguments. */
  readonly onGuess?: (guess: string) => void;
  /** What is no failure of an input and is to be told. */
  readonly onRemark?: (code: RemarkCode, remark: string) => void;
  /** What the target did cannot be held by a thread, so the search goes on in a process of its own. */
  readonly onEscalated: (why: string) => void;
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
  /** The order as it was carried out in the end. */
  readonly order: OrderParts;
  readonly buckets: readonly Bucket[];
  readonly kept: readonly Uint8Array[];
  readonly elapsedMs: number;
  readonly lastInput: Uint8Array;
}

const TICK_MS = 200;
/** A target that loses its worker with nearly every input teaches nothing more. */
const LOSSES_MAX = 40;
/** The same for what is known already. */
const KNOWN_LOSSES_MAX = 200;

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
  #order: OrderParts;
  /** Inputs that a worker could not be called with. */
  readonly #untried: Uint8Array[] = [];
  /** Inputs that cost a worker its life: no other one is given them again. */
  readonly #deadly: Uint8Array[] = [];
  #code: CodeFacts = { files: [], packages: [] };
  #generation = 0;
  /** Workers that were lost to something new. */
  #losses = 0;
  #startedMs = 0;
  #ticker: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: SearchOptions, resolve: (result: SearchResult) => void, reject: (error: unknown) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#order = options.order;
    this.#current = this.#make();
  }

  start(): void {
    const { signal } = this.#options;
    signal.addEventListener('abort', () => this.#stop(), { once: true });
    if (signal.aborted) this.#stop();
    this.#attend(this.#current, 0);
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
  }

  /** A worker that is still loading its target does not look whether it should stop. */
  #stop(): void {
    this.#current.stop();
    if (this.#startedMs === 0) void this.#finish({ executed: 0, stoppedBy: 'stopped', blocks: 0, features: 0, freshMax: 0, files: [] });
  }

  #make(): FuzzWorker {
    return new FuzzWorker(this.#options.programs, this.#order);
  }

  #attend(worker: FuzzWorker, executed: number): void {
    worker.attend({
      heard: (message) => this.#hear(worker, message, executed),
      lost: (loss) => void this.#lost(loss),
      failed: (error) => void this.#fail(error),
    });
  }

  #hear(worker: FuzzWorker, message: FromWorker, executed: number): void {
    switch (message.is) {
      case 'ready':
        if (message.guess !== undefined && this.#generation === 0) this.#options.onGuess?.(message.guess);
        return this.#begin(worker, message.form, message.code, executed);
      case 'kept':
        return this.#keep(message.bytes);
      case 'found':
        return this.#note(message.finding, message.bytes);
      case 'remarked':
        return this.#generation === 0 ? this.#options.onRemark?.(message.code, message.remark) : undefined;
      case 'searched':
        return void this.#finish(message.end);
      case 'refused':
      case 'broken':
        return this.#refused(message);
      default:
    }
  }

  /** A worker that goes on from the entries of another finds them new again. */
  #keep(bytes: Uint8Array): void {
    if (this.#isKept(bytes)) return;
    this.#kept.push(bytes);
    this.#options.onKept(bytes);
  }

  #isKept(bytes: Uint8Array): boolean {
    if (this.#generation === 0) return false;
    return isAmong(bytes, this.#kept) || isAmong(bytes, this.#options.corpus);
  }

  #begin(worker: FuzzWorker, form: FormName, code: CodeFacts, executed: number): void {
    const { seed, runs, timeMs, resting, stopsAtFirst, corpus } = this.#options;
    this.#order = { ...this.#order, form };
    this.#code = code;
    if (this.#startedMs === 0) this.#startedMs = performance.now();
    const left = timeMs === undefined ? undefined : Math.max(0, timeMs - this.#elapsedMs);
    const order = {
      seed,
      generation: this.#generation,
      executed,
      runs,
      timeMs: left,
      resting,
      stopsAtFirst,
      deadly: this.#deadly,
      entries: [...this.#untried, ...corpus, ...this.#kept].filter((bytes) => !isAmong(bytes, this.#deadly)),
      buckets: this.#buckets.map(({ finding }) => keyOf(finding)),
    };
    worker.post({ is: 'search', order });
    // Afterwards: to start a thread takes longer than all the rest of going on.
    this.#spare ??= this.#make();
  }

  get #elapsedMs(): number {
    return this.#startedMs === 0 ? 0 : performance.now() - this.#startedMs;
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

  /** A thread that has to refuse what a process could do gives way to one. */
  #refused(message: FromWorker & { readonly is: 'refused' | 'broken' }): void {
    const order = escalated(this.#order, message);
    if (order === undefined) return void this.#fail(refusalOf(message));
    const { executed } = this.#current.shared;
    if (executed > 0) {
      this.#collectCounts();
      this.#untried.push(this.#current.shared.lastInput());
    }
    this.#options.onEscalated(message.message);
    for (const worker of [this.#current, this.#spare]) void worker?.close();
    this.#generation += 1;
    this.#order = order;
    this.#current = this.#make();
    this.#spare = undefined;
    this.#attend(this.#current, executed);
  }

  /** What ends a process may have been set going by an earlier input: the last ones are executed again, each on its own. */
  async #attributed(loss: Loss): Promise<Pick<Loss, 'finding' | 'bytes'> | undefined> {
    const { finding, bytes, suspects } = loss;
    if ((suspects.length === 0 && !loss.isShort) || this.#keys.has(keyOf(finding))) return { finding, bytes };
    const inputs = new SingleInputs(this.#options.programs, { ...this.#order, isSearch: false });
    try {
      // It may come back when it has all the time there is.
      if (loss.isShort && finding.title === 'hang') {
        const { finding: again } = await inputs.examine(bytes);
        return again && { finding: again, bytes };
      }
      for (const suspect of [bytes, ...suspects.slice(1)]) {
        if (this.#options.signal.aborted) break;
        const { finding: again } = await inputs.examine(suspect);
        if (again?.title === finding.title) return { finding: again, bytes: suspect };
      }
      return { finding, bytes };
    } finally {
      await inputs.close();
    }
  }

  #count({ finding, bytes }: Pick<Loss, 'finding' | 'bytes'>): void {
    if (!this.#keys.has(keyOf(finding))) this.#losses += 1;
    this.#note(finding, bytes);
    const bucket = this.#buckets[this.#keys.get(keyOf(finding)) ?? 0];
    if (bucket !== undefined) bucket.count += 1;
  }

  /** The spare one has loaded the target already, so the search goes on at once. */
  async #lost(loss: Loss): Promise<void> {
    this.#collectCounts();
    this.#deadly.push(loss.bytes);
    const { executed } = loss;
    const attributed = await this.#attributed(loss);
    if (attributed !== undefined) this.#count(attributed);
    this.#generation += 1;
    const { runs, timeMs, stopsAtFirst, signal } = this.#options;
    const isOver = executed >= runs || (timeMs !== undefined && this.#startedMs > 0 && this.#elapsedMs >= timeMs);
    const isLost = this.#losses >= LOSSES_MAX || this.#generation >= KNOWN_LOSSES_MAX;
    // Before it has begun it may be that an input did not come back that was to show what the target takes.
    if (isOver || stopsAtFirst || signal.aborted || isLost || (this.#startedMs === 0 && this.#order.form !== 'auto')) {
      const { blocks, features } = this.#current.shared.figures;
      const stoppedBy = signal.aborted ? 'stopped' : executed >= runs ? 'runs' : isOver ? 'time' : 'failure';
      this.#current = this.#spare ?? this.#current;
      return void this.#finish({ executed, stoppedBy, blocks, features, freshMax: 0, files: [] }, true);
    }
    if (this.#order.form === 'auto') this.#order = { ...this.#order, form: AFTER_LOSS };
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
    this.#resolve({ end, form: this.#order.form, code: this.#code, order: this.#order, buckets, kept: this.#kept, elapsedMs, lastInput });
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

function isAmong(bytes: Uint8Array, list: readonly Uint8Array[]): boolean {
  return list.some((each) => Buffer.compare(each, bytes) === 0);
}
