/**
 * How long a call has really been at it. On a busy machine a thread stands in line for a processor, and that time says nothing about the call: it is left
 * out where the system tells how long it was. Where the system does not, the clock counts, and whoever asks can ask whether that means much.
 */
import { readFileSync, readlinkSync } from 'node:fs';

/** A call that had less of the processor than this may have been kept from it. */
const SHARE_MIN = 0.8;

/** Read when this file is loaded: targets may replace what they find. */
const cpuUsage = process.cpuUsage.bind(process);
const { pid } = process;

/** Milliseconds of processor time the process has used by now, all threads together. */
export function usedMs(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

/** The number the system has for the thread that asks; 0 where it has none that can be asked for. */
export function ownThread(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
}

/** What the system knows about a thread, in milliseconds since it began. */
export interface ThreadTimes {
  readonly ranMs: number;
  /** Times it stood in line that are over. */
  readonly waitedMs: number;
  /** It runs or stands in line; otherwise it waits for something. */
  readonly isReady: boolean;
}

/** Undefined where nobody knows. */
export function threadTimes(thread: number, ofProcess: number = pid): ThreadTimes | undefined {
  if (thread === 0) return undefined;
  try {
    const folder = `/proc/${ofProcess}/task/${thread}`;
    const [ranNs = '', waitedNs = ''] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ');
    const state = /\) (?<state>\w)/u.exec(readFileSync(`${folder}/stat`, 'utf8'))?.groups?.['state'];
    return { ranMs: Number(ranNs) / 1e6, waitedMs: Number(waitedNs) / 1e6, isReady: state === 'R' };
  } catch {
    return undefined;
  }
}

export interface ClockParts {
  readonly now: () => number;
  readonly times: () => ThreadTimes | undefined;
  /** Milliseconds of processor time the process has used by now, all threads together. */
  readonly used?: () => number;
}

/** The time of one call after the other. */
export class CallClock {
  readonly #parts: ClockParts;
  #sinceMs = 0;
  #before: ThreadTimes | undefined;
  #usedMs = 0;
  #isNoted = false;

  constructor(parts: ClockParts) {
    this.#parts = parts;
  }

  /** A call begins. What asking the system costs is spent only on those that take a while: see `note`. */
  start(): void {
    this.#sinceMs = this.#parts.now();
    this.#isNoted = false;
  }

  /** The call still goes on. */
  note(): void {
    if (this.#isNoted) return;
    this.#isNoted = true;
    this.#before = this.#parts.times();
    this.#usedMs = this.#used();
  }

  /** By the clock on the wall, which costs nothing to ask. */
  get elapsedMs(): number {
    return this.#parts.now() - this.#sinceMs;
  }

  /** Without the time it stood in line. */
  get spentMs(): number {
    const elapsed = this.elapsedMs;
    const times = this.#isNoted ? this.#parts.times() : undefined;
    const before = this.#before;
    if (times === undefined || before === undefined) return elapsed;
    const outside = elapsed - Math.max(0, times.waitedMs - before.waitedMs);
    // One that is ready may stand in line for a while already, which is not counted yet: then only what it ran is sure.
    return times.isReady ? Math.min(outside, times.ranMs - before.ranMs) : outside;
  }

  isOver(limitMs: number): boolean {
    return this.elapsedMs > limitMs && this.spentMs > limitMs;
  }

  /** Nobody knows how long it stood in line, and the process had so little of the processor that it may have been long. */
  get isDoubtful(): boolean {
    return this.#parts.times() === undefined && this.#used() - this.#usedMs < this.elapsedMs * SHARE_MIN;
  }

  #used(): number {
    return (this.#parts.used ?? usedMs)();
  }
}
