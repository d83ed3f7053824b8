/**
 * What `globalThis` is to the modules of one machine: everything the host's global object has, but what is written to it stays with the
 * machine. Another machine, or the next life of this one, starts without it.
 */

const FIXED = { writable: true, configurable: true, enumerable: false } as const;

export function machineGlobal(): object {
  // Reason for the cast: `create` is typed as any; an object is what it makes.
  const own = Object.create(globalThis) as object;
  Object.defineProperty(own, 'globalThis', { value: own, ...FIXED });
  Object.defineProperty(own, 'global', { value: own, ...FIXED });
  return own;
}
