/** The built library in this process: the commands as users get them, without compiling the house once more for every file of tests. */
import type * as Library from '../../src/index.ts';
import type * as Sdk from '../../src/sdk.ts';
import type { RunSummary } from '../../src/trace/summary.ts';

// Reason for the cast: the build is made from exactly this module.
const library = (await import(new URL('../../dist/index.js', import.meta.url).href)) as typeof Library;

// Reason for the cast: the same.
export const { Fozzy } = (await import(new URL('../../dist/sdk.js', import.meta.url).href)) as typeof Sdk;

export const { performCommand } = library;

/** Whether a command ended with a coded error, whose class the built program has to itself. */
export function isFozzyError(error: unknown): error is Library.FozzyError {
  return error instanceof library.FozzyError;
}

export type CommandOptions = NonNullable<Parameters<typeof performCommand>[1]>;
type Settings = Omit<NonNullable<Parameters<typeof performCommand>[2]>, 'cwd'>;

/** A command that answers with a summary. */
export async function perform(cwd: string, name: string, options: CommandOptions = {}, settings: Settings = {}): Promise<RunSummary> {
  // Reason for the cast: every command used through this helper answers with a summary.
  return (await performCommand(name, options, { ...settings, cwd })).document as RunSummary;
}

/** The error a command ends with; a command that succeeds is the surprise here. */
export async function refusal(
  cwd: string,
  name: string,
  options: CommandOptions = {},
  settings: Settings = {},
): Promise<Library.FozzyError> {
  try {
    await performCommand(name, options, { ...settings, cwd });
  } catch (error) {
    if (isFozzyError(error)) return error;
    throw error;
  }
  throw new Error(`${name} was not refused`);
}
