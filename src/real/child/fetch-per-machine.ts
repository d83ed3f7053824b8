/** Clients live in one process but are machines of their own, so each has its own connections: real `fetch` would share them. */
import type { Keeper } from './keeper.ts';

const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

export function fetchPerMachine(keeper: Keeper): void {
  // Whoever is asked for the first time puts the dispatcher in place.
  void Reflect.get(globalThis, 'Response');
  const shared: unknown = Reflect.get(globalThis, DISPATCHER);
  const make: unknown = typeof shared === 'object' && shared !== null ? shared.constructor : undefined;
  if (typeof make !== 'function') return;
  const dispatchers = new Map<string, unknown>();
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const { machine } = keeper;
    if (!dispatchers.has(machine)) dispatchers.set(machine, Reflect.construct(make, []));
    // Reason for the cast: an option of this fetch that the declaration of the standard does not know.
    return fetch(input, { ...init, dispatcher: dispatchers.get(machine) } as RequestInit);
  };
}
