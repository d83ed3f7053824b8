/**
 * A command as a function: the library's door. Options are the camelCase flags and arguments of the
 * CLI; the result is the same document, the same exit code and the same files.
 */
import { resolve } from 'node:path';
import { parseDuration } from '../base/duration.ts';
import { nearest } from '../base/nearest.ts';
import { FozzyError } from '../base/problem.ts';
import { parseU64 } from '../base/u64.ts';
import { plainPaint } from '../report/paint.ts';
import type { ProgressEvent } from '../report/progress.ts';
import { toldToCommand } from './as-fozzy-error.ts';
import { checkApplicable } from './check-applicable.ts';
import type { Argument, Command, CommandResult, Flag, Options } from './command.ts';
import type { BackendFlags, Context } from './context.ts';
import { openCwd } from './open-cwd.ts';
import { defaultConfig, readConfig } from './project-config.ts';
import { redactCommandLine } from './redact-command-line.ts';
import { commands } from './table.ts';

export interface CommandSettings {
  /** Working directory; the process-wide one is only the default and never changed. */
  readonly cwd?: string;
  readonly config?: string;
  /** True unless given. */
  readonly strict?: boolean;
  readonly backends?: BackendFlags;
  readonly signal?: AbortSignal;
  /** The words that would have asked for the same, as reports keep them. */
  readonly commandLine?: readonly string[];
  readonly onProgress?: (event: ProgressEvent) => void;
  readonly onWarning?: (warning: { readonly code: string; readonly message: string }) => void;
}

type GivenValue = string | number | bigint | boolean | readonly string[] | undefined;

/** `name` is the command as typed: 'run', 'trace verify'. */
export async function performCommand(
  name: string,
  options: { readonly [option: string]: GivenValue } = {},
  settings: CommandSettings = {},
): Promise<CommandResult> {
  const command = findCommand(name);
  const checked = checkOptions(command, options);
  checkApplicable(command, settings.backends ?? {}, commands);
  const context = await contextFor(command, settings);
  return command.perform(checked, context).catch((error: unknown) => {
    throw toldToCommand(error, command.words);
  });
}

function findCommand(name: string): Command {
  const found = commands.find((command) => [command.words, ...(command.aliases ?? [])].some((words) => words.join(' ') === name));
  if (found !== undefined) return found;
  const near = nearest(
    name,
    commands.map((command) => command.words.join(' ')),
  );
  throw new FozzyError('usage', `unknown command '${name}'`, near === undefined ? {} : { hint: `did you mean '${near}'?` });
}

function checkOptions(command: Command, options: { readonly [option: string]: GivenValue }): Options {
  const known = new Map<string, Flag | Argument>();
  for (const argument of command.arguments) known.set(camelCase(argument.name), argument);
  for (const flag of command.flags) for (const word of [flag.name, ...(flag.aliases ?? [])]) known.set(camelCase(word), flag);
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
  throw new FozzyError('usage', `invalid value for '${argument.name}': expected text`);
}

/** The same values the argument parser produces: durations in ms, 64-bit integers as decimal text. */
function checkFlag(flag: Flag, value: GivenValue): string | number | boolean | readonly string[] {
  const wrong = () => new FozzyError('usage', `invalid value '${String(value)}' for '${camelCase(flag.name)}'`);
  switch (flag.type.kind) {
    case 'switch':
      if (typeof value === 'boolean') return value;
      throw wrong();
    case 'u64': {
      const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
      if (parseU64(text) === undefined) throw wrong();
      return text;
    }
    case 'u53':
    case 'bytes':
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
      throw wrong();
    case 'number':
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      throw wrong();
    case 'duration': {
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
      const parsed = typeof value === 'string' ? parseDuration(value) : undefined;
      if (parsed?.ok === true) return parsed.ms;
      throw wrong();
    }
    case 'choice':
      if (typeof value === 'string' && flag.type.values.includes(value)) return value;
      throw wrong();
    case 'list':
      if (Array.isArray(value)) return value.map(String);
      throw wrong();
    default:
      if (typeof value === 'string') return value;
      throw wrong();
  }
}

function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

async function contextFor(command: Command, settings: CommandSettings): Promise<Context> {
  const cwd = openCwd(settings.cwd, resolve('.'));
  const strict = settings.strict ?? true;
  const configPath = resolve(cwd, settings.config ?? 'fozzy.toml');
  const configNamed = settings.config !== undefined;
  const required = configNamed && command.createsConfig !== true;
  const read = command.loadsConfig ? await readConfig({ path: configPath, required, strict }) : { config: defaultConfig, warnings: [] };
  const warn = settings.onWarning ?? (() => {});
  for (const warning of read.warnings) warn(warning);
  return {
    cwd,
    configPath,
    configNamed,
    config: read.config,
    strict,
    backendFlags: settings.backends ?? {},
    commandLine: redactCommandLine(settings.commandLine ?? command.words),
    json: true,
    paint: plainPaint,
    columns: Infinity,
    interactive: false,
    signal: settings.signal ?? new AbortController().signal,
    progress: settings.onProgress ?? (() => {}),
    warn,
    log: () => {},
    stderrLine: () => {},
    waitForEnter: () => Promise.resolve(),
    environment: { artifactsFull: process.env['FOZZY_ARTIFACTS_FULL'] === '1', tracePretty: process.env['FOZZY_TRACE_PRETTY'] === '1' },
  };
}
