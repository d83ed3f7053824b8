/**
 * Tells of a function that does not come back and cannot be ended, because it runs in the thread of whoever asked: a second thread sees that
 * nothing moves and says with which input, on standard error.
 */
import { Worker } from 'node:worker_threads';

const WORDS = 3;
const [BEAT, RUNNING, LENGTH] = [0, 1, 2];
const TOLD_BYTES = 8192;

/** Runs in the thread beside; as text, because there may be no built file around it. */
const PROGRAM = `
const { workerData: { memory, name, seed, limitMs } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const words = new Int32Array(memory, 0, ${WORDS});
const text = new Uint8Array(memory, ${WORDS * 4});
let seen = -1;
let since = performance.now();
setInterval(() => {
  const beat = Atomics.load(words, ${BEAT});
  if (Atomics.load(words, ${RUNNING}) === 0 || beat !== seen) {
    seen = beat;
    since = performance.now();
  } else if (performance.now() - since > limitMs) {
    since = Infinity;
    const input = Buffer.from(text.slice(0, Atomics.load(words, ${LENGTH}))).toString();
    writeSync(2, 'error[fuzz_function_hang]: ' + name + ' has not come back for ' + limitMs + ' ms, and nothing in this process can end it\\n'
      + '  input: ' + input + '\\n  seed: ' + seed + ', input number ' + beat + '\\n'
      + '  hint: end the process; fozzy fuzz <module>#<export> runs it where it can be ended\\n');
  }
}, Math.min(100, limitMs / 4));
`;

export class HangReport {
  readonly #memory = new SharedArrayBuffer(WORDS * 4 + TOLD_BYTES);
  readonly #words = new Int32Array(this.#memory, 0, WORDS);
  readonly #text = new Uint8Array(this.#memory, WORDS * 4);
  readonly #worker: Worker;

  constructor(name: string, seed: string, limitMs: number) {
    this.#worker = new Worker(PROGRAM, { eval: true, workerData: { memory: this.#memory, name, seed, limitMs } });
    this.#worker.unref();
  }

  begin(source: string): void {
    const bytes = Buffer.from(source).subarray(0, TOLD_BYTES);
    this.#text.set(bytes);
    Atomics.store(this.#words, LENGTH, bytes.length);
    Atomics.add(this.#words, BEAT, 1);
    Atomics.store(this.#words, RUNNING, 1);
  }

  end(): void {
    Atomics.store(this.#words, RUNNING, 0);
  }

  close(): void {
    void this.#worker.terminate();
  }
}
