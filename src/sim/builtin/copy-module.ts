/**
 * A builtin that is Node's own but for some of its members. Getters stay getters, so that nothing is read, and warned about, too early.
 * Nobody knows what the functions of the next version of Node will ask the host for, so those that are not known are refused when they are called.
 */
import { refusal } from './refusing.ts';

export interface Known {
  readonly module: string;
  /** Functions that compute and nothing else, separated by white space. */
  readonly names: string;
}

const UNKNOWN = 'It is newer than the simulation, and might ask the host for something; use what older versions of Node have.';

export function copyModule(real: object, replaced: Readonly<Record<string, unknown>>, known?: Known): Record<string, unknown> {
  const names = new Set(known?.names.trim().split(/\s+/u));
  const copy: Record<string, unknown> = {};
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(real))) {
    if (key in replaced) continue;
    const isStrange = known !== undefined && typeof descriptor.value === 'function' && !names.has(key);
    const member = isStrange ? { ...descriptor, value: refusal(`${known.module}.${key}`, UNKNOWN) } : descriptor;
    Object.defineProperty(copy, key, { ...member, configurable: true });
  }
  return Object.assign(copy, replaced);
}
