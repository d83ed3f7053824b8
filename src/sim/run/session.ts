/**
 * Enters the simulation: from a task of the event loop, with simulated globals in place and stray errors caught; and leaves it again
 * with everything put back. Several runs may share one session, because no code of the host runs between them.
 */
import type { Outcome } from '../../engine/outcome.ts';
import { catchStrayErrors } from '../catch-stray-errors.ts';
import { canDrain, drain } from '../drain.ts';
import { installGlobals } from '../global/install.ts';
import { executeRun, type Program, type RunSettings, type SimulationRun } from './execute.ts';

const nextTask = setImmediate;

export class Session {
  #run: SimulationRun | undefined;

  execute(program: Program, settings: RunSettings): Outcome {
    try {
      return executeRun(program, settings, (run) => {
        this.#run = run;
      });
    } finally {
      this.#run = undefined;
    }
  }

  /** @internal */
  uncaught(error: unknown): void {
    if (this.#run === undefined) throw error;
    this.#run.uncaught(error);
  }

  /** @internal */
  rejected(reason: unknown, promise: Promise<unknown>): void {
    this.#run?.rejected(reason, promise);
  }
}

/** `body` runs in one task, from its first run to its last; keep it short enough that signals are heard. */
export function insideSimulation<T>(body: (session: Session) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    nextTask(() => {
      // What the host had queued runs before the globals change.
      drain();
      try {
        if (!canDrain()) throw new Error('this version of Node cannot drain its queues on request');
        resolve(enter(body));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}

function enter<T>(body: (session: Session) => T): T {
  const session = new Session();
  const release = catchStrayErrors({
    uncaught: (error) => session.uncaught(error),
    rejected: (reason, promise) => session.rejected(reason, promise),
    handledLate: () => undefined,
  });
  const restore = installGlobals();
  try {
    return body(session);
  } finally {
    restore();
    release();
  }
}
