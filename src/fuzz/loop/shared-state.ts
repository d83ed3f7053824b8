/**
 * Memory that a worker and its parent share: before every call the worker writes what the call gets and counts one up, so that whoever
 * watches knows what ran when nothing moves any more. Figures for people lie here too, because a busy worker answers no messages.
 */

const HEADER_WORDS = 64;
export const BUCKETS_MAX = 256;

const STOP = 0;
const EXECUTED = 1;
const INPUT_LENGTH = 2;
const BLOCKS = 3;
const ENTRIES = 4;
const BUCKETS = 5;
const RUNNING = 6;
const FORM = 7;
const FEATURES = 8;

export class SharedState {
  readonly memory: SharedArrayBuffer;
  readonly input: Uint8Array;
  readonly #words: Int32Array;
  readonly #counts: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#words = new Int32Array(memory, 0, HEADER_WORDS);
    this.#counts = new Int32Array(memory, HEADER_WORDS * 4, BUCKETS_MAX);
    this.input = new Uint8Array(memory, (HEADER_WORDS + BUCKETS_MAX) * 4);
  }

  static create(inputMax: number): SharedState {
    return new SharedState(new SharedArrayBuffer((HEADER_WORDS + BUCKETS_MAX) * 4 + inputMax));
  }

  get stopped(): boolean {
    return Atomics.load(this.#words, STOP) !== 0;
  }

  stop(): void {
    Atomics.store(this.#words, STOP, 1);
  }

  /** The target is about to be called with the input that lies in `input`. */
  begin(executed: number, length: number): void {
    const words = this.#words;
    words[EXECUTED] = executed;
    words[INPUT_LENGTH] = length;
    words[RUNNING] = 1;
  }

  end(): void {
    this.#words[RUNNING] = 0;
  }

  get isRunning(): boolean {
    return Atomics.load(this.#words, RUNNING) === 1;
  }

  get executed(): number {
    return Atomics.load(this.#words, EXECUTED) >>> 0;
  }

  get form(): number {
    return Atomics.load(this.#words, FORM);
  }

  set form(index: number) {
    Atomics.store(this.#words, FORM, index);
  }

  lastInput(): Uint8Array {
    return this.input.slice(0, Atomics.load(this.#words, INPUT_LENGTH));
  }

  tell(blocks: number, features: number, entries: number, buckets: number): void {
    this.#words[BLOCKS] = blocks;
    this.#words[FEATURES] = features;
    this.#words[ENTRIES] = entries;
    this.#words[BUCKETS] = buckets;
  }

  get figures(): { readonly blocks: number; readonly features: number; readonly entries: number; readonly buckets: number } {
    const words = this.#words;
    return { blocks: words[BLOCKS] ?? 0, features: words[FEATURES] ?? 0, entries: words[ENTRIES] ?? 0, buckets: words[BUCKETS] ?? 0 };
  }

  countBucket(index: number): void {
    if (index < BUCKETS_MAX) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  bucketCount(index: number): number {
    return this.#counts[index] ?? 0;
  }
}
