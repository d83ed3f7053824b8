/** Finds commands in the table by the words a person typed. */
import { FozzyError } from '../base/problem.ts';
import type { Command } from '../commands/command.ts';
import { didYouMean } from './propose.ts';

export type Found = { readonly kind: 'command'; readonly command: Command } | { readonly kind: 'group'; readonly words: readonly string[] };

/** Throws the usage error with the nearest known word when the words lead nowhere. */
export function findCommand(words: readonly string[], commands: readonly Command[]): Found {
  const command = commands.find((candidate) => spellings(candidate).some((spelling) => sameWords(spelling, words)));
  if (command !== undefined) return { kind: 'command', command };
  if (nextWords(words, commands).length > 0) return { kind: 'group', words };
  throw unknownCommand(words, commands);
}

/** The words that may follow the given ones, in table order, aliases last. */
export function nextWords(words: readonly string[], commands: readonly Command[]): readonly string[] {
  const following = [commands.map((command) => command.words), commands.flatMap((command) => command.aliases ?? [])]
    .flat()
    .filter((spelling) => spelling.length > words.length && sameWords(spelling.slice(0, words.length), words))
    .flatMap((spelling) => spelling.slice(words.length, words.length + 1));
  return [...new Set(following)];
}

export function commandsBelow(words: readonly string[], commands: readonly Command[]): readonly Command[] {
  return commands.filter((command) => sameWords(command.words.slice(0, words.length), words));
}

function spellings(command: Command): readonly (readonly string[])[] {
  return [command.words, ...(command.aliases ?? [])];
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): FozzyError {
  const group = words.slice(0, -1);
  const wrong = words.at(-1) ?? '';
  const known = nextWords(group, commands);
  const prefix = ['fozzy', ...group].join(' ');
  const hint = didYouMean(wrong, known, (word) => `\`${prefix} ${word}\``) ?? `run \`${prefix} --help\``;
  return new FozzyError('usage', `unrecognized command '${[...group, wrong].join(' ')}'`, { hint, details: { command: words } });
}
