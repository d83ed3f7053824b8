/** A file with variables of the environment, as `process.loadEnvFile` reads it. */
import { parseEnv } from 'node:util';
import type { Machine } from '../machine.ts';
import { builtinOf } from '../module-access.ts';

export function environmentIn(machine: Machine, path: unknown): Readonly<Record<string, string>> {
  const read: unknown = Reflect.get(Object(builtinOf(machine, 'fs')), 'readFileSync');
  const text: unknown = typeof read === 'function' ? Reflect.apply(read, undefined, [path, 'utf8']) : '';
  // Reason for the cast: the types allow for more than a file of texts can hold.
  return parseEnv(String(text)) as Record<string, string>;
}
