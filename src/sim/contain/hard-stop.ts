/**
 * The last resort against code that never comes back: a watchdog of V8 that ends whatever runs, also a regular expression or a loop that
 * swallows every error. It costs a thread, so it guards a whole session rather than one transition.
 */
import { Script } from 'node:vm';

/** What ran was ended from outside. */
export class HardStop extends Error {
  override readonly name = 'HardStop';
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`the code did not come back within ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}

const DOOR = Symbol.for('fozzy.guarded');
const script = new Script(`globalThis[Symbol.for('fozzy.guarded')]()`, { filename: 'fozzy:guarded' });

// Reason for the cast: the function exists on every supported version but in no type.
const settleAfterError = (process as unknown as { _fatalException?: (error: unknown) => boolean })._fatalException?.bind(process);

export function withinLimit<T>(limitMs: number, body: () => T): T {
  let ended: { readonly value: T } | undefined;
  Object.defineProperty(globalThis, DOOR, {
    configurable: true,
    value: () => {
      ended = { value: body() };
    },
  });
  try {
    script.runInThisContext({ timeout: limitMs });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    // What was cut off in the middle of Node's queues leaves them half done; its handler for uncaught errors puts that right.
    const stop = new HardStop(limitMs);
    settleAfterError?.(stop);
    throw stop;
  } finally {
    Reflect.deleteProperty(globalThis, DOOR);
  }
  if (ended === undefined) throw new HardStop(limitMs);
  return ended.value;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
