/** Fuzzing through the built program: what is found is found again, reduced, and judged like any other failure; what cannot be fuzzed is refused in words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

const SEARCH = ['fuzz', 'src/settings.ts#load', '--det', '--runs', '100000', '--crash-only'];

interface FuzzDocument {
  readonly status: string;
  readonly findings: readonly { readonly title: string; readonly fingerprint: string }[];
  readonly fuzz: { readonly executed: number; readonly stoppedBy: string };
}

async function search(cwd: string, words: readonly string[]): Promise<FuzzDocument> {
  const { json } = await runCli([...words, '--json'], { cwd });
  return json() as unknown as FuzzDocument; // the document of the command
}

describe('fozzy fuzz', () => {
  test('the same seed finds the same after as many executions, and the trace replays, verifies and shrinks', async () => {
    const cwd = project({ 'src/settings.ts': settings });
    const [first, second] = [await search(cwd, SEARCH), await search(cwd, SEARCH)];
    expect([first.status, first.findings.map(({ title }) => title)]).toEqual(['fail', ['prototype_pollution']]);
    expect([second.fuzz.executed, second.findings[0]?.fingerprint]).toEqual([first.fuzz.executed, first.findings[0]?.fingerprint]);
    expect((await runCli(['replay', 'last-fail'], { cwd })).code).toBe(1);
    expect((await runCli(['trace', 'verify', 'last-fail'], { cwd })).code).toBe(0);
    const { shrink, findings } = (await runCli(['shrink', 'last-fail', '--json'], { cwd })).json();
    expect([shrink, findings]).toMatchObject([{ preserved: true, minimal: true }, [{ fingerprint: first.findings[0]?.fingerprint }]]);
  });

  test('a function that takes everything passes, and says how often it was called', async () => {
    const cwd = project({ 'src/settings.ts': settings });
    const found = await search(cwd, ['fuzz', 'src/settings.ts#harmless', '--det', '--runs', '3000']);
    expect(found).toMatchObject({ status: 'pass', findings: [], fuzz: { executed: 3000, stoppedBy: 'runs' } });
  });

  test.each([
    ['src/none.ts#load', 'does not exist'],
    ['src/settings.ts#lod', "did you mean '#load'?"],
    ['src/settings.ts#limit', 'not a function'],
    ['src/throws.ts#f', 'threw while it was imported'],
    ['src/settings.ts', 'fuzz_target_invalid'],
  ])('%s is refused with a reason', async (target, reason) => {
    const cwd = project({ 'src/settings.ts': settings, 'src/throws.ts': "throw new Error('no');\nexport function f() {}\n" });
    const { code, stderr } = await runCli(['fuzz', target, '--det', '--runs', '10'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });

  test('a function that would write a real file is stopped, and nothing is written', async () => {
    const writes = "import { writeFileSync } from 'node:fs';\nexport function f(text: string) { writeFileSync('own.txt', text); }\n";
    const cwd = project({ 'own.txt': 'precious', 'src/writes.ts': writes });
    const { code } = await runCli(['fuzz', 'src/writes.ts#f', '--det', '--runs', '10'], { cwd });
    expect(code).not.toBe(0);
    expect(readFileSync(join(cwd, 'own.txt'), 'utf8')).toBe('precious');
  });
});
