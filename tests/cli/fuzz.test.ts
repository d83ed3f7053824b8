/** Fuzzing through the built program: what is found is found again, reduced, and judged like any other failure; what cannot be fuzzed is refused in words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project, runCli } from './run-cli.ts';

const settings = `export function load(text: string): unknown {
  const settings: Record<string, Record<string, string>> = {};
  for (const line of text.split(';')) {
    const [section, name, value] = line.split('.');
    if (section === undefined || name === undefined || value === undefined) continue;
    const known = settings[section] ?? {};
    known[name] = value;
    settings[section] = known;
  }
  return settings['main'];
}
export const limit = 3;
export function harmless(text: string): number {
  return text.length;
}
`;

/** Fails for an angle bracket, anything at all, and an exclamation mark. */
const tag = `export function tag(text: string): string {
  if (text.includes('<') && /<.!/u.test(text)) throw new TypeError('unfinished tag');
  return text;
}
`;

const order = `export function order(count: number, price: number): number {
  if (count > 10.5 && price < 0) throw new RangeError(count + ' for ' + price);
  return count * price;
}
`;

const SEARCH = ['fuzz', 'src/settings.ts#load', '--det', '--runs', '100000', '--crash-only'];

interface FuzzDocument {
  readonly status: string;
  readonly findings: readonly { readonly title: string; readonly fingerprint: string }[];
  readonly fuzz: { readonly executed: number; readonly stoppedBy: string };
}

async function search(cwd: string, words: readonly string[]): Promise<FuzzDocument> {
  const { json } = await typed([...words, '--json'], { cwd });
  return json() as unknown as FuzzDocument; // the document of the command
}

/** Says what it met, as many parsers do, without quotes. */
const words = `export function words(text: string): number {
  let count = 0;
  for (const word of text.split(' ')) {
    if (/[^a-z]/u.test(word)) throw new SyntaxError('unexpected ' + word + ' after ' + count + ' words');
    if (word.length > 12) throw new RangeError(\`\${word} is too long\`);
    count += 1;
  }
  return count;
}
`;

describe('fozzy fuzz', () => {
  test('errors that repeat their input without quotes are one failure each, whatever the input was', async () => {
    const cwd = project({ 'src/words.ts': words });
    const { findings } = await search(cwd, ['fuzz', 'src/words.ts#words', '--det', '--runs', '20000']);
    expect(findings.map(({ title }) => title)).toEqual(['uncaught_error', 'uncaught_error']);
  });

  test.each([
    ['export function take(text: string, made: Far): number { return text.length; }', 'the type Far could not be read off its types'],
    [
      'export function take(text, far) { return text.length; }',
      'it takes 2 arguments, nothing says what they are, and only the first is given',
    ],
  ])('what had to be guessed of the arguments is told', async (source, guess) => {
    const cwd = project({ 'src/take.ts': source });
    const { stderr } = await typed(['fuzz', 'src/take.ts#take', '--det', '--runs', '10'], { cwd });
    expect(stderr).toContain(`warning[arguments_guessed]: fn:src/take.ts#take: ${guess}`);
  });

  test('errors of a class of its own are told with how to expect them, mistakes of the language are not', async () => {
    const cwd = project({ 'src/words.ts': words });
    const asked = ['fuzz', 'src/words.ts#words', '--det', '--runs', '20000'];
    const { stderr } = await runCli(asked, { cwd });
    expect(stderr).toContain('if fn:src/words.ts#words may throw SyntaxError, --expect SyntaxError leaves that out');
    expect((await runCli([...asked, '--expect', 'SyntaxError'], { cwd })).stderr).not.toContain('leaves that out');
  });

  test('the same seed finds the same after as many executions, and the trace replays, verifies and shrinks', async () => {
    const cwd = project({ 'src/settings.ts': settings });
    const [first, second] = [await search(cwd, SEARCH), await search(cwd, SEARCH)];
    expect([first.status, first.findings.map(({ title }) => title)]).toEqual(['fail', ['prototype_pollution']]);
    expect([second.fuzz.executed, second.findings[0]?.fingerprint]).toEqual([first.fuzz.executed, first.findings[0]?.fingerprint]);
    expect((await typed(['replay', 'last-fail'], { cwd })).code).toBe(1);
    expect((await typed(['trace', 'verify', 'last-fail'], { cwd })).code).toBe(0);
    const { shrink, findings } = (await typed(['shrink', 'last-fail', '--json'], { cwd })).json();
    expect([shrink, findings]).toMatchObject([{ preserved: true, minimal: true }, [{ fingerprint: first.findings[0]?.fingerprint }]]);
  });

  test('explain says which parts of the input the failure needs, and which of those could be something else', async () => {
    const cwd = project({ 'src/tag.ts': tag });
    await typed(['fuzz', 'src/tag.ts#tag', '--det', '--runs', '100000', '--crash-only'], { cwd });
    const explained = await typed(['explain', 'last-fail', '--json'], { cwd });
    expect([explained.code, explained.json()]).toMatchObject([
      0,
      {
        schemaVersion: 'fozzy.explain_input.v1',
        minimal: true,
        unit: 'character',
        finding: { title: 'uncaught_error' },
        needed: {
          parts: [{ text: '<', verdict: 'exact' }, { verdict: 'free' }, { text: '!', verdict: 'exact' }],
        },
      },
    ]);
    const { stdout } = await typed(['explain', 'last-fail'], { cwd });
    expect(stdout).toMatch(/the failure needs 3: without any one of them it is gone; 2 must be exactly as it is, 1 could be anything\./u);
  });

  test('numbers become small, and what is told with --shrink is told of the small input', async () => {
    const cwd = project({ 'src/order.ts': order });
    const { stdout } = await typed(['fuzz', 'src/order.ts#order', '--det', '--runs', '100000', '--crash-only', '--shrink'], { cwd });
    expect(stdout).toContain('RangeError: 11 for -1');
    expect(stdout).toMatch(/input {2}11, -1\n/u);
    const { findings } = (await typed(['replay', 'last-fail', '--json'], { cwd })).json();
    expect(findings).toMatchObject([{ message: 'RangeError: 11 for -1' }]);
    const { needed } = (await typed(['explain', 'last-fail', '--json'], { cwd })).json();
    expect(needed).toMatchObject({ value: '11, -1' });
    const explained = (await typed(['explain', 'last-fail'], { cwd })).stdout;
    expect(explained).toMatch(/\n {4}1000000000, -1 fails in the same way\n/u);
    expect(explained).not.toMatch(/\n {4}-?\d+: must be exactly/u);
  });

  test('a function that takes everything passes, and says how often it was called', async () => {
    const cwd = project({ 'src/settings.ts': settings });
    const found = await search(cwd, ['fuzz', 'src/settings.ts#harmless', '--det', '--runs', '3000']);
    expect(found).toMatchObject({ status: 'pass', findings: [], fuzz: { executed: 3000, stoppedBy: 'runs' } });
  });

  test.each([
    ['src/none.ts#load', 'does not exist'],
    ['src/settings.ts#lod', "did you mean '#load'?"],
    ['src/setings.ts#load', "did you mean 'fn:src/settings.ts#load'?"],
    ['src/settings.ts#limit', 'not a function'],
    ['src/throws.ts#f', 'threw while it was imported'],
    ['src/waits.ts#f', 'never settles'],
    ['src/exits.ts#f', 'wanted to end the process while it was imported'],
    ['src/settings.ts', 'fuzz_target_invalid'],
  ])('%s is refused with a reason', async (target, reason) => {
    const cwd = project({
      'src/settings.ts': settings,
      'src/throws.ts': "throw new Error('no');\nexport function f() {}\n",
      'src/waits.ts': 'await new Promise(() => {});\nexport function f() {}\n',
      'src/exits.ts': 'process.exit(5);\nexport function f() {}\n',
    });
    const { code, stderr } = await typed(['fuzz', target, '--det', '--runs', '10'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });

  test('a package that is to be counted and is not used is told', async () => {
    const cwd = project({ 'src/settings.ts': settings });
    const { code, stderr } = await typed(['fuzz', 'src/settings.ts#harmless', '--det', '--runs', '10', '--instrument', 'loadash'], {
      cwd,
    });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/instrument_unused.*loadash/u)]);
  });

  test('a function that would write a real file is stopped, and nothing is written', async () => {
    const writes = "import { writeFileSync } from 'node:fs';\nexport function f(text: string) { writeFileSync('own.txt', text); }\n";
    const cwd = project({ 'own.txt': 'precious', 'src/writes.ts': writes });
    const { code } = await typed(['fuzz', 'src/writes.ts#f', '--det', '--runs', '10'], { cwd });
    expect(code).not.toBe(0);
    expect(readFileSync(join(cwd, 'own.txt'), 'utf8')).toBe('precious');
  });
});
