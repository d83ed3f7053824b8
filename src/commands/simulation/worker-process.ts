/** A process that works for this one: started, listened to, and ended with everything it started, whatever happens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { holdLive } from '../../world/host/live.ts';
import { builtProgram } from '../built-program.ts';
import { asLine, HEARS, type Order, type Saying, SAYS } from './worker-protocol.ts';

/** Far beyond the limit the worker itself sets to code that does not come back. */
const SILENCE_MS = 60_000;
const STDERR_CHARS_MAX = 65_536;

/** Undefined when there is no build. */
export function workerEntry(): string | undefined {
  return builtProgram('simulation-worker');
}

/** How a worker ended without being told to. */
export interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

export interface WorkerEars {
  said(saying: Saying): void;
  /** Not after `end` was called. */
  died(end: WorkerEnd): void;
  fellSilent(end: WorkerEnd): void;
  /** It could not even be started. */
  failed(error: Error): void;
}

export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #hears: Writable;
  #silence: NodeJS.Timeout | undefined;
  readonly #ears: WorkerEars;
  readonly #release: () => void;
  #stderr = '';
  #isOver = false;

  constructor(entry: string, order: Order, ears: WorkerEars) {
    this.#child = spawn(process.execPath, [...process.execArgv.filter(isLimit), entry], {
      cwd: order.cwd,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // A group of its own, so that whatever it starts can be ended with it.
      detached: process.platform !== 'win32',
    });
    this.#release = holdLive(() => this.#kill());
    this.#ears = ears;
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARS_MAX);
    });
    this.#child.once('error', (error) => this.#tell(() => ears.failed(error)));
    this.#child.once('close', (code, signal) => this.#tell(() => ears.died(this.#ended(code, signal))));
    // Reason for the casts: both were asked for as pipes, one in each direction.
    this.#hears = this.#child.stdio[HEARS] as Writable;
    const says = this.#child.stdio[SAYS] as Readable; // a pipe from the worker
    this.#hears.on('error', () => undefined);
    this.tell(order);
    createInterface({ input: says }).on('line', (line) => {
      this.#silence?.refresh();
      this.#tell(() => ears.said(JSON.parse(line) as Saying)); // written by worker-entry.ts
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** From now on it is expected to say something. */
  tell(value: object): void {
    this.rest();
    this.#silence = setTimeout(() => this.#tell(() => this.#ears.fellSilent(this.#ended(null, null))), SILENCE_MS);
    this.#hears.write(asLine(value));
  }

  /** It has nothing to say until it is told something. */
  rest(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  /** At once, and nothing is heard of it any more. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.rest();
    this.#kill();
    this.#release();
  }

  #tell(what: () => void): void {
    if (!this.#isOver) what();
  }

  #ended(code: number | null, signal: string | null): WorkerEnd {
    return { code, signal, stderr: this.#stderr };
  }

  #kill(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
}

/** Of the options of Node only those are passed on that limit what a process may use. */
function isLimit(option: string): boolean {
  return /^--(?:max-|stack-size)/u.test(option);
}
