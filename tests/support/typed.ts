/**
 * A command line in this process: its words are read as the program reads them, the command is the built one, and what it says is what the
 * program would print without a terminal. For tests that are about commands; those about the process start one (`tests/cli/run-cli.ts`).
 */
import { FozzyError } from '../../src/base/problem.ts';
import { dispatch } from '../../src/cli/dispatch.ts';
import type { Command } from '../../src/commands/command.ts';
import { commands } from '../../src/commands/table.ts';
import { type CliAnswer, documentOf } from '../cli/run-cli.ts';
import { isFozzyError, performCommand } from './built.ts';
import { sampleTerminal } from './sample-terminal.ts';

const built: readonly Command[] = commands.map((command) => ({
  ...command,
  perform: async (options, { cwd, configNamed, configPath, strict, backendFlags, commandLine, signal, progress, warn }) => {
    try {
      return await performCommand(command.words.join(' '), options, {
        cwd,
        ...(configNamed ? { config: configPath } : {}),
        strict,
        backends: backendFlags,
        commandLine: commandLine.slice(1),
        signal,
        onProgress: progress,
        onWarning: warn,
      });
    } catch (error) {
      // The built program has an error class of its own; here it is the one of the command line that reads it.
      if (!isFozzyError(error)) throw error;
      throw new FozzyError(error.code, error.message, { hint: error.hint, ...(error.details && { details: error.details }) });
    }
  },
}));

export async function typed(args: readonly string[], { cwd }: { readonly cwd: string }): Promise<CliAnswer> {
  const terminal = sampleTerminal({ cwd });
  const signal = new AbortController().signal;
  const code = await dispatch(args, { terminal, signal, commands: built, speak: () => undefined });
  const said = { stdout: terminal.out(), stderr: terminal.err() };
  return { code, signal: null, ...said, json: () => documentOf(said, code) };
}
