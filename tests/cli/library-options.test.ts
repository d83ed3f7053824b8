/** What the command line refuses, the library refuses; nothing is taken and ignored. */
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { FozzyError } from '../../src/base/problem.ts';
import { checkOptions, type GivenValue } from '../../src/commands/check-options.ts';
import type { Command } from '../../src/commands/command.ts';
import { commands } from '../../src/commands/table.ts';

function called(name: string): Command {
  return commands.find(({ words }) => words.join(' ') === name) ?? expect.unreachable(`there is no command ${name}`);
}

function refusalOf(body: () => unknown): string | undefined {
  try {
    body();
    return undefined;
  } catch (error) {
    return error instanceof FozzyError ? error.message : expect.unreachable(String(error));
  }
}

const wrong: readonly (readonly [string, readonly string[], Readonly<Record<string, GivenValue>>, string])[] = [
  ['fuzz', ['t#f', '--mutator', 'bogus'], { target: 't#f', mutator: ['bogus'] }, 'possible values: bitflip'],
  ['init', ['--with', 'bogus'], { with: ['bogus'] }, 'possible values: run'],
  ['run', ['a', '--reporter', 'xml=a'], { scenario: 'a', reporter: ['xml=a'] }, 'possible values: pretty'],
  ['run', ['a', '--record-collision', 'x'], { scenario: 'a', recordCollision: 'x' }, 'possible values: append'],
  ['run', ['a', '--seed', '-1'], { scenario: 'a', seed: -1 }, 'an integer from 0 to 18446744073709551615'],
  ['run', ['a', '--timeout', '5x'], { scenario: 'a', timeout: '5x' }, "'timeout'"],
  ['run', ['a', '--record', ''], { scenario: 'a', record: '' }, 'a path, which is not empty'],
  ['test', ['--tag', ''], { tag: [''] }, 'no empty members'],
  ['runs ls', ['--limit', '-1'], { limit: -1 }, 'an integer from 0'],
];

describe('an option that is wrong', () => {
  test.each(wrong)('of %s is refused by both doors: %j', (name, words, options, said) => {
    expect(refusalOf(() => parseArguments([...name.split(' '), ...words], commands))).toBeDefined();
    expect(refusalOf(() => checkOptions(called(name), options))).toContain(said);
  });
});

test('values mean the same through both doors', () => {
  const invocation = parseArguments(['run', 'a', '--seed', '007', '--timeout', '2s', '--reporter', 'junit=x'], commands);
  const options = checkOptions(called('run'), { scenario: 'a', seed: '007', timeout: '2s', reporter: ['junit=x'] });
  expect(invocation).toMatchObject({ options });
});
