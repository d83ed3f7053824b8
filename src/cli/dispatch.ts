/** One command line from its words to its exit code. Everything said goes through the output; nothing is thrown. */
import { FozzyError } from '../base/problem.ts';
import { hostKeys } from '../commands/active-backends.ts';
import { asFozzyError, toldToCommand } from '../commands/as-fozzy-error.ts';
import type { Command, CommandResult, Options } from '../commands/command.ts';
import type { Context } from '../commands/context.ts';
import { version } from '../commands/version.ts';
import { commandsBelow } from './find-command.ts';
import type { Globals } from './global-flags.ts';
import { renderHelp } from './help.ts';
import type { Output } from './output.ts';
import { openOutput } from './output.ts';
import type { Invocation } from './parse-arguments.ts';
import { parseArguments, wantsJson } from './parse-arguments.ts';
import { redactCommandLine } from '../commands/redact-command-line.ts';
import type { Surroundings } from './surroundings.ts';
import { openSurroundings } from './surroundings.ts';
import type { Terminal } from './terminal.ts';

export interface Session {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly commands: readonly Command[];
  /** Told which output is in use, so that whoever ends the process in a hurry can settle it. */
  readonly speak: (output: Output) => void;
}

export async function dispatch(argv: readonly string[], session: Session): Promise<number> {
  const told = { json: wantsJson(argv), color: !argv.includes('--no-color'), log: 'info' as const };
  let output = openOutput(session.terminal, told);
  const speakThrough = (next: Output) => {
    output = next;
    session.speak(next);
  };
  speakThrough(output);
  try {
    return await follow(parseArguments(argv, session.commands), argv, session, speakThrough);
  } catch (thrown) {
    const error = asFozzyError(thrown, session.signal);
    output.error(error);
    return error.exitCode;
  } finally {
    output.settle();
  }
}

type SpeakThrough = (output: Output) => void;

async function follow(invocation: Invocation, argv: readonly string[], session: Session, speakThrough: SpeakThrough): Promise<number> {
  const { globals } = invocation;
  const output = openOutput(session.terminal, globals);
  speakThrough(output);
  switch (invocation.kind) {
    case 'help':
      output.result(helpOf(invocation.words, session.commands, output));
      return 0;
    case 'incomplete':
      return incomplete(invocation.words, session.commands, output);
    case 'version':
      return (await performIn(version, {}, { ...session, argv, globals, speakThrough })).exitCode;
    case 'perform':
      return perform(invocation.command, invocation.options, { ...session, argv, globals, speakThrough });
  }
}

async function perform(command: Command, { watch, ...options }: Options, performance: Performance): Promise<number> {
  if (watch !== true) return (await performIn(command, options, performance)).exitCode;
  const { globals, terminal, signal } = performance;
  const { keepWatching } = await import('./keep-watching.ts');
  const surroundings = () => openSurroundings(command, globals, terminal.cwd);
  let output = openOutput(terminal, globals);
  const speakThrough = (next: Output) => {
    output = next;
    performance.speakThrough(next);
  };
  const again = (asked: Options) => performIn(command, asked, { ...performance, speakThrough });
  return keepWatching(options, { surroundings, signal, output: () => output, perform: again });
}

function helpOf(
  words: readonly string[],
  commands: readonly Command[],
  output: Output,
): { readonly document: object; readonly text: string } {
  const text = renderHelp(words, commands, output);
  return { document: { schemaVersion: 'fozzy.help.v1', help: text }, text };
}

/** People get the help they need; programs also get the error document. */
function incomplete(words: readonly string[], commands: readonly Command[], output: Output): number {
  const called = ['fozzy', ...words].join(' ');
  const known = commandsBelow(words, commands).map((command) => command.words.join(' '));
  const error = new FozzyError('usage', `\`${called}\` needs a command`, {
    hint: `run \`${called} --help\``,
    details: { commands: known },
  });
  output.stderrLine(renderHelp(words, commands, output).trimEnd());
  if (output.json) output.error(error);
  return error.exitCode;
}

interface Performance extends Session {
  readonly argv: readonly string[];
  readonly globals: Globals;
  readonly speakThrough: SpeakThrough;
}

async function performIn(command: Command, options: Options, performance: Performance): Promise<CommandResult> {
  const { globals, terminal } = performance;
  const surroundings = await openSurroundings(command, globals, terminal.cwd);
  const json = globals.json || (surroundings.config.reporter === 'json' && options['reporter'] === undefined);
  const output = openOutput(terminal, { ...globals, json });
  performance.speakThrough(output);
  tellSurroundings(command, surroundings, output, globals);
  for (const warning of surroundings.warnings) output.warn(warning);
  tellUnused(command, surroundings, output);
  const result = await command.perform(options, contextOf(surroundings, output, performance)).catch((error: unknown) => {
    throw toldToCommand(error, command.words);
  });
  output.result(result);
  output.log('debug', `exit code ${result.exitCode}`);
  return result;
}

/** Searches and judgements are made in the virtual world, whatever the config says; nobody should have to guess that. */
function tellUnused({ backends, words }: Command, { config }: Surroundings, { log }: Output): void {
  const unused = backends === 'refused' ? hostKeys(config) : [];
  if (unused.length === 0) return;
  const effect = unused.length === 1 ? 'has no effect' : 'have no effect';
  log('info', `\`fozzy ${words.join(' ')}\` never uses the host: ${unused.join(', ')} of the config ${effect} here`);
}

/** What a puzzled person asks first: from where, with which settings. */
function tellSurroundings(
  command: Command,
  { cwd, configPath, config }: Surroundings,
  { log }: Output,
  { strict, backends }: Globals,
): void {
  log('debug', `command ${command.words.join(' ')}, ${strict ? 'strict' : 'unsafe'}, in ${cwd}`);
  if (!command.loadsConfig) return;
  log('debug', `config ${configPath}, runs below ${config.baseDir}`);
  log('trace', `settings ${JSON.stringify({ ...config, flags: backends })}`);
}

function contextOf(surroundings: Surroundings, output: Output, { globals, terminal, signal, argv }: Performance): Context {
  const { FOZZY_ARTIFACTS_FULL: artifactsFull, FOZZY_TRACE_PRETTY: tracePretty } = terminal.environment;
  return {
    cwd: surroundings.cwd,
    configPath: surroundings.configPath,
    configNamed: surroundings.configNamed,
    config: surroundings.config,
    strict: globals.strict,
    backendFlags: globals.backends,
    commandLine: redactCommandLine(argv),
    json: output.json,
    paint: output.paint,
    columns: output.columns,
    interactive: terminal.keyboard && terminal.stderr.isTTY && !terminal.ci && !output.json,
    signal,
    progress: output.progress,
    warn: output.warn,
    log: output.log,
    tell: output.tell,
    stderrLine: output.stderrLine,
    waitForEnter: () => terminal.waitForEnter(signal),
    environment: {
      artifactsFull: artifactsFull === '1',
      tracePretty: tracePretty === '1',
      githubStepSummary: terminal.environment['GITHUB_STEP_SUMMARY'],
      githubWorkspace: terminal.environment['GITHUB_WORKSPACE'],
    },
  };
}
