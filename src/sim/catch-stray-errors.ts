/**
 * Errors that reach the host while a run goes on: thrown by a listener that Node's own code called, or a rejected promise nobody
 * handled. They belong to the machine whose transition is being drained, so they go to whoever judges the run and never to the host.
 */

export interface StrayErrors {
  uncaught(error: unknown): void;
  rejected(reason: unknown, promise: Promise<unknown>): void;
  handledLate(promise: Promise<unknown>): void;
}

/** From now until the returned function is called. */
export function catchStrayErrors(stray: StrayErrors): () => void {
  const before = {
    unhandledRejection: process.rawListeners('unhandledRejection'),
    rejectionHandled: process.rawListeners('rejectionHandled'),
    uncaughtException: process.rawListeners('uncaughtException'),
  };
  const names = ['unhandledRejection', 'rejectionHandled', 'uncaughtException'] as const;
  for (const name of names) process.removeAllListeners(name);
  const rejected = (reason: unknown, promise: Promise<unknown>) => stray.rejected(reason, promise);
  const handled = (promise: Promise<unknown>) => stray.handledLate(promise);
  const uncaught = (error: unknown) => stray.uncaught(error);
  process.on('unhandledRejection', rejected);
  process.on('rejectionHandled', handled);
  process.on('uncaughtException', uncaught);
  return () => {
    for (const name of names) {
      process.removeAllListeners(name);
      // Each goes back to the event it was taken from.
      for (const listener of before[name]) process.on(name, listener as (...args: unknown[]) => void); // rawListeners forgets the type
    }
  };
}
