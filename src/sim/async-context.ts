/**
 * AsyncLocalStorage across simulated callbacks. Node carries the context through promises and nextTicks itself; through our timers and
 * completions we carry it, but only once a subject uses such a storage, because it costs every callback a closure.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

let inUse = false;

/** Called when a subject first enters a storage, and with false at the end of a run. */
export function useAsyncContext(use: boolean): void {
  inUse = use;
}

export function bindContext(act: (subject: unknown) => void): (subject: unknown) => void {
  if (!inUse) return act;
  const inside = AsyncLocalStorage.snapshot();
  return (subject) => inside(act, subject);
}
