/** What does not come back is one failure for every place it does not come back from, however it is noticed and wherever in a loop somebody looks. */
import { describe, expect, test } from 'vitest';
import { project, runCli } from './run-cli.ts';

/** The first loop is left and entered again at many places; the second and third are in the same function. */
const loops = `export function loops(text: string): number {
  let at = 0;
  if (text.includes('<')) {
    while (at >= 0) {
      if (at % 3 === 0) at = (at + 5) % 1000;
      else at = helper(at);
    }
  }
  if (text.includes('>')) {
    for (;;) {
      at = (at * 7 + 1) & 1023;
      if (at < 0) break;
    }
  }
  return at;
}
function helper(n: number): number {
  let sum = 0;
  for (let i = 0; i < 200; i += 1) sum += (n * i) % 7;
  return Math.abs(sum) % 1000;
}
`;

/** No code that is counted runs while these take their time. */
const expressions = `export function expressions(text: string): boolean {
  if (text.includes('<')) return /^(?:a+)+$/u.test('a'.repeat(60) + 'b');
  return text.includes('>') && /^(?:b+)+$/u.test('b'.repeat(60) + 'c');
}
`;

interface Hang {
  readonly title: string;
  readonly fingerprint: string;
}

/** The hangs of a search that begins with these inputs and makes no others. */
async function hangs(name: string, inputs: readonly string[], isolation: string): Promise<readonly Hang[]> {
  const files = Object.fromEntries(inputs.map((input, index) => [`inputs/${index}`, input]));
  const cwd = project({ 'src/loops.ts': loops, 'src/expressions.ts': expressions, 'fozzy.toml': 'hang_timeout = "400ms"\n', ...files });
  const words = [
    'fuzz',
    `src/${name}.ts#${name}`,
    '--corpus',
    'inputs',
    '--runs',
    String(inputs.length),
    '--isolation',
    isolation,
    '--json',
  ];
  const { findings } = (await runCli(words, { cwd })).json() as unknown as { readonly findings: readonly Hang[] }; // the document of the command
  return findings;
}

describe.each(['thread', 'process'])('in a %s', (isolation) => {
  test.each(['loops', 'expressions'])('two places are two failures, and one place is one: %s', { timeout: 120_000 }, async (name) => {
    const found = await hangs(name, ['<', 'ab<c', '>', 'x>y'], isolation);
    expect(found.map(({ title }) => title)).toEqual(['hang', 'hang']);
    expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });
});

/** Every other input hangs, in one of two places, by a loop or by a promise. */
const often = `export function often(text: string): number {
  let at = 1;
  if (text.startsWith('a')) while (at > 0) at = (at * 7 + 1) % 1023 + 1;
  if (text.includes('<b')) for (;;) if (helper(at) < 0) break;
  return at;
}
function helper(n: number): number { return Math.abs(n); }
export async function waits(text: string): Promise<number> {
  if (text.startsWith('a')) await new Promise((resolve) => setTimeout(resolve, 2_000_000));
  return text.length;
}
`;

// Sixty times three seconds are more than there are for the test.
test.each([
  ['often', 2],
  ['waits', 1],
])('a known hang is not waited for as long as the first: %s', { timeout: 120_000 }, async (name, places) => {
  const inputs = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`inputs/${index}`, `${index === 59 ? 'x<b' : 'a'}${index}`]));
  const cwd = project({ 'src/often.ts': often, 'fozzy.toml': 'hang_timeout = "3s"\n', ...inputs });
  const { json } = await runCli(['fuzz', `src/often.ts#${name}`, '--corpus', 'inputs', '--runs', '60', '--json'], { cwd });
  const { findings, fuzz } = json() as unknown as { readonly findings: readonly Hang[]; readonly fuzz: { readonly executed: number } };
  expect(findings.map(({ title }) => title)).toEqual(Array.from({ length: places }, () => 'hang'));
  expect(fuzz.executed).toBeGreaterThanOrEqual(60);
});

test('where many inputs hang, what is wrong with others is found all the same', async () => {
  const source = `export function read(text: string): number {
  if (text.startsWith('deep') && text.endsWith('!')) throw new RangeError('behind');
  let at = 0;
  while (at < text.length) if (text[at] !== '%') at += 1;
  return at;
}
`;
  const cwd = project({ 'src/read.ts': source, 'fozzy.toml': 'hang_timeout = "400ms"\n' });
  const words = ['fuzz', 'src/read.ts#read', '--runs', '4000', '--seed', '1', '--det', '--json'];
  const { findings } = (await runCli(words, { cwd })).json() as unknown as { readonly findings: readonly Hang[] }; // the document of the command
  expect(findings.map(({ title }) => title).toSorted()).toEqual(['hang', 'uncaught_error']);
});

test.each([
  ['a loop', "for (let at = 0; at < text.length; ) if (text[at] !== '%') at += 1;", 'hang'],
  ['an expression', '/^(?:[^!]+)+!$/u.test(text + text + text);', 'hang'],
  ['a promise', 'if (text.length > 3) return new Promise(() => {});', 'hang'],
])('what a function takes is found out though it hardly ever comes back, by %s', async (_what, body, title) => {
  const cwd = project({
    'src/busy.js': `exports.busy = (text) => { if (text.includes('deep')) throw new RangeError('behind'); ${body} };\n`,
    'seeds/a': 'deep',
    'seeds/b': '100%',
    'fozzy.toml': 'hang_timeout = "400ms"\n',
  });
  const words = ['fuzz', 'src/busy.js#busy', '--corpus', 'seeds', '--runs', '60', '--seed', '1', '--json'];
  const { findings, fuzz } = (await runCli(words, { cwd })).json() as {
    readonly findings: readonly Told[];
    readonly fuzz: { readonly input: string };
  }; // the summary of a run
  expect(fuzz.input).toBe('string');
  expect(findings.map((each) => each.title)).toEqual(expect.arrayContaining([title, 'uncaught_error']));
});

test('a hang that was made small is told of the small input, and in words of the user', async () => {
  const source = "export const count = (text) => { for (let at = 0; at < text.length; ) if (text[at] !== '%') at += 1; };\n";
  const cwd = project({ 'src/count.js': source, 'seeds/a': 'ab%cd', 'fozzy.toml': 'hang_timeout = "400ms"\n' });
  const words = ['fuzz', 'src/count.js#count', '--corpus', 'seeds', '--runs', '5', '--seed', '1', '--shrink', '--json'];
  const { findings } = (await runCli(words, { cwd })).json() as { readonly findings: readonly Told[] }; // the summary of a run
  expect(findings).toMatchObject([{ title: 'hang', location: { line: 1, details: { input: "'%'" } } }]);
  expect(findings[0]?.location.details.stack).toMatch(/^Error: the code ran without a pause for longer than its limit allows\n/u);
});

interface Told {
  readonly title: string;
  readonly location: { readonly details: { readonly input: string; readonly stack: string } };
}
