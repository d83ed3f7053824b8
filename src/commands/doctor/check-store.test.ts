import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleRun } from '../../../tests/support/sample-run.ts';
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { checkStore } from './check-store.ts';

/** What is found in a store when this happens between the two looks at it. */
async function codes(baseDir: string, meanwhile: () => void): Promise<readonly string[]> {
  const issues = await checkStore(baseDir, () => Promise.resolve(meanwhile()));
  return issues.map(({ code }) => code);
}

function put(path: string, content = ''): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Of a process that lives as long as this one. */
function heldLock(path: string): string {
  return put(path, JSON.stringify({ pid: process.ppid, host: hostname(), token: '0123456789abcdef' }));
}

const nothing = (): void => undefined;

test('a run that ends while it is looked at is no unfinished run', async () => {
  const cwd = temporaryDirectory();
  const { runDir } = await sampleRun(cwd);
  const [manifest, away] = [join(runDir, 'manifest.json'), join(cwd, 'manifest.json')];
  renameSync(manifest, away);
  expect(await codes(join(cwd, '.fozzy'), () => renameSync(away, manifest))).toEqual([]);
  rmSync(manifest);
  expect(await codes(join(cwd, '.fozzy'), nothing)).toEqual(['run_unfinished']);
});

test('a temporary file that somebody is writing was not left behind', async () => {
  const baseDir = join(temporaryDirectory(), '.fozzy');
  const index = put(join(baseDir, '.fozzy-0.tmp'));
  expect(await codes(baseDir, () => rmSync(index))).toEqual([]);
  put(index);
  const lock = heldLock(join(baseDir, 'run-alias-index.json.lock'));
  expect(await codes(baseDir, nothing)).toEqual([]);
  rmSync(lock);
  expect(await codes(baseDir, nothing)).toEqual(['leftover_temp_files']);
});

test('what lies deep in a run belongs to whoever writes the run', async () => {
  const baseDir = join(temporaryDirectory(), '.fozzy');
  const runDir = join(baseDir, 'runs/0c1d5a1e-0000-4000-8000-000000000000');
  put(join(runDir, 'tests/001-a/.fozzy-0.tmp'));
  const lock = heldLock(join(runDir, 'running.lock'));
  expect(await codes(baseDir, nothing)).toEqual([]);
  rmSync(lock);
  expect(await codes(baseDir, nothing)).toEqual(['run_unfinished', 'leftover_temp_files']);
});

test('every file that was left is counted once', async () => {
  const baseDir = join(temporaryDirectory(), '.fozzy');
  for (let index = 0; index < 30; index += 1) put(join(baseDir, `.fozzy-${index}.tmp`));
  const [issue] = await checkStore(baseDir, () => Promise.resolve());
  expect(issue?.message).toBe('30 temporary files were left by commands that were killed');
  expect(issue?.details?.['paths']).toHaveLength(20);
});
