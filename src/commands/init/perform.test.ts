import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import { failingFiles } from '../../../tests/support/sample-run.ts';
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { defaultConfig } from '../../store/config.ts';
import { readDigest } from '../../store/file-digest.ts';
import { loadConfig } from '../../store/load-config.ts';
import type { Options } from '../command.ts';
import type { Context } from '../context.ts';
import { fuzzExample } from './fuzz-example.ts';
import { performInit } from './perform.ts';

interface InitDocument {
  readonly config: string;
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly kept: readonly { readonly path: string; readonly reason: string }[];
  readonly next: readonly string[];
}

async function init(cwd: string, options: Options = {}, over: Partial<Context> = {}): Promise<InitDocument> {
  const { document } = await performInit(options, sampleContext(cwd, over));
  return document as InitDocument; // The command's own document.
}

/** Every file below, with its content. */
function snapshot(cwd: string): Readonly<Record<string, string>> {
  const entries = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => join(entry.parentPath, entry.name)).map((path) => [path.slice(cwd.length + 1), readFileSync(path, 'utf8')]),
  );
}

const everything = [
  ...fuzzExample('.fozzy/corpora/default').map(({ path }) => path),
  '.fozzy/init.json',
  '.gitignore',
  'fozzy.toml',
  'tests/INIT_GUIDE.md',
  'tests/all.suites.fozzy.json',
  'tests/distributed.pass.fozzy.json',
  'tests/example.fozzy.json',
  'tests/fail.fozzy.json',
  'tests/host.pass.fozzy.json',
  'tests/memory.pass.fozzy.json',
  'tests/run.pass.fozzy.json',
].sort();

describe('in a fresh directory', () => {
  test('everything is created, reported and recorded with its digest', async () => {
    const cwd = temporaryDirectory();
    const document = await init(cwd);
    expect(Object.keys(snapshot(cwd)).sort()).toEqual(everything);
    expect([...document.created].sort()).toEqual([...everything, '.fozzy/runs/'].sort());
    expect(document).toMatchObject({ config: 'fozzy.toml', updated: [], kept: [] });
    expect(Object.keys(document)).toEqual(['schemaVersion', 'config', 'created', 'updated', 'kept', 'next']);
    const record = JSON.parse(readFileSync(join(cwd, '.fozzy/init.json'), 'utf8')) as { files: { path: string; blake3: string }[] };
    expect(record.files.map((file) => file.path)).toEqual(everything.filter((path) => !['.fozzy/init.json', '.gitignore'].includes(path)));
    for (const { path, blake3 } of record.files) expect(readDigest(join(cwd, path))).toBe(blake3);
  });

  test('the config written loads as the defaults', async () => {
    const cwd = temporaryDirectory();
    await init(cwd);
    expect(await loadConfig({ path: join(cwd, 'fozzy.toml'), named: true, strict: true, warn: () => undefined })).toEqual(defaultConfig);
  });

  test('a named config is the only one written, and the advice names it', async () => {
    const cwd = temporaryDirectory();
    const document = await init(cwd, {}, { configPath: join(cwd, 'conf/custom.toml'), configNamed: true });
    expect(existsSync(join(cwd, 'fozzy.toml'))).toBe(false);
    expect(readFileSync(join(cwd, 'conf/custom.toml'), 'utf8')).toContain('#:schema ../node_modules/fozzy/schema/config.schema.json');
    expect(document.config).toBe('conf/custom.toml');
    expect(document.next[0]).toBe('fozzy --config conf/custom.toml test --det');
    expect(readFileSync(join(cwd, 'tests/INIT_GUIDE.md'), 'utf8')).not.toMatch(/^fozzy (?!--config)/m);
  });

  test('only the kinds asked for are created, and the suites file names just those', async () => {
    const cwd = temporaryDirectory();
    await init(cwd, { with: ['memory'] });
    expect(readdirSync(join(cwd, 'tests')).sort()).toEqual(['INIT_GUIDE.md', 'all.suites.fozzy.json', 'memory.pass.fozzy.json']);
    const suites = readFileSync(join(cwd, 'tests/all.suites.fozzy.json'), 'utf8');
    expect(suites).toContain('memory.pass.fozzy.json');
    expect(suites).not.toContain('known-failures');
  });

  test('a function to fuzz and a scenario to explore can be had alone', async () => {
    const [fuzzed, explored] = [temporaryDirectory(), temporaryDirectory()];
    expect((await init(fuzzed, { with: ['fuzz'] })).next).toEqual(['fozzy fuzz fn:tests/fuzz/parse.ts#parse --runs 200']);
    expect(readdirSync(join(fuzzed, 'tests')).sort()).toEqual(['INIT_GUIDE.md', 'fuzz']);
    expect(readdirSync(join(fuzzed, '.fozzy/corpora/default'))).toHaveLength(4);
    const { next } = await init(explored, { with: ['explore'] });
    expect(next).toEqual(['fozzy test --det', 'fozzy explore tests/distributed.pass.fozzy.json']);
  });

  test.each([{ with: ['all'] }, { with: ['memory'], allTests: true }])('%j means everything', async (options) => {
    const cwd = temporaryDirectory();
    await init(cwd, options);
    expect(Object.keys(snapshot(cwd)).sort()).toEqual(everything);
  });

  test('git ignores runs and keeps corpora and the record', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, '.gitignore'), 'node_modules\n');
    const document = await init(cwd);
    expect(document.updated).toEqual(['.gitignore']);
    spawnSync('git', ['init', '-q'], { cwd });
    const ignored = [
      '.fozzy/runs/x/report.json',
      '.fozzy/run-alias-index.json',
      '.fozzy/corpora/default/a.bin',
      '.fozzy/init.json',
      'node_modules/x',
    ];
    const { stdout } = spawnSync('git', ['check-ignore', ...ignored], { cwd, encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(['.fozzy/runs/x/report.json', '.fozzy/run-alias-index.json', 'node_modules/x']);
  });

  test('a base directory outside the project needs no entry', async () => {
    const [cwd, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
    await init(cwd, {}, { config: { ...defaultConfig, baseDir: elsewhere } });
    expect(existsSync(join(cwd, '.gitignore'))).toBe(false);
    expect(readdirSync(elsewhere).sort()).toEqual(['corpora', 'init.json', 'runs']);
  });
});

describe('where something is already', () => {
  test.each(['fozzy.toml', 'tests/example.fozzy.json', '.fozzy/init.json', 'tests/INIT_GUIDE.md'])(
    '%s stops it and nothing is written',
    async (path) => {
      const cwd = temporaryDirectory();
      mkdirSync(join(cwd, path, '..'), { recursive: true });
      writeFileSync(join(cwd, path), 'mine');
      await expect(init(cwd)).rejects.toMatchObject({
        code: 'output_exists',
        details: { paths: [path] },
        hint: expect.stringContaining('--force'),
      });
      expect(snapshot(cwd)).toEqual({ [path]: 'mine' });
    },
  );

  test('a second init is refused as a whole', async () => {
    const cwd = temporaryDirectory();
    await init(cwd);
    rmSync(join(cwd, 'tests/example.fozzy.json'));
    const before = snapshot(cwd);
    await expect(init(cwd)).rejects.toMatchObject({ code: 'output_exists', message: expect.stringMatching(/ and \d+ more$/u) });
    expect(snapshot(cwd)).toEqual(before);
  });
});

describe('with force', () => {
  const forced = { force: true };

  test('unchanged files are rewritten, edited and foreign ones kept, missing ones created', async () => {
    const cwd = temporaryDirectory();
    await init(cwd);
    writeFileSync(join(cwd, 'fozzy.toml'), '# my comment\nbase_dir = ".fozzy"\n');
    writeFileSync(join(cwd, 'README.md'), 'mine');
    writeFileSync(join(cwd, 'tests/mine.fozzy.json'), '{}');
    rmSync(join(cwd, 'tests/run.pass.fozzy.json'));
    const document = await init(cwd, forced);
    expect(document.created).toEqual(['tests/run.pass.fozzy.json']);
    expect(document.kept).toEqual([{ path: 'fozzy.toml', reason: 'it was edited since init' }]);
    expect(document.updated).toContain('tests/example.fozzy.json');
    expect(snapshot(cwd)).toMatchObject({
      'fozzy.toml': '# my comment\nbase_dir = ".fozzy"\n',
      'README.md': 'mine',
      'tests/mine.fozzy.json': '{}',
    });
  });

  test('a file that init never wrote is kept even if it has the name of one', async () => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'tests'));
    writeFileSync(join(cwd, 'tests/example.fozzy.json'), 'mine');
    const document = await init(cwd, forced);
    expect(document.kept).toEqual([{ path: 'tests/example.fozzy.json', reason: 'it was not created by init' }]);
    expect(readFileSync(join(cwd, 'tests/example.fozzy.json'), 'utf8')).toBe('mine');
    expect((await init(cwd, forced)).kept).toEqual(document.kept);
  });

  test('a record that was damaged makes every file the user’s own', async () => {
    const cwd = temporaryDirectory();
    await init(cwd);
    writeFileSync(join(cwd, '.fozzy/init.json'), 'garbage');
    const document = await init(cwd, forced);
    expect(document.kept).toHaveLength(everything.length - 2);
    expect(document.updated).toEqual(['.fozzy/init.json']);
  });

  test('examples of an earlier init stay in the suites file', async () => {
    const cwd = temporaryDirectory();
    await init(cwd, { with: ['memory'] });
    await init(cwd, { with: ['host'], force: true });
    const suites = readFileSync(join(cwd, 'tests/all.suites.fozzy.json'), 'utf8');
    expect(suites).toContain('memory.pass.fozzy.json');
    expect(suites).toContain('host.pass.fozzy.json');
  });

  test('nothing changes the second time', async () => {
    const cwd = temporaryDirectory();
    await init(cwd);
    const before = snapshot(cwd);
    await init(cwd, forced);
    expect(snapshot(cwd)).toEqual(before);
  });
});

describe('symbolic links', () => {
  test.each(['fozzy.toml', 'tests', '.gitignore', '.fozzy'])('%s is refused and nothing is written', async (name) => {
    const [cwd, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
    symlinkSync(elsewhere, join(cwd, name));
    await expect(init(cwd, { force: true })).rejects.toMatchObject({ code: 'output_unsafe' });
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readdirSync(cwd)).toEqual([name]);
  });
});

test.each(['makeDirectory', 'create', 'write', 'rename'] as const)(
  'a %s that fails at any point leaves no trace of the attempt',
  async (operation) => {
    for (let at = 1; ; at += 1) {
      const cwd = temporaryDirectory();
      const ops = failingFiles(operation, at, 'ENOSPC');
      const outcome = await performInit({}, sampleContext(cwd), ops).then(
        () => 'done',
        (error: unknown) => error,
      );
      if (outcome === 'done') return;
      expect(outcome).toMatchObject({ code: 'io' });
      expect(readdirSync(cwd)).toEqual([]);
    }
  },
);
