/** Whatever is wrong with what a command is given, the error says so: never a defect inside Fozzy, never a half result, never a changed file. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CommandOptions, perform, refusal } from '../support/built.ts';
import { project } from './run-cli.ts';

const steps = [
  { type: 'memory_alloc', key: 'm', bytes: 5 },
  { type: 'fail', message: 'no' },
];
const failing = { version: 1, name: 'f', steps };

/** Everything that takes a run or a trace. */
const readers: readonly (readonly [string, CommandOptions])[] = [
  ['show', {}],
  ['explain', {}],
  ['confirm', {}],
  ['report show', {}],
  ['report query', { path: 'status' }],
  ['memory top', {}],
  ['memory graph', {}],
  ['artifacts ls', {}],
  ['artifacts bundle', { out: 'bundle.zip' }],
  ['profile top', {}],
  ['profile flame', {}],
  ['profile timeline', {}],
  ['profile explain', {}],
  ['profile export', { format: 'pprof', out: 'p.pb.gz' }],
  ['profile shrink', { metric: 'p99_latency' }],
];
const pairs = ['artifacts diff', 'memory diff', 'profile diff', 'trace diff'];

/** Names and contents, so that nothing changes unseen; links are not followed. */
function contentOf(cwd: string, folder = ''): Readonly<Record<string, string>> {
  const found = readdirSync(join(cwd, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    if (entry.isDirectory()) return Object.entries(contentOf(cwd, name));
    return entry.isFile() ? [[name, readFileSync(join(cwd, name), 'latin1')] as const] : [];
  });
  return Object.fromEntries(found);
}

describe('a trace that is none', () => {
  test.each([
    ['empty', () => ''],
    ['no JSON', () => 'trace'],
    ['some other JSON', () => '{"format":"har"}'],
    ['cut in the middle', (text: string) => text.slice(0, text.length / 2)],
    ['changed by a digit', (text: string) => text.replace(/"seed":"7"/u, '"seed":"8"')],
    ['of a version to come', (text: string) => text.replace(/"version":5/gu, '"version":6')],
    ['a list nested too deep', () => '['.repeat(5000)],
  ])('%s, is refused by every command that reads one, and nothing is written', async (_what, spoil) => {
    const cwd = project({ 'f.fozzy.json': failing });
    await perform(cwd, 'run', { scenario: 'f.fozzy.json', det: true, seed: 7, record: 't.fozzy' });
    writeFileSync(join(cwd, 'bad.fozzy'), spoil(readFileSync(join(cwd, 't.fozzy'), 'utf8')));
    const before = contentOf(cwd);
    for (const [name, options] of readers)
      expect([name, await refusal(cwd, name, { runOrTrace: 'bad.fozzy', ...options })]).toMatchObject([
        name,
        { code: expect.stringMatching(/^trace_/u), exitCode: 2 },
      ]);
    for (const name of pairs)
      expect([name, await refusal(cwd, name, { left: 't.fozzy', right: 'bad.fozzy' })]).toMatchObject([
        name,
        { code: expect.stringMatching(/^trace_/u), exitCode: 2 },
      ]);
    expect(await refusal(cwd, 'report flaky', { runs: ['t.fozzy', 'bad.fozzy'] })).toMatchObject({ exitCode: 2 });
    expect(await refusal(cwd, 'save', { finding: 'bad.fozzy' })).toMatchObject({ exitCode: 2 });
    expect(contentOf(cwd)).toEqual(before);
  });
});

test.each<readonly [string, string, CommandOptions, string]>([
  ['fuzz a file that is not there', 'fuzz', { target: 'src/none.ts#f', runs: 1 }, 'fuzz_target_invalid'],
  ['fuzz an export that is not there', 'fuzz', { target: 'src/a.ts#none', runs: 1 }, 'fuzz_target_invalid'],
  ['fuzz what is no function', 'fuzz', { target: 'src/a.ts#value', runs: 1 }, 'fuzz_target_invalid'],
  ['fuzz code that does not parse', 'fuzz', { target: 'src/broken.ts#f', runs: 1 }, 'module_load_failed'],
  ['fuzz a scenario that is not valid', 'fuzz', { target: 'scenario:broken.fozzy.json', runs: 1 }, 'scenario_invalid'],
  ['fuzz without a name', 'fuzz', { target: 'nothing', runs: 1 }, 'fuzz_target_invalid'],
  ['explore a shard there is none of', 'explore', { scenario: 'd.fozzy.json', seed: 1, shard: '3/2' }, 'usage'],
  ['list a corpus that is not there', 'corpus list', { dir: 'none' }, 'corpus_not_found'],
  ['minimise a corpus that is not there', 'corpus minimize', { dir: 'none' }, 'corpus_not_found'],
  ['add a file that is not there', 'corpus add', { dir: 'corpus', file: 'none' }, 'io'],
  ['add to a file', 'corpus add', { dir: 'src/a.ts', file: 'src/a.ts' }, 'output_exists'],
  ['import what is no archive', 'corpus import', { zip: 'src/a.ts', out: 'corpus' }, 'archive_unsafe'],
  ['merge what is no shard', 'report merge', { runs: ['latest'] }, 'shards_invalid'],
  ['verify a certificate that is none', 'certificate verify', { certificate: 'broken.fozzy.json' }, ''],
  ['map a file', 'map hotspots', { root: 'src/a.ts' }, 'usage'],
  ['shrink by a metric that does not exist', 'profile shrink', { runOrTrace: 'latest', metric: 'beauty' }, 'usage'],
])('to %s is refused', async (_what, name, options, code) => {
  const cwd = project({
    'f.fozzy.json': failing,
    'broken.fozzy.json': '{',
    'd.fozzy.json': {
      version: 1,
      name: 'd',
      distributed: { nodes: ['a'], steps: [{ type: 'client_put', node: 'a', key: 'x', value: '1' }], invariants: [] },
    },
    'src/a.ts': 'export const value = 1;\nexport const f = (text: string): number => text.length;\n',
    'src/broken.ts': 'export const f = (;\n',
  });
  await perform(cwd, 'run', { scenario: 'f.fozzy.json', det: true, seed: 7 });
  const before = contentOf(cwd);
  const error = await refusal(cwd, name, options);
  expect([error.code, error.exitCode]).toEqual([code === '' ? expect.not.stringMatching(/^internal$/u) : code, 2]);
  expect(error.message).not.toBe('');
  expect(contentOf(cwd)).toEqual(before);
});

test('a corpus with links, directories and odd names is read without following or losing anything', async () => {
  const cwd = project({ 'corpus/a': 'one', 'corpus/b': 'one', 'corpus/deep/c': 'two', 'secret.txt': 'mine' });
  symlinkSync('..', join(cwd, 'corpus/loop'));
  symlinkSync('../secret.txt', join(cwd, 'corpus/link'));
  mkdirSync(join(cwd, 'corpus/empty'));
  // Reason for the casts: the commands say what they answer with.
  const listed = (await perform(cwd, 'corpus list', { dir: 'corpus' })) as unknown as {
    readonly entries: readonly { readonly path: string }[];
  };
  expect(listed.entries.some(({ path }) => /loop|link/u.test(path))).toBe(false);
  await perform(cwd, 'corpus minimize', { dir: 'corpus' }).catch(() => undefined);
  expect(readFileSync(join(cwd, 'secret.txt'), 'utf8')).toBe('mine');
  const contents = Object.entries(contentOf(cwd)).flatMap(([name, text]) => (name.startsWith('corpus/') ? [text] : []));
  expect(new Set(contents)).toEqual(new Set(['one', 'two']));
});
