/**
 * What packages of the host left on the global object under registered symbols, so that their other copies find it: the HTTP client that
 * Node itself is built with, tracing, test runners. A subject with a copy of its own would find it too, and reach the real machine.
 */

/** Loading this is what makes Node register its client; it must not happen in the middle of a run. */
void globalThis.Response;

/** Puts them out of sight, and returns what brings them back. */
export function hideHostSymbols(): () => void {
  const hidden: { readonly key: symbol; readonly descriptor: PropertyDescriptor }[] = [];
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (Symbol.keyFor(key) === undefined) continue;
    const descriptor = Reflect.getOwnPropertyDescriptor(globalThis, key);
    if (descriptor === undefined) continue;
    hidden.push({ key, descriptor });
    hide(key, descriptor);
  }
  return () => {
    for (const { key, descriptor } of hidden) Object.defineProperty(globalThis, key, descriptor);
  };
}

function hide(key: symbol, { configurable }: PropertyDescriptor): void {
  if (configurable === true) Reflect.deleteProperty(globalThis, key);
  // Node's client cannot be taken away; without a value it counts as not there.
  else Reflect.set(globalThis, key, undefined);
}
