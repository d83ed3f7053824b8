/** Turns the text after a flag into the value its type promises, or says what is wrong with the text. */
import { unreachable } from '../base/assert.ts';
import { parseDuration } from '../base/duration.ts';
import { FozzyError } from '../base/problem.ts';
import { parseU64, renderU64 } from '../base/u64.ts';
import type { Flag } from '../commands/command.ts';
import { flagUsage } from './flag-words.ts';
import { didYouMean } from './propose.ts';

export type FlagValue = string | number | boolean | readonly string[];

export function parseValue(flag: Flag, text: string): FlagValue {
  const type = flag.type;
  switch (type.kind) {
    case 'switch':
      throw new FozzyError('usage', `unexpected value '${text}' for '--${flag.name}'`, { hint: `write --${flag.name} without a value` });
    case 'text':
      return text;
    case 'path':
      return text === '' ? refuse(flag, text, 'a path must not be empty') : text;
    case 'u53':
    case 'bytes':
      return parseU53(flag, text);
    case 'u64':
      return parseSeed(flag, text);
    case 'number':
      return parseNumber(flag, text);
    case 'duration':
      return parseDurationFlag(flag, text);
    case 'choice':
      return member(flag, text, type.values);
    case 'list':
      // The name of a file may hold a comma.
      return type.assigns === undefined || !text.includes('=')
        ? text.split(',').map((item) => listItem(flag, item, type.values))
        : [assignedItem(flag, text, type.values)];
    default:
      return unreachable(type);
  }
}

export function invalidChoice(usage: string, text: string, values: readonly string[]): FozzyError {
  const proposal = didYouMean(text, values, (value) => value);
  const hint = proposal ?? `use one of ${values.join(', ')}`;
  return new FozzyError('usage', `invalid value '${text}' for '${usage}' [possible values: ${values.join(', ')}]`, {
    hint,
    details: { value: text, possibleValues: values },
  });
}

function parseU53(flag: Flag, text: string): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : refuse(flag, text, 'expected an integer from 0 to 9007199254740991');
}

function parseSeed(flag: Flag, text: string): string {
  const value = parseU64(text);
  return value === undefined ? refuse(flag, text, 'expected an integer from 0 to 18446744073709551615') : renderU64(value.hi, value.lo);
}

function parseNumber(flag: Flag, text: string): number {
  return /^-?\d{1,300}(\.\d{1,300})?$/.test(text) ? Number(text) : refuse(flag, text, 'expected a decimal number');
}

function parseDurationFlag(flag: Flag, text: string): number {
  const parsed = parseDuration(text);
  return parsed.ok ? parsed.ms : refuse(flag, text, parsed.message);
}

function member(flag: Flag, text: string, values: readonly string[]): string {
  if (values.includes(text)) return text;
  throw invalidChoice(flagUsage(flag), text, values);
}

function listItem(flag: Flag, item: string, values: readonly string[] | undefined): string {
  const text = item.trim();
  if (values !== undefined) return member(flag, text, values);
  return text === '' ? refuse(flag, text, 'a list has no empty members') : text;
}

/** `name` or `name=something`. */
function assignedItem(flag: Flag, text: string, values: readonly string[] = []): string {
  const [name = ''] = text.split('=', 1);
  if (values.includes(name)) return text;
  throw invalidChoice(flagUsage(flag), name, values);
}

function refuse(flag: Flag, text: string, reason: string): never {
  throw new FozzyError('usage', `invalid value '${text}' for '${flagUsage(flag)}': ${reason}`, { hint: flag.about });
}
