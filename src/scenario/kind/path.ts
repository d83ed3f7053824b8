/** Paths and globs, relative to the scenario file. Only their syntax is judged here. */
import { cutValue } from '../../base/cut-text.ts';
import type { Kind } from '../field.ts';
import { id } from './plain.ts';

/** A path that may be a glob. */
export const pathPattern: Kind<string> = {
  label: 'path or glob',
  nullIsValue: false,
  read(node, inspection) {
    const pattern = id.read(node, inspection);
    const flaw = pattern === undefined ? undefined : globFlaw(pattern);
    if (pattern === undefined || flaw === undefined) return pattern;
    inspection.error('invalid_pattern', node.start, `the path or glob ${JSON.stringify(cutValue(pattern))} ${flaw}`);
    return undefined;
  },
  schema: () => ({ type: 'string', minLength: 1 }),
};

export function isGlob(pattern: string): boolean {
  return /[*?[\]{}()!]/.test(pattern);
}

/** What keeps a glob from being parsed; undefined if nothing does. Parentheses are ordinary in many file names. */
function globFlaw(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'is empty';
  const awaited: string[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at];
    if (sign === '\\') {
      at += 1;
      if (at === pattern.length) return 'ends in a backslash';
    } else if (sign === awaited.at(-1)) awaited.pop();
    else if (awaited.at(-1) !== ']' && sign === '[') awaited.push(']');
    else if (awaited.at(-1) !== ']' && sign === '{') awaited.push('}');
  }
  const open = awaited.at(-1);
  return open === undefined ? undefined : `lacks a closing "${open}"`;
}
