/**
 * Memory that a worker and its parent share: before every call the worker writes what the call gets and counts one up, so that whoever
 * watches knows what ran when nothing moves any more. Figures for people lie here too, because a busy worker answers no messages.
 */
import { stringForm } from '../input/string-form.ts';
import type { TextWords } from '../input/unit-text.ts';

const HEADER_WORDS = 64;
const BUCKETS_MAX = 256;

/** Most inputs are short: up to here a loop costs less than a call that copies. */
const SHORT_MAX = 48;

const STOP = 0;
const EXECUTED = 1;
const INPUT_LENGTH = 2;
const BLOCKS = 3;
const ENTRIES = 4;
const BUCKETS = 5;
const RUNNING = 6;
const FORM = 7;
const FEATURES = 8;
const UNIT_BYTES = 9;
const BEAT = 10;
const THREAD = 11;
const LIMIT = 12;

/** How many bytes a unit of the text takes; 0 of what is no text. */
export type UnitBytes = 0 | 1 | 2;

export class SharedState {
  readonly memory: SharedArrayBuffer;
  readonly input: Uint8Array;
  readonly #text: Buffer;
  readonly #units: Uint16Array;
  readonly #words: Int32Array;
  readonly #counts: Int32Array;
  readonly #inputWords: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#words = new Int32Array(memory, 0, HEADER_WORDS);
    this.#counts = new Int32Array(memory, HEADER_WORDS * 4, BUCKETS_MAX);
    this.input = new Uint8Array(memory, (HEADER_WORDS + BUCKETS_MAX) * 4);
    this.#text = Buffer.from(memory, (HEADER_WORDS + BUCKETS_MAX) * 4);
    this.#inputWords = new Int32Array(memory, (HEADER_WORDS + BUCKETS_MAX) * 4, this.input.length >> 2);
    this.#units = new Uint16Array(memory, (HEADER_WORDS + BUCKETS_MAX) * 4, this.input.length >> 1);
  }

  static create(inputMax: number): SharedState {
    return new SharedState(new SharedArrayBuffer((HEADER_WORDS + BUCKETS_MAX + Math.ceil(inputMax / 4)) * 4));
  }

  get stopped(): boolean {
    return Atomics.load(this.#words, STOP) !== 0;
  }

  stop(): void {
    Atomics.store(this.#words, STOP, 1);
  }

  /** The target is about to be called with these bytes. */
  begin(executed: number, bytes: Uint8Array): void {
    const { input } = this;
    const length = Math.min(bytes.length, input.length);
    if (length > SHORT_MAX) input.set(length === bytes.length ? bytes : bytes.subarray(0, length));
    else for (let at = 0; at < length; at += 1) input[at] = bytes[at] ?? 0;
    this.#start(executed, length, 0);
  }

  /**
   * The same for a text, which is written as it is: to encode it first would cost more than many targets do. Where it still lies in memory it
   * is copied from there, because reading it from the text costs several times as much.
   */
  beginText(executed: number, text: string, made: TextWords | undefined): void {
    if (made !== undefined) return this.#beginWords(executed, made);
    const units = this.#units;
    const length = Math.min(text.length, units.length);
    if (length > SHORT_MAX) this.#text.write(text, 0, length * 2, 'utf16le');
    else for (let at = 0; at < length; at += 1) units[at] = text.charCodeAt(at);
    this.#start(executed, length * 2, 2);
  }

  #beginWords(executed: number, { words, unitBytes, length }: TextWords): void {
    const to = this.#inputWords;
    const bytes = Math.min(length * unitBytes, to.length * 4);
    const count = (bytes + 3) >> 2;
    for (let at = 0; at < count; at += 1) to[at] = words[at] ?? 0;
    this.#start(executed, bytes, unitBytes);
  }

  #start(executed: number, length: number, unitBytes: UnitBytes): void {
    const words = this.#words;
    words[EXECUTED] = executed;
    words[INPUT_LENGTH] = length;
    words[UNIT_BYTES] = unitBytes;
    words[BEAT] = ((words[BEAT] ?? 0) + 1) | 0;
    words[RUNNING] = 1;
  }

  /** Another number for every call. */
  get beat(): number {
    return Atomics.load(this.#words, BEAT);
  }

  /** The call goes on: a promise is waited for. */
  resume(): void {
    this.#words[RUNNING] = 1;
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

  /** The number the system has for the thread that writes here; 0 if it has none. */
  get thread(): number {
    return Atomics.load(this.#words, THREAD);
  }

  set thread(number: number) {
    Atomics.store(this.#words, THREAD, number);
  }

  /** How long the call may take; 0 if nobody has said so. */
  get limitMs(): number {
    return Atomics.load(this.#words, LIMIT);
  }

  set limitMs(ms: number) {
    Atomics.store(this.#words, LIMIT, ms);
  }

  get form(): number {
    return Atomics.load(this.#words, FORM);
  }

  set form(index: number) {
    Atomics.store(this.#words, FORM, index);
  }

  /** How much lies before the input, and how long the input is as it lies there. */
  get headBytes(): number {
    return this.input.byteOffset;
  }

  get inputBytes(): number {
    return Atomics.load(this.#words, INPUT_LENGTH);
  }

  get unitBytes(): UnitBytes {
    return this.#words[UNIT_BYTES] as UnitBytes; // nobody else writes there
  }

  /** As it is stored. */
  lastInput(): Uint8Array {
    return storedInput(this.input.subarray(0, this.inputBytes), this.unitBytes);
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

/** Bytes as they lie in shared memory, as they are stored. */
export function storedInput(bytes: Uint8Array, unitBytes: UnitBytes): Uint8Array {
  const own = Uint8Array.from(bytes);
  return unitBytes === 0 ? own : stringForm.encode(Buffer.from(own.buffer).toString(unitBytes === 1 ? 'latin1' : 'utf16le'));
}
