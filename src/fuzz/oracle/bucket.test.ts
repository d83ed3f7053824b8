import { expect, test } from 'vitest';
import { blankMessage, findingOf } from './bucket.ts';

test('numbers and quoted text are no part of the identity of a failure', () => {
  expect(blankMessage('Unexpected token "a" at 12')).toBe(blankMessage('Unexpected token "zz" at 7'));
  expect(blankMessage("Invalid character '\\' at 2")).toBe(blankMessage("Invalid character ''' at 17"));
  expect(blankMessage('Unexpected token')).not.toBe(blankMessage('Unexpected end'));
});

test('what a parser made from a grammar would have taken is no part of the identity of a failure', () => {
  const [a, b] = ['Expected ".", "=", or [ \\t] but "\\0" found.', 'Expected "\\n" but end of input found.'].map(blankMessage);
  expect(a).toBe(b);
  expect(a).not.toBe(blankMessage('Expected a number'));
});

/** The message of what the engine itself throws. */
function thrownBy(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
  throw new Error('nothing was thrown');
}

test.each<[string, (text: string) => unknown, readonly string[]]>([
  ['a number', (text) => BigInt(text), ['a', 'b c', "it's", '"', '12x', 'é\n', 'x to a BigInt']],
  ['an expression', (text) => new RegExp(text, 'u'), ['(', 'a(', "'(", '(?:b']],
  ['a time zone', (text) => new Intl.DateTimeFormat('en', { timeZone: text }), ['x', "x'y", 'Mars/One']],
  // Reason for the casts: a mistake on purpose.
  ['a property of a text', (text) => ((text as never as Record<string, string>)[`x${text}`] = text), ['', "it's", "a 'b", '" on x']],
  ['a property of a constant text', (text) => ((`a${text}` as never as { length: number }).length = 1), ['', "it's", "a 'b", '" of x']],
  ['a property of nothing', (text) => ((undefined as never as Record<string, string>)[text] = text), ['a', "it's", "a 'b", '" on x']],
  ['a property of what is frozen', (text) => Object.defineProperty(Object.freeze({}), text, {}), ['a', "it's", "a 'b", 'x, y']],
  ['an encoding', (text) => Buffer.from('x', text as BufferEncoding), ['x', 'y z']], // Reason for the cast: a mistake on purpose
])('what an engine refuses as %s is one failure, whatever it was', (_what, refuse, texts) => {
  expect(new Set(texts.map((text) => blankMessage(thrownBy(() => refuse(text))))).size).toBe(1);
});

test.each([
  ['the line above a caret', (line: string, at: number) => `Bad tag at line 1, column ${at}:\n\n${line}\n${' '.repeat(at)}^\n`],
  ['a caret behind dashes', (line: string, at: number) => `bad tag (1:${at})\n\n 1 | ${line}\n${'-'.repeat(at + 4)}^`],
  ['lines with numbers', (line: string, at: number) => `Bad tag\n  1 | ${line}\n> 2 | ${line}\n    |${' '.repeat(at)}^^^\n  3 | ${line}`],
  ['what stands right below the words', (line: string, at: number) => `Bad tag:\n${line}\n${' '.repeat(at)}^`],
])('the part of its input that a message points into is no part of it: %s', (_how, told) => {
  const lines = ['&[con', "it's", 'x "', '^', '%00 a…', '~~~', '-- 5'];
  expect(new Set(lines.map((line, at) => blankMessage(told(line, at + 1)))).size).toBe(1);
  expect(blankMessage(told('a', 1))).not.toBe(blankMessage(told('a', 1).replace('tag', 'key')));
});

test('lines that point at nothing stay', () => {
  expect(blankMessage('Bad tag:\nfirst reason')).not.toBe(blankMessage('Bad tag:\nother reason'));
});

test('what the message of a cause repeats of the input is no part of the identity of a failure', () => {
  const bucketOf = (input: string): string =>
    findingOf(new Error('refused', { cause: new Error(`cannot read ${input}`) }), undefined, '/p', {
      inputs: [input],
      literals: ['refused', 'cannot read '],
    }).bucket;
  expect(bucketOf('a')).toBe(bucketOf('zz\0\0 and more'));
});

test('what an expression is refused for stays', () => {
  const [open, order] = ['(', '[b-a]'].map((text) => blankMessage(thrownBy(() => new RegExp(text, 'u'))));
  expect(open).not.toBe(order);
});

test('the same error from another function of the project is another failure', () => {
  const stack = (name: string) => `Error: x\n    at ${name} (/p/src/a.ts:1:2)\n    at node:internal/x:1:1`;
  const [a, b] = ['one', 'two'].map((name) => findingOf(new Error('x'), stack(name), '/p').bucket);
  expect(a).not.toBe(b);
  expect(a).toContain('src/a.ts one');
});

test('an input of several lines that a message repeats is no part of it, whatever its lines look like', () => {
  const told = ['-o--\n^\n\nx', '-q--~~\n~', '-a--'].map((input) =>
    findingOf(new Error(`dash ${input}`), undefined, '/p', { inputs: [input], literals: ['dash '] }),
  );
  expect(new Set(told.map(({ bucket }) => bucket)).size).toBe(1);
});
