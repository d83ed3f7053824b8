/** Flags of `open` as programs write them: `'w+'`, `'ax'`, or the numbers themselves. */
import { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY } from '../../../world/disk/open-file.ts';
import { integerOf, invalidValue } from './arguments.ts';

const WRITE = O_WRONLY | O_CREAT | O_TRUNC;
const APPEND = O_WRONLY | O_CREAT | O_APPEND;
const WRITE_READ = O_RDWR | O_CREAT | O_TRUNC;
const APPEND_READ = O_RDWR | O_CREAT | O_APPEND;

const numbers: Readonly<Record<string, number>> = {
  r: O_RDONLY,
  rs: O_RDONLY | O_SYNC,
  sr: O_RDONLY | O_SYNC,
  'r+': O_RDWR,
  'rs+': O_RDWR | O_SYNC,
  'sr+': O_RDWR | O_SYNC,
  w: WRITE,
  wx: WRITE | O_EXCL,
  xw: WRITE | O_EXCL,
  'w+': WRITE_READ,
  'wx+': WRITE_READ | O_EXCL,
  'xw+': WRITE_READ | O_EXCL,
  a: APPEND,
  ax: APPEND | O_EXCL,
  xa: APPEND | O_EXCL,
  as: APPEND | O_SYNC,
  sa: APPEND | O_SYNC,
  'a+': APPEND_READ,
  'ax+': APPEND_READ | O_EXCL,
  'xa+': APPEND_READ | O_EXCL,
  'as+': APPEND_READ | O_SYNC,
  'sa+': APPEND_READ | O_SYNC,
};

export function flagsOf(value: unknown, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'number') return integerOf(value, 'flags', -(2 ** 31), 2 ** 31 - 1);
  const known = typeof value === 'string' && Object.hasOwn(numbers, value) ? numbers[value] : undefined;
  if (known === undefined) throw invalidValue('flags', value);
  return known;
}
