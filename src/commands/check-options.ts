/** Options of the library against the table of commands: the same values are taken and refused as on the command line. */
import { parseDuration } from '../base/duration.ts';
import { nearest } from '../base/nearest.ts';
import { FozzyError } from '../base/problem.ts';
import { parseU64, renderU64 } from '../base/u64.ts';
import type { Argument, Command, Flag, Options } from './command.ts';

export type GivenValue = string | number | bigint | boolean | readonly string[] | undefined;

export function checkOptions(command: Command, options: { readonly [option: string]: GivenValue }): Options {
  const known = new Map<string, Flag | Argument>();
  for (const argument of command.arguments) known.set(camelCase(argument.name), argument);
  for (const flag of command.flags.filter(({ forTerminal }) => forTerminal !== true))
    for (const word of [flag.name, ...(flag.aliases ?? [])]) known.set(camelCase(word), flag);
  const checked: { [option: string]: string | number | boolean | readonly string[] } = {};
  for (const [name, value] of Object.entries(options)) {
    const definition = known.get(name);
    if (definition === undefined) throw unknownOption(command, name, [...known.keys()]);
    if (value !== undefined)
      checked[camelCase(definition.name)] = 'type' in definition ? checkFlag(definition, value) : checkArgument(definition, value);
  }
  for (const argument of command.arguments) {
    if (argument.required && checked[camelCase(argument.name)] === undefined) {
      throw new FozzyError('usage', `\`${command.words.join(' ')}\` needs the option '${camelCase(argument.name)}'`);
    }
  }
  return checked;
}

function unknownOption(command: Command, name: string, known: readonly string[]): FozzyError {
  const near = nearest(name, known);
  return new FozzyError(
    'usage',
    `unexpected option '${name}' for \`${command.words.join(' ')}\``,
    near === undefined ? {} : { hint: `did you mean '${near}'?` },
  );
}

function checkArgument(argument: Argument, value: GivenValue): string | readonly string[] {
  if (argument.variadic === true && Array.isArray(value)) return value.map(String);
  if (typeof value === 'string') return argument.variadic === true ? [value] : value;
  // Callers without types pass anything here, most of all the options where the path should be.
  throw new FozzyError('usage', `invalid value for '${camelCase(argument.name)}': expected text, got ${kindOf(value)}`, {
    hint: 'pass the path first, and the options after it',
  });
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The same values the argument parser produces: durations in ms, 64-bit integers as decimal text. */
function checkFlag(flag: Flag, value: GivenValue): string | number | boolean | readonly string[] {
  const { type } = flag;
  const wrong = (expected: string) =>
    new FozzyError('usage', `invalid value '${String(value)}' for '${camelCase(flag.name)}': expected ${expected}`, { hint: flag.about });
  switch (type.kind) {
    case 'switch':
      if (typeof value === 'boolean') return value;
      throw wrong('true or false');
    case 'u64': {
      const isExact = typeof value === 'string' || typeof value === 'bigint' || Number.isSafeInteger(value);
      const text = isExact ? String(value) : '';
      const parsed = parseU64(text);
      if (parsed === undefined)
        throw wrong('an integer from 0 to 18446744073709551615, a larger one than 9007199254740991 as text or bigint');
      return renderU64(parsed.hi, parsed.lo);
    }
    case 'u53':
    case 'bytes':
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
      throw wrong('an integer from 0 to 9007199254740991');
    case 'number':
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      throw wrong('a number');
    case 'duration': {
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
      const parsed = typeof value === 'string' ? parseDuration(value) : undefined;
      if (parsed?.ok === true) return parsed.ms;
      throw wrong("milliseconds, or a text such as '500ms' or '10s'");
    }
    case 'choice':
      if (typeof value === 'string') return member(flag, value, type.values);
      throw wrong(`one of ${type.values.join(', ')}`);
    case 'list':
      if (!Array.isArray(value)) throw wrong('a list of texts');
      return value.map((item) => listItem(flag, String(item)));
    case 'path':
      if (typeof value === 'string' && value !== '') return value;
      throw wrong('a path, which is not empty');
    default:
      if (typeof value === 'string') return value;
      throw wrong('text');
  }
}

function listItem(flag: Flag, item: string): string {
  if (item === '') throw new FozzyError('usage', `invalid value '' for '${camelCase(flag.name)}': a list has no empty members`);
  if (flag.type.kind !== 'list' || flag.type.values === undefined) return item;
  const [name = ''] = flag.type.assigns === undefined ? [item] : item.split('=', 1);
  member(flag, name, flag.type.values);
  return item;
}

function member(flag: Flag, text: string, values: readonly string[]): string {
  if (values.includes(text)) return text;
  const near = nearest(text, values);
  throw new FozzyError('usage', `invalid value '${text}' for '${camelCase(flag.name)}' [possible values: ${values.join(', ')}]`, {
    hint: near === undefined ? `use one of ${values.join(', ')}` : `did you mean ${near}?`,
    details: { value: text, possibleValues: values },
  });
}

function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
