/**
 * AsyncLocalStorage across simulated callbacks. Node carries the context through promises and nextTicks itself; through our timers and
 * completions we carry it, but only once a subject uses such a storage, because it costs every callback a closure.
 */
import { AsyncResource } from 'node:async_hooks';

type Act = (subject: unknown) => void;

/** A context to come back to. */
export type Context = AsyncResource;

const UNWATCHED = { requireManualDestroy: true };

/** Cheaper than a snapshot of the storages, which makes a function with a deprecated property each time. */
function contextOfNow(): Context {
  return new AsyncResource('fozzy', UNWATCHED);
}

/** Outside of everything a subject entered. */
const root = contextOfNow();

let inUse = false;

/** Called when a subject first enters a storage, and with false at the end of a run. */
export function useAsyncContext(use: boolean): void {
  inUse = use;
}

export function bindContext(act: Act): Act {
  if (!inUse) return act;
  const inside = contextOfNow();
  return (subject) => inside.runInAsyncScope(act, undefined, subject);
}

/** The context of now, for something that lives longer than one callback: a socket, a server. */
export function captureContext(): Context {
  return inUse ? contextOfNow() : root;
}

/** What comes from another machine must not bring the context of its sender along. */
export function runInContext(context: Context, act: Act, subject: unknown): void {
  if (inUse) context.runInAsyncScope(act, undefined, subject);
  else act(subject);
}
