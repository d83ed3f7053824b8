/**
 * Enters the simulation: from a task of the event loop, with simulated globals in place and stray errors caught; and leaves it again
 * with everything put back. Several runs may share one session, because no code of the host runs between them.
 */
import { assert } from '../../base/assert.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { catchStrayErrors } from '../catch-stray-errors.ts';
import { canDrain, drain } from '../drain.ts';
import { HardStop, withinLimit } from '../contain/hard-stop.ts';
import { memoryWatch } from '../contain/memory-watch.ts';
import { installGlobals } from '../global/install.ts';
import { forgetSharedSettings } from '../global/shared-settings.ts';
import { RealmWatch } from '../isolate/realm-watch.ts';
import { executePortably, executeRun, type Program, type RunSettings } from './execute.ts';

const nextTask = setImmediate;

/** Wall time after which a session is ended from outside; no transition of a sane program takes a fraction of it. */
const LIMIT_MS = 10_000;

/** A run that had to be ended from outside, with what can be said about it. */
export class StoppedRun extends Error {
  override readonly name = 'StoppedRun';
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('a run had to be ended from outside');
    this.outcome = outcome;
  }
}

/** A run that is led inside a session: what its code does not catch is told to it. */
export interface LedRun {
  uncaught(error: unknown): void;
  rejected(reason: unknown, promise: Promise<unknown>): void;
  /** A rejection that was told as unhandled has been handled since. */
  handledLate?(promise: Promise<unknown>): void;
  /** It did not come back and was ended from outside. */
  stopped(limitMs: number): Outcome;
}

export class Session {
  #run: LedRun | undefined;

  execute(program: Program, settings: RunSettings): Outcome {
    return this.perform((started) => executeRun(program, settings, started));
  }

  /** Any run that can be made in one synchronous call. */
  perform(execute: (started: (run: LedRun) => void) => Outcome): Outcome {
    try {
      return execute((run) => this.lead(run));
    } catch (error) {
      this.#run = undefined;
      throw error;
    }
  }

  /** @internal The run whose errors are caught from now on. */
  lead(run: LedRun): void {
    this.#run = run;
  }

  /** @internal The run under way did not come back. */
  stopped(stop: HardStop): StoppedRun | HardStop {
    const run = this.#run;
    return run === undefined ? stop : new StoppedRun(run.stopped(stop.limitMs));
  }

  /** @internal */
  uncaught(error: unknown): void {
    if (error instanceof HardStop) return;
    if (this.#run === undefined) throw error;
    this.#run.uncaught(error);
  }

  /** @internal */
  rejected(reason: unknown, promise: Promise<unknown>): void {
    this.#run?.rejected(reason, promise);
  }

  /** @internal */
  handledLate(promise: Promise<unknown>): void {
    this.#run?.handledLate?.(promise);
  }
}

/** `body` runs in one task, from its first run to its last; keep it short enough that signals are heard. */
export function insideSimulation<T>(body: (session: Session) => T, limitMs = LIMIT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    nextTask(() => {
      // What the host had queued runs before the globals change.
      drain();
      try {
        assert(canDrain(), 'this version of Node cannot drain its queues on request');
        resolve(enter(body, limitMs));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}

/** For a host whose queues cannot be drained on request: one run on its own, a task of the event loop per transition. */
export function runPortably(program: Program, settings: RunSettings): Promise<Outcome> {
  return leadPortably((started) => executePortably(program, settings, started));
}

/** The same for any run that stops wherever queues must be drained. */
export function leadPortably(begin: (started: (run: LedRun) => void) => Generator<void, Outcome, void>): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    nextTask(() => {
      const session = new Session();
      const leave = putInPlace(session);
      const run = begin((started) => session.lead(started));
      // Not with await: what goes on after one is a promise job, and ticks must not have to wait for those.
      const goOn = () => {
        try {
          const { done, value } = run.next();
          if (done !== true) return void nextTask(goOn);
          leave();
          resolve(value);
        } catch (error) {
          leave();
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      goOn();
    });
  });
}

/** Whether runs can be one synchronous call here. */
export function canRunAtOnce(): Promise<boolean> {
  return new Promise((resolve) => nextTask(() => resolve(canDrain())));
}

function putInPlace(session: Session): () => void {
  const release = catchStrayErrors({
    uncaught: (error) => session.uncaught(error),
    rejected: (reason, promise) => session.rejected(reason, promise),
    handledLate: (promise) => session.handledLate(promise),
  });
  forgetSharedSettings();
  const restore = installGlobals();
  const realm = new RealmWatch();
  memoryWatch.begin();
  return () => {
    // What a subject did to the language itself must not reach the host.
    realm.restore();
    restore();
    release();
  };
}

function enter<T>(body: (session: Session) => T, limitMs: number): T {
  const session = new Session();
  const leave = putInPlace(session);
  try {
    return withinLimit(limitMs, () => body(session));
  } catch (error) {
    throw error instanceof HardStop ? session.stopped(error) : error;
  } finally {
    leave();
  }
}
