/**
 * Empties Node's own queues of nextTicks and promise jobs, completely and at once, so that a whole run can be one synchronous call.
 * Node offers this under an undocumented name; whether it works on this version is tried out once, and callers have a slower,
 * portable way when it does not. It does nothing inside a promise job, so a run must be entered from a task of the event loop.
 */

interface UndocumentedProcess {
  _tickCallback?: () => void;
  _fatalException?: (error: unknown) => boolean;
}

/** The process of the host, kept: while a run goes on, the global of that name is the simulated one. */
// Reason for the cast: the two functions exist on every supported version but in no type.
const host = process as unknown as UndocumentedProcess;
const tick = host._tickCallback;
const fatal = host._fatalException?.bind(process);

/**
 * Runs everything that is queued. An error that unwinds through Node's queue leaves its bookkeeping of async ids half done; Node's own
 * handler for uncaught errors puts that right, and calls whoever listens for them (see catch-stray-errors.ts).
 */
export function drain(): void {
  for (;;) {
    try {
      tick?.();
      return;
    } catch (error) {
      if (fatal === undefined) throw error;
      fatal(error);
    }
  }
}

/** Whether draining works where this is called from. */
export function canDrain(): boolean {
  if (tick === undefined || fatal === undefined) return false;
  let ran = 0;
  process.nextTick(() => {
    ran += 1;
  });
  void Promise.resolve().then(() => {
    ran += 1;
  });
  drain();
  return ran === 2;
}
