/**
 * Turns the words of the command line into one invocation, checked against the table of commands.
 * It never looks at the world: whether a path exists or a config says otherwise is decided later.
 */
import { FozzyError } from '../base/problem.ts';
import type { Command, Options } from '../commands/command.ts';
import { checkApplicable } from '../commands/check-applicable.ts';
import { findCommand } from './find-command.ts';
import type { Globals } from './global-flags.ts';
import { globalsOf } from './global-flags.ts';
import { bindArguments } from './bind-arguments.ts';
import { scanWords } from './scan-words.ts';

export type Invocation =
  | { readonly kind: 'perform'; readonly command: Command; readonly options: Options; readonly globals: Globals }
  /** Help was asked for; `words` name a command, a group, or nothing. */
  | { readonly kind: 'help'; readonly words: readonly string[]; readonly globals: Globals }
  /** A group, or Fozzy itself, without the word that says what to do. */
  | { readonly kind: 'incomplete'; readonly words: readonly string[]; readonly globals: Globals }
  | { readonly kind: 'version'; readonly globals: Globals };

export function parseArguments(argv: readonly string[], commands: readonly Command[]): Invocation {
  const scan = scanWords(argv, commands);
  const globals = globalsOf(scan.globals);
  if (scan.help && !scan.lost) return { kind: 'help', words: scan.words, globals };
  if (scan.problem !== undefined) throw scan.problem;
  checkStrictness(scan.globals);
  if (scan.version) return { kind: 'version', globals };
  const found = findCommand(scan.words, commands);
  if (found.kind === 'group') return { kind: 'incomplete', words: found.words, globals };
  checkApplicable(found.command, globals.backends, commands);
  const options = { ...scan.options, ...bindArguments(found.command, scan.positionals) };
  return { kind: 'perform', command: found.command, options, globals };
}

/** Honoured even when nothing else of the line makes sense. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? argv.length : end).includes('--json');
}

function checkStrictness(globals: Options): void {
  if (globals['strict'] !== true || globals['unsafe'] !== true) return;
  throw new FozzyError('usage', "the argument '--strict' cannot be used with '--unsafe'", {
    hint: 'drop one of them; strict is the default',
  });
}
