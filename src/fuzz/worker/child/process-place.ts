/** A process of its own: the target can end it, be killed by a signal or crash in native code, and costs no more than one input. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { SharedState } from '../../loop/shared-state.ts';
import type { RawFinding } from '../../oracle/raw-finding.ts';
import { type Death, HEAP_MB, memoryFinding, type Place, type PlaceEvents } from '../place.ts';
import { type ThreadTimes, threadTimes } from '../processor-time.ts';
import type { ToWorker } from '../protocol.ts';
import { readStuck, type StuckCall } from '../stuck-call.ts';
import type { ChildOrder, FromChild, ToChild } from './child-protocol.ts';
import { frame, FrameReader } from './frames.ts';
import { StateFile } from './state-file.ts';

/** What a process prints before it dies is kept up to here. */
const PRINTED_MAX = 16_384;
const TOLD_MAX = 600;
/** Signals by which the machine ends what native code did wrong. */
const FAULTS: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGTRAP', 'SIGSYS']);

export class ProcessPlace implements Place {
  readonly #child: ChildProcess;
  readonly #file: StateFile;
  readonly #orders: Writable;
  #printed = '';
  /** With the beat at which they were said: a target may survive its own signal. */
  #lastWords: { readonly finding: RawFinding; readonly beat: number } | undefined;
  #answer: ((text: string) => void) | undefined;
  #isReady = false;
  #isClosed = false;
  readonly #ended: Promise<void>;

  constructor(program: string, order: ChildOrder, events: PlaceEvents) {
    const inputMax = order.maxInputBytes * 2 + 64;
    this.#file = new StateFile(inputMax);
    this.#child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, program, String(inputMax)], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', this.#file.fd],
      // In a group of its own: Ctrl-C is for the one that started it, and must not look like something the target did.
      detached: true,
      windowsHide: true,
    });
    // Reason for the cast: these three were asked for as pipes above.
    const [, , errors, orders, answers] = this.#child.stdio as unknown as readonly [unknown, unknown, Readable, Writable, Readable];
    this.#orders = orders;
    // A process that is gone takes no more orders, and that it is gone is told by its end.
    this.#orders.on('error', () => undefined);
    errors.setEncoding('utf8').on('data', (text: string) => {
      this.#printed = (this.#printed + text).slice(-PRINTED_MAX);
    });
    const frames = new FrameReader();
    answers.on('data', (piece: Buffer) => {
      for (const message of frames.read(piece)) this.#hear(message as FromChild, events); // it was written by a process of the same build
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        resolve();
        if (!this.#isClosed) events.died({ finding: undefined, error });
      });
      // After its pipes are read to their end, so its last words have been heard.
      this.#child.once('close', (code, signal) => {
        resolve();
        if (!this.#isClosed) events.died(this.#death(code, signal));
      });
    });
    this.#send({ is: 'open', order });
  }

  get state(): SharedState {
    return this.#file.state;
  }

  refresh(): void {
    if (!this.#isClosed) this.#file.refresh();
  }

  rss(): number {
    return this.#isClosed ? 0 : this.#file.rss();
  }

  times(): ThreadTimes | undefined {
    return threadTimes(this.state.thread, this.#child.pid);
  }

  /** Its guard asks; one that is closed meanwhile never answers, and nobody waits for it. */
  async askStuck(): Promise<StuckCall | undefined> {
    const answer = new Promise<string>((resolve) => {
      this.#answer = resolve;
    });
    this.#send({ is: 'ask' });
    return readStuck(await answer);
  }

  post(message: ToWorker): void {
    this.#send(message);
  }

  stop(): void {
    this.#send({ is: 'stop' });
  }

  hold(isNeeded: boolean): void {
    for (const each of [this.#child, ...this.#child.stdio]) {
      if (each === null || each === undefined || !('ref' in each) || !('unref' in each)) continue;
      const held = each as { ref(): void; unref(): void }; // processes and the sockets of pipes have both
      if (isNeeded) held.ref();
      else held.unref();
    }
  }

  recent(): readonly Uint8Array[] {
    return this.#isClosed ? [] : this.#file.recent();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.hold(true);
    this.#child.kill('SIGKILL');
    this.#orders.destroy();
    await this.#ended;
    this.#file.close();
  }

  #send(message: ToChild): void {
    if (this.#orders.writable) this.#orders.write(frame(message));
  }

  #hear(message: FromChild, events: PlaceEvents): void {
    if (message.is === 'ending') {
      this.#lastWords = message;
      return;
    }
    if (message.is === 'answer') {
      this.#answer?.(message.text);
      return;
    }
    this.#isReady ||= message.is === 'ready';
    if (!this.#isClosed) events.heard(message);
  }

  #death(code: number | null, signal: string | null): Death {
    const how = signal === null ? `exit code ${code ?? 0}` : `signal ${signal}`;
    const error = new Error(`the process ended with ${how}${this.#told()}`);
    this.refresh();
    const { finding } = this.#lastWords?.beat === this.state.beat ? this.#lastWords : { finding: this.#findingOf(code, signal) };
    return { finding: this.#isReady ? finding : undefined, error };
  }

  #findingOf(code: number | null, signal: string | null): RawFinding {
    if (/heap out of memory|allocation failed|OOM error/iu.test(this.#printed))
      return memoryFinding(`the heap reached its limit of ${HEAP_MB} MB`);
    const printed = this.#told();
    const details = printed === '' ? {} : { details: { printed: printed.trim() } };
    if (signal === null) {
      const message = `it ended the process with exit code ${code ?? 0}`;
      return { kind: 'target_behavior', title: 'process_exit', message, bucket: `exit ${code ?? 0}`, ...details };
    }
    const isFault = FAULTS.has(signal);
    return {
      kind: 'target_behavior',
      title: isFault ? 'native_crash' : 'process_killed',
      message: isFault ? `native code crashed: the process was ended by ${signal}` : `the process was ended by ${signal}`,
      bucket: signal,
      ...details,
    };
  }

  /** The last lines that were printed, usually by native code. */
  #told(): string {
    const text = this.#printed.trim();
    return text === '' ? '' : `\n${text.slice(-TOLD_MAX)}`;
  }
}
