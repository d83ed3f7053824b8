/** Whatever a command is given, it ends with a coded error, exit code 2 and one document, and loses nothing that was there. */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { bin, project } from './run-cli.ts';

const scenario = { version: 1, name: 'a', steps: [{ type: 'fail', message: 'x' }] };
const quick = { version: 1, name: 'a', steps: [{ type: 'set_kv', key: 'k', value: 'v' }] };

/** The error object of a command that must refuse. */
async function refused(args: readonly string[], cwd: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await typed([...args, '--json'], { cwd });
  const document = answer.json();
  expect([args, answer.code, answer.signal]).toEqual([args, 2, null]);
  expect(document).toMatchObject({ status: 'error', code: expect.stringMatching(/^[a-z_]+$/u), message: expect.any(String) });
  expect(document).toHaveProperty('hint');
  expect(document['code']).not.toBe('internal');
  return document;
}

/** A file of that size that takes no room on the disk. */
function sparse(path: string, sizeBytes: number): void {
  const file = openSync(path, 'w');
  ftruncateSync(file, sizeBytes);
  closeSync(file);
}

describe('a scenario that is', () => {
  test('missing names its neighbour', async () => {
    const cwd = project({ 'checkout.fozzy.json': scenario });
    expect(await refused(['run', 'chekout.fozzy.json'], cwd)).toMatchObject({
      code: 'scenario_not_found',
      message: expect.stringContaining('chekout.fozzy.json'),
    });
  });

  test('a directory', async () => {
    const cwd = project({ 'dir.fozzy.json/inside': '' });
    for (const command of ['run', 'validate']) await refused([command, 'dir.fozzy.json'], cwd);
    expect(await refused(['test', 'dir.fozzy.json'], cwd)).toMatchObject({ code: 'scenario_path_not_found' });
  });

  test('with a name a shell would take apart is quoted in the command that is proposed', async () => {
    const cwd = project({ "it's/a b.fozzy.json": { version: 1, name: 'a', steps: [{ type: 'rand_u64' }] } });
    const { json } = await typed(['explore', "it's/a b.fozzy.json", '--json'], { cwd });
    expect(json()['hint']).toBe("run `fozzy run 'it'\\''s/a b.fozzy.json'`");
  });

  test('larger than anybody writes', async () => {
    const cwd = project();
    sparse(join(cwd, 'huge.fozzy.json'), 3 * 1024 ** 3);
    expect(await refused(['run', 'huge.fozzy.json', '--det'], cwd)).toMatchObject({ code: 'scenario_invalid' });
  });

  test('empty, no UTF-8, no object, with a byte order mark', async () => {
    const cwd = project({
      'empty.fozzy.json': '',
      'list.fozzy.json': '[]',
      'null.fozzy.json': 'null',
      'bom.fozzy.json': `\uFEFF${JSON.stringify(scenario)}`,
    });
    writeFileSync(
      join(cwd, 'latin.fozzy.json'),
      Buffer.concat([Buffer.from('{"version":1,"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('","steps":[{"type":"unfreeze"}]}')]),
    );
    for (const name of ['empty', 'list', 'null', 'bom', 'latin'])
      expect([name, await refused(['run', `${name}.fozzy.json`], cwd)]).toMatchObject([
        name,
        { code: 'scenario_invalid', details: { problems: [{ line: expect.any(Number) }] } },
      ]);
  });

  test('nested a hundred thousand deep', async () => {
    const cwd = project({
      'lists.fozzy.json': '['.repeat(100_000),
      'closed.fozzy.json': `{"version":1,"name":"a","steps":[{"type":"trace_event","name":"e","fields":{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}}]}`,
      'objects.fozzy.json': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      'steps.fozzy.json': `{"version":1,"name":"a","steps":[${'{"type":"repeat","times":1,"steps":['.repeat(20_000)}{"type":"unfreeze"}${']}'.repeat(20_000)}]}`,
    });
    for (const name of ['lists', 'closed', 'objects', 'steps'])
      expect([name, await refused(['run', `${name}.fozzy.json`, '--det'], cwd)]).toMatchObject([name, { code: 'scenario_invalid' }]);
  });

  test('with a key twice', async () => {
    const cwd = project({ 'twice.fozzy.json': '{"version":1,"name":"a","steps":[{"type":"set_kv","key":"k","value":"1","value":"2"}]}' });
    expect(await refused(['run', 'twice.fozzy.json'], cwd)).toMatchObject({ details: { problems: [{ code: 'duplicate_key' }] } });
  });

  test('unreadable by its folder', async () => {
    const cwd = project({ file: '' });
    expect(await refused(['run', 'file/a.fozzy.json'], cwd)).toMatchObject({ code: 'scenario_not_found' });
    expect(await refused(['test', 'file/a.fozzy.json'], cwd)).toMatchObject({ code: 'scenario_path_not_found' });
    await refused(['run', `${'n'.repeat(300)}.fozzy.json`], cwd);
    await refused(['run', 'nul\u0001.fozzy.json'], cwd);
  });
});

test('a text of ten megabytes is carried, and quoted only in part', async () => {
  const text = 'ä'.repeat(5 * 1024 * 1024);
  const steps = [
    { type: 'set_kv', key: 'k', value: text },
    { type: 'assert_throws', steps: [{ type: 'get_kv_assert', key: 'k', equals: 'x' }] },
  ];
  const cwd = project({ 'long.fozzy.json': { version: 1, name: 'a', steps } });
  const run = await typed(['run', 'long.fozzy.json', '--det', '--json'], { cwd });
  expect([run.code, run.json()['status']]).toEqual([0, 'pass']);
  const events = readFileSync(join(cwd, String(Object(run.json()['identity']).artifactsDir), 'events.json'), 'utf8');
  expect(events.length).toBeLessThan(100_000);
});

describe('a trace that is', () => {
  test('missing, a directory, empty, no trace, cut off or from the future', async () => {
    const cwd = project({
      'a.fozzy.json': scenario,
      'empty.fozzy': '',
      'other.fozzy': '{"format":"x"}',
      'future.fozzy': '{"format":"fozzy-trace","version":6}',
      'dir.fozzy/x': '',
    });
    await typed(['run', 'a.fozzy.json', '--det', '--record', 'whole.fozzy', '--json'], { cwd });
    writeFileSync(join(cwd, 'half.fozzy'), readFileSync(join(cwd, 'whole.fozzy'), 'utf8').slice(0, -200));
    const codes = { missing: 'trace_not_found', empty: 'trace_parse', other: 'trace_format', future: 'trace_version', half: 'trace_parse' };
    for (const [name, code] of Object.entries(codes)) {
      for (const command of [['replay'], ['trace', 'verify']])
        expect([name, (await refused([...command, `${name}.fozzy`], cwd))['code']]).toEqual([name, code]);
    }
    await refused(['replay', 'dir.fozzy'], cwd);
    await refused(['replay', '00000000-0000-4000-8000-000000000000'], cwd);
    await refused(['replay', 'no-such-thing'], cwd);
  });

  test('larger than anybody writes', async () => {
    const cwd = project();
    sparse(join(cwd, 'huge.fozzy'), 5 * 1024 ** 3);
    for (const command of [['replay'], ['trace', 'verify']])
      expect(await refused([...command, 'huge.fozzy'], cwd)).toMatchObject({
        code: 'trace_parse',
        message: expect.stringContaining('larger than'),
      });
  });

  test('asked for before there was a run', async () => {
    expect(await refused(['replay', 'latest'], project())).toMatchObject({
      code: 'alias_unresolved',
      message: expect.stringContaining('cannot be resolved'),
    });
  });
});

describe('an output that cannot be written', () => {
  test('because its folder is a file', async () => {
    const cwd = project({ 'a.fozzy.json': scenario, file: 'mine', 'fozzy.toml': 'base_dir = "file/below"\n' });
    expect(await refused(['run', 'a.fozzy.json', '--det'], cwd)).toMatchObject({
      code: 'io',
      details: { path: expect.any(String), errno: expect.any(String) },
    });
    expect(await refused(['test', 'a.fozzy.json', '--det'], cwd)).toMatchObject({ code: 'io' });
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe('mine');
  });

  test('because the place takes no files', async () => {
    const cwd = project({ 'a.fozzy.json': scenario, 'fozzy.toml': 'base_dir = "/proc/fozzy"\n' });
    for (const more of [[], ['--record', '/proc/t.fozzy']])
      expect(await refused(['run', 'a.fozzy.json', '--det', ...more], cwd)).toMatchObject({
        code: expect.stringMatching(/^(?:io|permission_denied)$/u),
      });
  });

  test('because the target or its folder is a symbolic link', async () => {
    const cwd = project({ 'a.fozzy.json': scenario, 'precious.txt': 'mine', 'elsewhere/keep': '' });
    symlinkSync(join(cwd, 'precious.txt'), join(cwd, 't.fozzy'));
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'out'));
    for (const policy of ['append', 'overwrite', 'error']) {
      const target = await typed(['run', 'a.fozzy.json', '--det', '--record', 't.fozzy', '--record-collision', policy, '--json'], { cwd });
      expect([policy, target.code, target.json()['code']]).toEqual([
        policy,
        2,
        expect.stringMatching(/^output_unsafe$|^record_collision$/u),
      ]);
    }
    expect(await refused(['run', 'a.fozzy.json', '--det', '--record', 'out/t.fozzy'], cwd)).toMatchObject({ code: 'output_unsafe' });
    expect([readFileSync(join(cwd, 'precious.txt'), 'utf8'), existsSync(join(cwd, 'elsewhere/t.fozzy'))]).toEqual(['mine', false]);
  });

  test('because the target is a directory or no trace by name', async () => {
    const cwd = project({ 'a.fozzy.json': quick });
    mkdirSync(join(cwd, 'dir.fozzy'));
    await refused(['run', 'a.fozzy.json', '--det', '--record', 'dir.fozzy', '--record-collision', 'overwrite'], cwd);
    await refused(['run', 'a.fozzy.json', '--det', '--record', 'a.fozzy.json', '--record-collision', 'overwrite'], cwd);
    expect(JSON.parse(readFileSync(join(cwd, 'a.fozzy.json'), 'utf8'))).toEqual(quick);
  });
});

test('a disk that takes no more leaves an error that says so, and no half of a run', async () => {
  const steps = [
    { type: 'repeat', times: 3000, steps: [{ type: 'rand_u64', key: 'k' }] },
    { type: 'fail', message: 'x' },
  ];
  const cwd = project({ 'a.fozzy.json': { version: 1, name: 'a', steps }, 'old.fozzy': 'mine' });
  // The limit of the shell stands for a full disk: writing past 32 blocks fails.
  const limited = `trap '' XFSZ; ulimit -f 32; exec "$0" "$@"`;
  for (const more of [[], ['--record', 'old.fozzy', '--record-collision', 'overwrite']]) {
    const { status, stdout } = spawnSync('sh', ['-c', limited, process.execPath, bin, 'run', 'a.fozzy.json', '--det', '--json', ...more], {
      cwd,
      encoding: 'utf8',
    });
    expect([status, JSON.parse(stdout)]).toMatchObject([
      2,
      { status: 'error', code: 'io', details: { errno: expect.stringMatching(/^E/u) } },
    ]);
  }
  expect(readFileSync(join(cwd, 'old.fozzy'), 'utf8')).toBe('mine');
  const left = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((name) => !statSync(join(cwd, name)).isDirectory());
  expect(left.toSorted()).toEqual(['a.fozzy.json', 'old.fozzy']);
});

describe('flags that contradict each other or mean nothing', () => {
  test.each([
    ['run', 'a.fozzy.json', '--det', '--proc-backend', 'host'],
    ['run', 'a.fozzy.json', '--seed', '-1'],
    ['run', 'a.fozzy.json', '--seed', '18446744073709551616'],
    ['run', 'a.fozzy.json', '--timeout', '5'],
    ['run', 'a.fozzy.json', '--timeout', '9007199254740993ms'],
    ['run', 'a.fozzy.json', '--mem-pressure-wave', '0'],
    ['run', 'a.fozzy.json', '--record-collision', 'append'],
    ['run', 'a.fozzy.json', '--seed', '1', '--seed', '2'],
    ['run', 'a.fozzy.json', 'b.fozzy.json'],
    ['run'],
    ['test', '--jobs', '0'],
    ['test', '--filter', 'nothing-is-called-this', 'a.fozzy.json'],
    ['test', '--tag', 'nothing', 'a.fozzy.json'],
    ['replay', 'latest', '--proc-backend', 'host'],
    ['replay', 'latest', '--until', 'soon'],
    ['runs', 'prune'],
  ])('%s %s %s %s', async (...args) => {
    const cwd = project({ 'a.fozzy.json': quick });
    await refused(args, cwd);
    expect(existsSync(join(cwd, '.fozzy', 'runs'))).toBe(false);
  });
});
