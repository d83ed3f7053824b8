/** Commands in this process, in a project of their own: faster than the program, same documents, same files. */
import { readFileSync } from 'node:fs';
import { type CommandSettings, performCommand } from '../../src/commands/perform-command.ts';
import { FozzyError } from '../../src/base/problem.ts';
import { decodeTrace, type DecodedTrace } from '../../src/trace/decode.ts';
import type { RunSummary } from '../../src/trace/summary.ts';

type CommandOptions = NonNullable<Parameters<typeof performCommand>[1]>;

export async function perform(
  cwd: string,
  name: string,
  options: CommandOptions = {},
  settings: Omit<CommandSettings, 'cwd'> = {},
): Promise<RunSummary> {
  const { document } = await performCommand(name, options, { ...settings, cwd });
  // Reason for the cast: every command used through this helper answers with a summary.
  return document as RunSummary;
}

/** The error a command ends with; a command that succeeds is the surprise here. */
export async function refusal(
  cwd: string,
  name: string,
  options: CommandOptions = {},
  settings: Omit<CommandSettings, 'cwd'> = {},
): Promise<FozzyError> {
  try {
    await performCommand(name, options, { ...settings, cwd });
  } catch (error) {
    if (error instanceof FozzyError) return error;
    throw error;
  }
  throw new Error(`${name} was not refused`);
}

export function readTrace(path: string | undefined): DecodedTrace {
  if (path === undefined) throw new Error('the run names no trace');
  return decodeTrace(readFileSync(path, 'utf8'), path);
}
