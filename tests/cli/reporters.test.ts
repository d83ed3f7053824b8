/** Reporters on the command line: several at once, each where it was told to go, and nothing that was asked for is lost. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project, runCli } from './run-cli.ts';

const failing = JSON.stringify({ version: 1, name: 'f', steps: [{ type: 'assert_eq_int', a: 1, b: 2 }] });

function read(cwd: string, name: string): string {
  return readFileSync(join(cwd, name), 'utf8');
}

describe('reporters', () => {
  test('several are written at once, each to its file, and people are told as usual', async () => {
    const cwd = project({ 'f.fozzy.json': failing });
    const files = ['junit=out/j.xml', 'html=r.html', 'sarif=s.sarif', 'ndjson=e.ndjson', 'agent=a.txt', 'json=s.json'];
    const { code, stdout } = await typed(['run', 'f.fozzy.json', '--det', ...files.flatMap((file) => ['--reporter', file])], { cwd });
    expect([code, stdout.split('\n')[0]]).toEqual([1, 'fozzy run FAIL']);
    expect(read(cwd, 'out/j.xml')).toContain('<testsuites');
    expect(read(cwd, 'r.html')).toContain('<!doctype html>');
    expect(JSON.parse(read(cwd, 's.sarif')).runs[0].results[0].ruleId).toBe('assertion/assert_eq_int');
    expect(
      read(cwd, 'e.ndjson')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).event),
    ).toContain('trace');
    expect(read(cwd, 'a.txt')).toMatch(/^FAIL run f\.fozzy\.json/u);
    expect(JSON.parse(read(cwd, 's.json')).status).toBe('fail');
  });

  test('one that is printed is also kept with the run, and a document is printed alone', async () => {
    const cwd = project({ 'f.fozzy.json': failing });
    const printed = await typed(['run', 'f.fozzy.json', '--det', '--reporter', 'sarif', '--reporter', 'json=s.json'], { cwd });
    const { artifactsDir } = JSON.parse(read(cwd, 's.json')).identity;
    expect(printed.stdout).toBe(read(cwd, join(artifactsDir, 'report.sarif')));
    const both = await typed(['run', 'f.fozzy.json', '--reporter', 'junit', '--reporter', 'pretty'], { cwd });
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('cannot both be printed')]);
  });

  test('a report takes the place of an earlier one of its kind, and of nothing else', async () => {
    const cwd = project({ 'f.fozzy.json': failing, 'own.txt': 'precious' });
    const report = (word: string) => typed(['run', 'f.fozzy.json', '--det', '--reporter', word], { cwd });
    const kinds = ['pretty', 'json', 'junit', 'html', 'github', 'sarif', 'ndjson', 'agent'];
    for (const kind of kinds)
      expect([kind, (await report(`${kind}=out.${kind}`)).code, (await report(`${kind}=out.${kind}`)).code]).toEqual([kind, 1, 1]);
    for (const word of ['junit=own.txt', 'json=f.fozzy.json', 'html=out.junit', 'agent=out.pretty']) {
      const { code, stderr } = await report(word);
      expect([word, code, stderr]).toEqual([word, 2, expect.stringContaining('is no')]);
    }
    expect([read(cwd, 'own.txt'), read(cwd, 'f.fozzy.json')]).toEqual(['precious', failing]);
  });

  test('in GitHub Actions annotations follow the text, and the page of the job is added to', async () => {
    const cwd = project({ 'app/f.fozzy.json': failing });
    const page = join(cwd, 'summary.md');
    writeFileSync(page, 'before\n');
    const env = { GITHUB_STEP_SUMMARY: page, GITHUB_WORKSPACE: cwd };
    const words = ['run', 'f.fozzy.json', '--det', '--reporter', 'pretty,github'];
    const { stdout } = await runCli(words, { cwd: join(cwd, 'app'), env });
    expect(stdout).toMatch(/^fozzy run FAIL\n[\s\S]*\n::error file=app\/f\.fozzy\.json,line=1/u);
    expect(read(cwd, 'summary.md')).toMatch(/^before\n### ❌ fozzy run <code>f\.fozzy\.json<\/code>: FAIL\n/u);
  });

  test('what cannot be written is refused before anything runs', async () => {
    const cwd = project({ 'f.fozzy.json': failing, 'dir/x': '' });
    for (const [word, said] of [
      ['xml', "invalid value 'xml'"],
      ['junit,html', 'cannot both be printed'],
      ['pretty,htm', "invalid value 'htm'"],
      ['junit=', 'the file is missing'],
      ['junit=dir', 'is a directory'],
    ] as const) {
      const { code, stderr } = await typed(['run', 'f.fozzy.json', '--reporter', word], { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    }
    const twice = await typed(['run', 'f.fozzy.json', '--reporter', 'junit=x', '--reporter', 'html=./x'], { cwd });
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('the same file')]);
    expect((await typed(['runs', 'ls', '--json'], { cwd })).json()['runs']).toEqual([]);
  });
});
