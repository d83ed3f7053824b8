/** Members that are there to be imported but refuse to be called: programs often import what they never use. */
import { notSimulated } from '../node-error.ts';

/** Functions and classes of a module that say why they cannot serve, and what can. */
export function refusing(module: string, names: readonly string[], instead: string): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, refusal(`${module}.${name}`, instead)]));
}

/** Works as a function and as a class. */
export function refusal(what: string, instead: string): (...args: unknown[]) => never {
  return function refuse(): never {
    throw notSimulated(what, instead);
  };
}
