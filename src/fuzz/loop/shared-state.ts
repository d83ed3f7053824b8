/**
 * Memory that a worker and its parent share: before every call the worker writes what the call gets and counts one up, so that whoever
 * watches knows what ran when nothing moves any more. Figures for people lie here too, because a busy worker answers no messages.
 */
import { stringForm } from '../input/string-form.ts';
import { InputRing } from '../input/input-ring.ts';
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
const INPUT_START = 13;
const HEAD_BYTES = (HEADER_WORDS + BUCKETS_MAX) * 4;

/** How many bytes a unit of the text takes; 0 of what is no text. */
export type UnitBytes = 0 | 1 | 2;

export class SharedState {
  readonly memory: SharedArrayBuffer;
  readonly ring: InputRing;
  readonly #words: Int32Array;
  readonly #counts: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#words = new Int32Array(memory, 0, HEADER_WORDS);
    this.#counts = new Int32Array(memory, HEADER_WORDS * 4, BUCKETS_MAX);
    this.ring = new InputRing(memory, HEAD_BYTES);
  }

  static create(inputMax: number, words?: number): SharedState {
    return new SharedState(new SharedArrayBuffer(HEAD_BYTES + InputRing.wordsFor(inputMax, words) * 4));
  }

  /** What `page` takes. */
  static pageBytes(inputMax: number): number {
    return HEAD_BYTES + InputRing.wordsFor(inputMax, 0) * 4;
  }

  /** This moment alone, without the inputs before: what is in use of the memory of a state whose inputs may be as long. */
  page(into: Uint8Array): Uint8Array {
    const { inputBytes, inputStart } = this;
    into.set(new Uint8Array(this.memory, 0, HEAD_BYTES));
    new Int32Array(into.buffer, 0, HEADER_WORDS)[INPUT_START] = 0;
    into.set(this.ring.bytes.subarray(inputStart * 4, inputStart * 4 + inputBytes), HEAD_BYTES);
    return into.subarray(0, HEAD_BYTES + inputBytes);
  }

  get stopped(): boolean {
    return Atomics.load(this.#words, STOP) !== 0;
  }

  stop(): void {
    Atomics.store(this.#words, STOP, 1);
  }

  /** The target is about to be called with these bytes. */
  begin(executed: number, bytes: Uint8Array): void {
    const { ring } = this;
    const length = Math.min(bytes.length, ring.inputMax);
    const start = ring.room((length + 3) >> 2);
    if (length > SHORT_MAX) ring.bytes.set(length === bytes.length ? bytes : bytes.subarray(0, length), start * 4);
    else for (let at = 0; at < length; at += 1) ring.bytes[start * 4 + at] = bytes[at] ?? 0;
    this.#start(executed, start, length, 0);
  }

  /**
   * The same for a text, which is written as it is: to encode it first would cost more than many targets do. Where it still lies in memory
   * nothing is written, or it is copied from there, because reading it from the text costs several times as much.
   */
  beginText(executed: number, text: string, made: TextWords | undefined): void {
    const { ring } = this;
    if (made === undefined) return this.#beginUnits(executed, text);
    const bytes = made.length * made.unitBytes;
    if (made.words === ring.words) this.#start(executed, made.start, bytes, made.unitBytes);
    else if (bytes > ring.inputMax) this.#beginUnits(executed, text);
    else this.#start(executed, this.#copied(made, (bytes + 3) >> 2), bytes, made.unitBytes);
  }

  #beginUnits(executed: number, text: string): void {
    const { ring } = this;
    const length = Math.min(text.length, ring.inputMax >> 1);
    const start = ring.room((length + 1) >> 1);
    if (length > SHORT_MAX) ring.bytes.write(text, start * 4, length * 2, 'utf16le');
    else for (let at = 0; at < length; at += 1) ring.units[start * 2 + at] = text.charCodeAt(at);
    this.#start(executed, start, length * 2, 2);
  }

  #copied({ words, start: from }: TextWords, count: number): number {
    const to = this.ring.words;
    const start = this.ring.room(count);
    for (let at = 0; at < count; at += 1) to[start + at] = words[from + at] ?? 0;
    return start;
  }

  /** The input of the last call stays; gives the words it takes. */
  keep(): number {
    const count = (this.inputBytes + 3) >> 2;
    this.ring.at = this.inputStart + count;
    return count;
  }

  #start(executed: number, start: number, length: number, unitBytes: UnitBytes): void {
    const words = this.#words;
    words[EXECUTED] = executed;
    words[INPUT_START] = start;
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

  /** How much lies before the inputs. */
  get headBytes(): number {
    return HEAD_BYTES;
  }

  /** Where the input lies, in words, and how long it is as it lies there. */
  get inputStart(): number {
    return this.#words[INPUT_START] ?? 0;
  }

  get inputBytes(): number {
    // Read without more ado: the loop does so for every call.
    return this.#words[INPUT_LENGTH] ?? 0;
  }

  get unitBytes(): UnitBytes {
    return this.#words[UNIT_BYTES] as UnitBytes; // nobody else writes there
  }

  /** As it is stored. */
  lastInput(): Uint8Array {
    return storedInput(this.ring.copy(this.inputStart, this.inputBytes), this.unitBytes);
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

/** A copy of bytes as they lie in shared memory, as they are stored. */
export function storedInput(bytes: Uint8Array, unitBytes: UnitBytes): Uint8Array {
  return unitBytes === 0 ? bytes : stringForm.encode(Buffer.from(bytes.buffer).toString(unitBytes === 1 ? 'latin1' : 'utf16le'));
}
