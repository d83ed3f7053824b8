/** Hands out the script for the wanted shell. */
import type { CommandResult, Options } from '../command.ts';
import { completionScripts } from './script.ts';
import { shells } from './shells.ts';

export function performCompletions(options: Options): CommandResult {
  const shell = shells.find((name) => name === options['shell']) ?? 'bash';
  const script = completionScripts[shell];
  return { document: { schemaVersion: 'fozzy.completions.v1', shell, script }, exitCode: 0, text: script };
}
