/** Reading parsed options with the type their flag promises. */
import { assert } from '../base/assert.ts';
import type { Options } from './command.ts';

export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  assert(value === undefined || typeof value === 'string', `--${name} is not a text`);
  return value;
}

export function numberOption(options: Options, name: string): number | undefined {
  const value = options[name];
  assert(value === undefined || typeof value === 'number', `--${name} is not a number`);
  return value;
}

/** undefined when neither the flag nor its negation was given. */
export function switchOption(options: Options, name: string): boolean | undefined {
  const value = options[name];
  assert(value === undefined || typeof value === 'boolean', `--${name} is not a switch`);
  return value;
}

export function listOption(options: Options, name: string): readonly string[] | undefined {
  const value = options[name];
  assert(value === undefined || Array.isArray(value), `${name} is not a list`);
  return value;
}
