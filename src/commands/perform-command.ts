/**
 * A command as a function: the library's door. Options are the camelCase flags and arguments of the
 * CLI; the result is the same document, the same exit code and the same files.
 */
import { resolve } from 'node:path';
import { nearest } from '../base/nearest.ts';
import { FozzyError } from '../base/problem.ts';
import { plainPaint } from '../report/paint.ts';
import type { ProgressEvent } from '../report/progress.ts';
import { toldToCommand } from './as-fozzy-error.ts';
import { checkApplicable } from './check-applicable.ts';
import { checkOptions, type GivenValue } from './check-options.ts';
import type { Command, CommandResult } from './command.ts';
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
    tell: () => {},
    stderrLine: () => {},
    waitForEnter: () => Promise.resolve(),
    environment: { artifactsFull: process.env['FOZZY_ARTIFACTS_FULL'] === '1', tracePretty: process.env['FOZZY_TRACE_PRETTY'] === '1' },
  };
}
