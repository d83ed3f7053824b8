/** `--watch`: the same command again when a file changes, until somebody ends it. */
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project, runCli } from './run-cli.ts';

const racy = 'export const wait = 5;';
const mended = 'export const wait = 0;';
const files = {
  'wait.ts': racy,
  'main.fozzy.ts': `import { simulation } from 'fozzy';
    import { wait } from './wait.ts';
    export default simulation('nothing is counted over', (sim) => {
      let counted = 0;
      const add = async () => {
        const seen = counted;
        if (wait > 0) await sim.sleep(wait);
        counted = seen + 1;
      };
      sim.client('alice', add);
      sim.client('bob', add);
      sim.finally('both count', () => counted === 2);
    });`,
};

const scenario = (name: string) => ({ version: 1, name, steps: [{ type: 'set_kv', key: 'a', value: name }] });

/** One step whenever the program has said that it waits. */
async function watched(words: readonly string[], cwd: string, steps: readonly (() => void)[]) {
  let told = 0;
  return runCli([...words, '--watch'], {
    cwd,
    meanwhile: (child) => {
      let said = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        while (said.split('Ctrl-C ends\n').length - 1 > told) {
          const step = steps[told];
          told += 1;
          if (step === undefined) child.kill('SIGINT');
          else step();
        }
      });
    },
  });
}

test('a search is made again after every edit, a mistake is waited out, and Ctrl-C ends it with the last verdict', async () => {
  const cwd = project(files);
  const { code, stdout, stderr } = await watched(['explore', 'main.fozzy.ts'], cwd, [
    () => writeFileSync(join(cwd, 'wait.ts'), 'export const wait = ;'),
    () => writeFileSync(join(cwd, 'wait.ts'), mended),
  ]);
  expect(stdout.match(/^(?:FAIL|PASS)/gmu)).toEqual(['FAIL', 'PASS']);
  expect(stderr).toContain('wait.ts:1');
  expect(stderr.match(/^changed: .*$/gmu)).toEqual(['changed: wait.ts', 'changed: wait.ts']);
  expect(code).toBe(0);
});

test('rounds differ by the edit alone: all of them have the seed of the first', async () => {
  const cwd = project(files);
  const { code, stdout } = await watched(['run', 'main.fozzy.ts'], cwd, [() => writeFileSync(join(cwd, 'wait.ts'), `${racy}\n`)]);
  const seeds = stdout.match(/^\s+seed\s+\d+$/gmu) ?? [];
  expect(seeds).toHaveLength(2);
  expect(new Set(seeds).size).toBe(1);
  const [first, second] = stdout.match(/^(?:FAIL|PASS)/gmu) ?? [];
  expect(second).toBe(first);
  expect(code).toBe(first === 'PASS' ? 0 : 1);
});

test('what the command writes itself, and what is installed, starts nothing; a new folder does', async () => {
  const cwd = project({ ...files, 'node_modules/a/index.js': '', 'tests/one.fozzy.json': scenario('one') });
  const words = ['test', 'tests/**/*.fozzy.json', '--det', '--record', 'kept.fozzy', '--reporter', 'pretty', '--reporter', 'html=out.html'];
  const { stdout, stderr } = await watched(words, cwd, [
    () => {
      writeFileSync(join(cwd, 'node_modules/a/index.js'), '1');
      mkdirSync(join(cwd, 'tests/more'));
    },
    () => writeFileSync(join(cwd, 'tests/more/two.fozzy.json'), JSON.stringify(scenario('two'))),
    () => rmSync(join(cwd, 'tests/more'), { recursive: true }),
  ]);
  expect(stderr.match(/^changed: .*$/gmu)).toEqual([
    'changed: tests/more',
    'changed: tests/more/two.fozzy.json',
    expect.stringMatching(/^changed: tests\/more/u) as string,
  ]);
  expect(stdout.match(/tests\s+\d passed/gu)).toEqual([
    'tests      1 passed',
    'tests      1 passed',
    'tests      2 passed',
    'tests      1 passed',
  ]);
});

test('a folder made for a report, a new base_dir and the same bytes on the real disk start nothing', async () => {
  const disk = { version: 1, name: 'disk', steps: [{ type: 'fs_write', path: 'made/out.txt', data: 'the same again' }] };
  const cwd = project({ 'disk.fozzy.json': disk });
  const words = ['run', 'disk.fozzy.json', '--fs-backend', 'host', '--reporter', 'pretty', '--reporter', 'html=new/a=b.html'];
  const touch = () => appendFileSync(join(cwd, 'disk.fozzy.json'), '\n');
  const { stdout, stderr } = await watched(words, cwd, [
    () => undefined, // the first file on the real disk is news
    () => writeFileSync(join(cwd, 'fozzy.toml'), 'base_dir = "kept"\n'),
    touch,
    touch,
  ]);
  expect(stderr.match(/^changed: .*$/gmu)).toEqual([
    'changed: made and 1 other file',
    'changed: fozzy.toml',
    'changed: disk.fozzy.json',
    'changed: disk.fozzy.json',
  ]);
  expect(stdout.match(/PASS/gu)).toHaveLength(5);
});

test('many rounds leave nothing behind that Node would warn of', async () => {
  const cwd = project({ 'one.fozzy.json': scenario('one') });
  const touch = () => appendFileSync(join(cwd, 'one.fozzy.json'), '\n');
  const { stdout, stderr } = await watched(
    ['run', 'one.fozzy.json', '--det'],
    cwd,
    Array.from({ length: 12 }, () => touch),
  );
  expect(stdout.match(/PASS/gu)).toHaveLength(13);
  expect(stderr).not.toContain('Warning');
});

test('a document has one end, so --watch and --json exclude each other', async () => {
  const cwd = project(files);
  const { code, json } = await runCli(['run', 'main.fozzy.ts', '--watch', '--json'], { cwd });
  expect(code).toBe(2);
  expect(json()).toMatchObject({ code: 'usage', message: "the argument '--watch' cannot be used with '--json'" });
});
