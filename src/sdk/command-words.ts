/** Options as the words of a command line: what the CLI transport passes on, and what reports of both transports keep. */
import type { Command, Flag } from '../commands/command.ts';
import { commands } from '../commands/table.ts';
import type { OptionValue, OptionValues } from './call.ts';
import { FozzyUsageError } from './errors.ts';
import type { ClientOptions } from './transport.ts';

export function commandWords(name: string, options: OptionValues, client: ClientOptions): readonly string[] {
  const command = commands.find(({ words }) => words.join(' ') === name);
  if (command === undefined) throw new FozzyUsageError({ code: 'usage', message: `unknown command '${name}'`, hint: null });
  const left = new Map(Object.entries(options).filter(([, value]) => value !== undefined));
  const flags = command.flags.filter(({ forTerminal }) => forTerminal !== true).flatMap((flag) => flagWords(flag, left));
  const places = command.arguments.flatMap((argument) => placesOf(command, argument.name, taken(left, camelCase(argument.name))));
  const [unknown] = left.keys();
  if (unknown !== undefined) throw unknownOption(command, unknown);
  return [
    ...command.words,
    ...flags,
    ...globalWords(client),
    '--json',
    ...(places.some((place) => place.startsWith('-')) ? ['--'] : []),
    ...places,
  ];
}

function unknownOption(command: Command, name: string): FozzyUsageError {
  return new FozzyUsageError({ code: 'usage', message: `unexpected option '${name}' for \`${command.words.join(' ')}\``, hint: null });
}

function flagWords(flag: Flag, left: Map<string, OptionValue>): readonly string[] {
  return [flag.name, ...(flag.aliases ?? [])].flatMap((name) => {
    const value = taken(left, camelCase(name));
    if (value === undefined) return [];
    if (flag.type.kind === 'switch') return value === true ? [`--${name}`] : flag.type.negatable === true ? [`--no-${name}`] : [];
    const unit = flag.type.kind === 'duration' && typeof value === 'number' ? 'ms' : '';
    return textsOf(value).map((text) => `--${name}=${text}${unit}`);
  });
}

function taken(left: Map<string, OptionValue>, name: string): OptionValue {
  const value = left.get(name);
  left.delete(name);
  return value;
}

/** Callers without types pass anything here, most of all the options where the path should be. */
function placesOf(command: Command, name: string, value: OptionValue): readonly string[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return given.map((place) => {
    if (typeof place === 'string') return place;
    const message = `invalid value for '${camelCase(name)}' of \`${command.words.join(' ')}\`: expected text, got ${kindOf(place)}`;
    throw new FozzyUsageError({ code: 'usage', message, hint: 'pass the path first, and the options after it' });
  });
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function textsOf(value: OptionValue): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [String(value)];
}

function globalWords({ config, log, strict, backends = {} }: ClientOptions): readonly string[] {
  return [
    ...(config === undefined ? [] : [`--config=${config}`]),
    ...(log === undefined ? [] : [`--log=${log}`]),
    ...(strict === false ? ['--unsafe'] : []),
    ...Object.entries(backends).map(([name, backend]) => `--${name}-backend=${backend}`),
  ];
}

function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
}
