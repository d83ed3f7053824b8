/** Options as the words of a command line: what the CLI transport passes on, and what reports of both transports keep. */
import { checkOptions } from '../commands/check-options.ts';
import type { Command, Flag } from '../commands/command.ts';
import { commands } from '../commands/table.ts';
import type { OptionValue, OptionValues } from './call.ts';
import { FozzyUsageError, thrownBy } from './errors.ts';
import type { ClientOptions } from './transport.ts';

export function commandWords(name: string, options: OptionValues, client: ClientOptions): readonly string[] {
  const command = commands.find(({ words }) => words.join(' ') === name);
  if (command === undefined) throw new FozzyUsageError({ code: 'usage', message: `unknown command '${name}'`, hint: null });
  check(command, options);
  const left = new Map(Object.entries(options).filter(([, value]) => value !== undefined));
  const flags = command.flags.filter(({ forTerminal }) => forTerminal !== true).flatMap((flag) => flagWords(flag, left));
  const places = command.arguments.flatMap((argument) => textsOf(taken(left, camelCase(argument.name))));
  return [
    ...command.words,
    ...flags,
    ...globalWords(client),
    '--json',
    ...(places.some((place) => place.startsWith('-')) ? ['--'] : []),
    ...places,
  ];
}

/** Both transports take and refuse the same, and neither starts anything for what it refuses. */
function check(command: Command, options: OptionValues): void {
  try {
    checkOptions(command, options);
  } catch (error) {
    throw thrownBy(error);
  }
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
