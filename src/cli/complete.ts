/** Answers the question of a completion script: what may stand where the cursor is? It never fails; at worst it has nothing to propose. */
import type { Command } from '../commands/command.ts';
import { asFozzyError } from '../commands/as-fozzy-error.ts';
import type { Candidate } from './candidates.ts';
import { candidatesAt } from './candidates.ts';
import type { Terminal } from './terminal.ts';

/** `words` are the shell, `current=<word at the cursor>` and the words before it. */
export async function printCandidates(words: readonly string[], terminal: Terminal, commands: readonly Command[]): Promise<number> {
  const [shell = '', current = '', ...before] = words;
  try {
    const dequote = shell === 'bash' ? unquote : (word: string) => word;
    const question = { current: dequote(current.slice('current='.length)), before: before.map(dequote) };
    const { kind, candidates } = await candidatesAt(question, { commands, cwd: terminal.cwd, home: terminal.environment['HOME'] });
    terminal.stdout.write([kind, ...candidates.map((candidate) => lineFor(shell, candidate)), ''].join('\n'));
    return 0;
  } catch (error) {
    terminal.stderr.write(`${asFozzyError(error).message}\n`);
    return 2;
  }
}

function lineFor(shell: string, { value, about }: Candidate): string {
  switch (shell) {
    case 'bash':
      return value;
    case 'zsh':
      return about === '' || value.endsWith('/') ? escapeColons(value) : `${escapeColons(value)}:${about}`;
    default:
      return about === '' ? value : `${value}\t${about}`;
  }
}

function escapeColons(value: string): string {
  return value.endsWith('/') ? value : value.replaceAll(':', '\\:');
}

/** Bash hands over words as they were typed; the quotes of a word that is not finished yet may still be open. */
function unquote(word: string): string {
  return word.replace(/\\(.)|["']/g, (_, escaped: string | undefined) => escaped ?? '');
}
