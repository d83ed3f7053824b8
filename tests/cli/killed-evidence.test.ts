/** Killed with -9 at any of their changes of the disk, the commands that hand evidence on lose nothing, leave nothing half, and can be called again. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
// From the sources: the built program has its functions of the disk in hand before anybody could replace them.
import { performCommand } from '../../src/commands/perform-command.ts';
import { longer } from '../support/budget.ts';
import { type CommandOptions, perform } from '../support/built.ts';
import { dyingAfter } from '../support/dying-disk.ts';
import { files } from '../support/recorded-subjects.ts';

/** A project with a recorded run, a shard, a corpus and an archive of it. */
const folder = mkdtempSync(join(tmpdir(), 'fozzy-killed-'));
const original = join(folder, 'original');
let shard = '';

beforeAll(async () => {
  mkdirSync(original);
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(original, name), typeof content === 'string' ? content : JSON.stringify(content));
  await perform(original, 'run', { scenario: 'l.fozzy.json', det: true, seed: 7, record: 't.fozzy' });
  shard = (await perform(original, 'test', { det: true, seed: 1, shard: '1/1', patterns: ['f.fozzy.json'] })).identity.runId;
  mkdirSync(join(original, 'corpus'));
  for (const name of ['one', 'two', 'three']) writeFileSync(join(original, 'corpus', name), 'same');
  await performCommand('corpus export', { dir: 'corpus', out: 'corpus.zip' }, { cwd: original });
  mkdirSync(join(original, 'others'));
  for (const name of ['x', 'y', 'z']) writeFileSync(join(original, 'others', name), name);
  await performCommand('corpus export', { dir: 'others', out: 'others.zip' }, { cwd: original });
});

afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every file and its content, by its name in the project. */
function contentOf(cwd: string): ReadonlyMap<string, string> {
  const found = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    found.map((entry) => join(entry.parentPath, entry.name)).map((path) => [relative(cwd, path), readFileSync(path, 'latin1')]),
  );
}

function freshProject(): string {
  const cwd = join(folder, 'project');
  rmSync(cwd, { recursive: true, force: true });
  cpSync(original, cwd, { recursive: true });
  // Commands put what is only theirs there; a killed one leaves it behind.
  mkdirSync(join(cwd, 'tmp'));
  vi.stubEnv('TMPDIR', join(cwd, 'tmp'));
  return cwd;
}

/** What a killed process may leave: a file under a name that nobody reads, a lock, its run without a manifest, what it kept for itself. */
function isLeftover(name: string, cwd: string): boolean {
  if (/(?:^|\/)\.fozzy-[^/]*|\.lock(?:\.[0-9a-f]+)?$/u.test(name) || name.startsWith('tmp/')) return true;
  const [, run] = /^(\.fozzy\/runs\/[^/]+)\//u.exec(name) ?? [];
  return run !== undefined && !existsSync(join(cwd, run, 'manifest.json'));
}

/** Made again from the runs whenever it does not fit them. */
const CACHE = '.fozzy/run-alias-index.json';

interface Killed {
  readonly words: string;
  readonly options: () => CommandOptions;
}

const commands: readonly Killed[] = [
  { words: 'profile flame', options: () => ({ runOrTrace: 't.fozzy', heap: true, format: 'svg', out: 'o.svg' }) },
  { words: 'profile export', options: () => ({ runOrTrace: 't.fozzy', format: 'otlp', out: 'o.json' }) },
  { words: 'profile shrink', options: () => ({ runOrTrace: 't.fozzy', metric: 'alloc_bytes', out: 'small.fozzy' }) },
  { words: 'memory graph', options: () => ({ runOrTrace: 't.fozzy', out: 'graph.json' }) },
  { words: 'corpus add', options: () => ({ dir: 'corpus', file: 'p.ts' }) },
  { words: 'corpus export', options: () => ({ dir: 'corpus', out: 'again.zip' }) },
  { words: 'artifacts export', options: () => ({ runOrTrace: 't.fozzy', out: 'copy' }) },
  { words: 'artifacts bundle', options: () => ({ runOrTrace: 't.fozzy', out: 'bundle.zip' }) },
  { words: 'artifacts bundle', options: () => ({ runOrTrace: 't.fozzy', out: 'bundle' }) },
  { words: 'report merge', options: () => ({ runs: [shard] }) },
];

/** Where a command is killed: everywhere, or evenly spread where that would take too long. */
function placesOf(asked: number, most = longer(5)): readonly number[] {
  const step = Math.max(1, Math.ceil(asked / most));
  return Array.from({ length: Math.ceil(asked / step) }, (_, index) => asked - 1 - index * step);
}

/** Nothing that was there is gone or changed, and of what is new nothing is half. */
async function expectWhole(cwd: string, before: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): Promise<void> {
  const now = contentOf(cwd);
  for (const [name, content] of before) if (name !== CACHE) expect([name, now.get(name) === content]).toEqual([name, true]);
  for (const [name, content] of now) {
    if (before.has(name) || isLeftover(name, cwd) || name.startsWith('.fozzy/')) continue;
    // A shrunk trace tells when it was made.
    if (name.endsWith('small.fozzy')) expect(await perform(cwd, 'trace verify', { runOrTrace: name })).toMatchObject({ ok: true });
    else expect([name, content === expected.get(name)]).toEqual([name, true]);
  }
}

/** What the doctor finds besides what a killed command may leave. */
async function complaints(cwd: string): Promise<readonly string[]> {
  const { document } = await performCommand('doctor', {}, { cwd, strict: false });
  // Reason for the cast: it is the document of that command.
  const { issues } = document as { readonly issues: readonly { readonly code: string }[] };
  return issues.map(({ code }) => code).filter((code) => !/^(?:run_unfinished|leftover_temp_files|stale_lock)$/u.test(code));
}

describe('a command that is killed at any change of the disk', () => {
  test.each(commands)('$words loses nothing and can be called again', async ({ words, options }) => {
    const call = (cwd: string) => performCommand(words, options(), { cwd });
    const whole = freshProject();
    const { asked } = await dyingAfter(Infinity, () => call(whole));
    const expected = contentOf(whole);
    const before = contentOf(original);
    expect(asked).toBeGreaterThan(0);
    for (const calls of placesOf(asked)) {
      const cwd = freshProject();
      expect((await dyingAfter(calls, () => call(cwd))).isKilled).toBe(true);
      await expectWhole(cwd, before, expected);
      await call(cwd);
      await expectWhole(cwd, before, expected);
      for (const name of expected.keys())
        if (!name.startsWith('.fozzy/')) expect([calls, name, existsSync(join(cwd, name))]).toEqual([calls, name, true]);
      expect([calls, await complaints(cwd)]).toEqual([calls, []]);
    }
  });

  test('a corpus is the old one or the smaller one, and an import is there or not', async () => {
    const listed = async (cwd: string, dir: string) => {
      const { document } = await performCommand('corpus list', { dir }, { cwd });
      // Reason for the cast: it is the document of that command.
      return (document as { readonly entries: readonly object[] }).entries.length;
    };
    for (const [words, options] of [
      ['corpus minimize', { dir: 'corpus' }],
      ['corpus import', { zip: 'corpus.zip', out: 'imported' }],
    ] as const) {
      const whole = freshProject();
      const { asked } = await dyingAfter(Infinity, () => performCommand(words, options, { cwd: whole }));
      for (const calls of placesOf(asked)) {
        const cwd = freshProject();
        await dyingAfter(calls, () => performCommand(words, options, { cwd }));
        const isImported = existsSync(join(cwd, 'imported'));
        expect([words, calls, await listed(cwd, 'corpus')]).toEqual([
          words,
          calls,
          expect.toBeOneOf(words === 'corpus minimize' ? [1, 3] : [3]),
        ]);
        if (!isImported) await performCommand(words, options, { cwd });
        expect([words, calls, await listed(cwd, words === 'corpus minimize' ? 'corpus' : 'imported')]).toEqual([
          words,
          calls,
          words === 'corpus minimize' ? 1 : 3,
        ]);
      }
    }
  });
});

test('an import into a corpus that was killed half-way is taken back by the next one, which then succeeds', async () => {
  const options = { zip: 'others.zip', out: 'corpus' };
  const call = (cwd: string) => performCommand('corpus import', options, { cwd });
  const whole = freshProject();
  const { asked } = await dyingAfter(Infinity, () => call(whole));
  const expected = contentOf(join(whole, 'corpus'));
  expect(expected.size).toBe(6);
  for (const calls of placesOf(asked, longer(15))) {
    const cwd = freshProject();
    await dyingAfter(calls, () => call(cwd));
    for (const [name, content] of contentOf(join(cwd, 'corpus'))) expect([calls, name, content]).toEqual([calls, name, expected.get(name)]);
    // Only what is not there yet can be imported; a kill behind the last move leaves nothing to do.
    if (contentOf(join(cwd, 'corpus')).size < 6) await call(cwd);
    expect([calls, contentOf(join(cwd, 'corpus'))]).toEqual([calls, expected]);
  }
});

test('what only looks changes nothing on the disk, so that nothing can be lost', async () => {
  const cwd = freshProject();
  const looking: readonly (readonly [string, CommandOptions])[] = [
    ['map suites', { minRisk: 0, scenarioRoot: '.' }],
    ['map hotspots', { minRisk: 0 }],
    ['map services', {}],
    ['profile top', { runOrTrace: 't.fozzy' }],
    ['profile diff', { left: 't.fozzy', right: 't.fozzy' }],
    ['profile explain', { runOrTrace: 't.fozzy' }],
    ['report show', { runOrTrace: 't.fozzy' }],
    ['memory top', { runOrTrace: 't.fozzy' }],
    ['artifacts ls', { runOrTrace: 't.fozzy' }],
    ['corpus list', { dir: 'corpus' }],
    ['trace verify', { runOrTrace: 't.fozzy' }],
    ['runs ls', {}],
  ];
  for (const [words, options] of looking)
    expect([words, await dyingAfter(0, () => performCommand(words, options, { cwd }))]).toMatchObject([words, { asked: 0 }]);
});
