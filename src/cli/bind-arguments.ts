/** Gives the words that are no flags to the arguments of the command, in order. */
import { FozzyError } from '../base/problem.ts';
import type { Argument, Command, Options } from '../commands/command.ts';
import { argumentUsage } from './flag-words.ts';
import { invalidChoice } from './parse-value.ts';

export function bindArguments(command: Command, positionals: readonly string[]): Options {
  const bound: Record<string, string | readonly string[]> = {};
  let rest = positionals;
  for (const argument of command.arguments) {
    const taken = argument.variadic === true ? rest : rest.slice(0, 1);
    if (taken.length === 0 && argument.required) throw missing(command, positionals.length);
    for (const word of taken) checkWord(argument, word);
    const [first] = taken;
    if (argument.variadic === true) bound[argument.name] = taken;
    else if (first !== undefined) bound[argument.name] = first;
    rest = rest.slice(taken.length);
  }
  const [surplus] = rest;
  if (surplus !== undefined) throw unexpectedWord(command, surplus);
  return bound;
}

function checkWord(argument: Argument, word: string): void {
  if (word === '')
    throw new FozzyError('usage', `invalid value '' for '${argumentUsage(argument)}': it must not be empty`, { hint: argument.about });
  if (argument.values !== undefined && !argument.values.includes(word)) throw invalidChoice(argumentUsage(argument), word, argument.values);
}

function missing(command: Command, given: number): FozzyError {
  const names = command.arguments
    .slice(given)
    .filter((argument) => argument.required)
    .map(argumentUsage);
  return new FozzyError('usage', `the following required arguments were not provided: ${names.join(' ')}`, {
    hint: `usage: fozzy ${[...command.words, ...command.arguments.map(argumentUsage)].join(' ')}, for example \`${command.how}\``,
    details: { missing: names },
  });
}

function unexpectedWord(command: Command, word: string): FozzyError {
  const takes = command.arguments.length === 0 ? 'no arguments' : command.arguments.map(argumentUsage).join(' ');
  return new FozzyError('usage', `unexpected argument '${word}'`, {
    hint: `\`fozzy ${command.words.join(' ')}\` takes ${takes}`,
    details: { argument: word },
  });
}
