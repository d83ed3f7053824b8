import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAliases } from './alias-index.ts';
import { newRunId } from './run-id.ts';
import { sampleRun } from '../../tests/support/sample-run.ts';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';

function at(second: number): { readonly finishedAt: string } {
  return { finishedAt: `2030-01-01T00:00:${String(second).padStart(2, '0')}.000Z` };
}

function namesOf(cwd: string): readonly (string | undefined)[] {
  const aliases = readAliases(join(cwd, '.fozzy'));
  return [aliases.latest?.name, aliases['last-pass']?.name, aliases['last-fail']?.name];
}

describe('aliases', () => {
  test('name nothing where nothing ran', () => {
    expect(namesOf(temporaryDirectory())).toEqual([undefined, undefined, undefined]);
  });

  test('name the newest run by its end, whatever the order of writing', async () => {
    const cwd = temporaryDirectory();
    const newest = await sampleRun(cwd, { status: 'timeout', ...at(9) });
    const passed = await sampleRun(cwd, { status: 'pass', ...at(5) });
    await sampleRun(cwd, { status: 'pass', ...at(4) });
    await sampleRun(cwd, { status: 'fail', ...at(3) });
    expect(namesOf(cwd)).toEqual([newest.manifest.runId, passed.manifest.runId, newest.manifest.runId]);
  });

  test.each([
    ['missing', (path: string) => rmSync(path)],
    ['cut off', (path: string) => writeFileSync(path, '{"schemaVersion":"fozzy.run_al')],
    ['of another version', (path: string) => writeFileSync(path, '{"schemaVersion":"fozzy.run_alias_index.v9"}')],
    [
      'half empty',
      (path: string) => writeFileSync(path, '{"schemaVersion":"fozzy.run_alias_index.v1","aliases":{},"runs":"","unfinished":[]}'),
    ],
  ])('are found again from the manifests when the index is %s', async (_, damage) => {
    const cwd = temporaryDirectory();
    const failed = await sampleRun(cwd, { status: 'fail', ...at(1) });
    const passed = await sampleRun(cwd, { status: 'pass', ...at(2) });
    const index = join(cwd, '.fozzy/run-alias-index.json');
    const before: unknown = JSON.parse(readFileSync(index, 'utf8'));
    damage(index);
    expect(namesOf(cwd)).toEqual([passed.manifest.runId, passed.manifest.runId, failed.manifest.runId]);
    expect(JSON.parse(readFileSync(index, 'utf8'))).toEqual(before);
  });

  test('forget runs that were deleted by hand', async () => {
    const cwd = temporaryDirectory();
    const first = await sampleRun(cwd, at(1));
    const second = await sampleRun(cwd, at(2));
    rmSync(second.runDir, { recursive: true });
    expect(namesOf(cwd)).toEqual([first.manifest.runId, undefined, first.manifest.runId]);
  });

  test('notice runs that were copied in from elsewhere', async () => {
    const [cwd, other] = [temporaryDirectory(), temporaryDirectory()];
    await sampleRun(cwd, at(1));
    const foreign = await sampleRun(other, at(2));
    cpSync(foreign.runDir, join(cwd, '.fozzy/runs', foreign.manifest.runId), { recursive: true });
    expect(namesOf(cwd)[0]).toBe(foreign.manifest.runId);
  });

  test('notice a run whose process died between manifest and index', async () => {
    const cwd = temporaryDirectory();
    await sampleRun(cwd, at(1));
    const index = join(cwd, '.fozzy/run-alias-index.json');
    const before = readFileSync(index);
    const late = await sampleRun(cwd, at(2));
    writeFileSync(index, before);
    expect(namesOf(cwd)[0]).toBe(late.manifest.runId);
  });

  test('notice an unfinished run once it finishes, even if the index saw it before', async () => {
    const cwd = temporaryDirectory();
    await sampleRun(cwd, at(1));
    const late = await sampleRun(cwd, at(2));
    const manifest = join(late.runDir, 'manifest.json');
    const text = readFileSync(manifest);
    rmSync(manifest);
    expect(namesOf(cwd)[0]).not.toBe(late.manifest.runId);
    writeFileSync(manifest, text);
    expect(namesOf(cwd)[0]).toBe(late.manifest.runId);
  });

  test('are complete after many writers at once', async () => {
    const cwd = temporaryDirectory();
    const newest = newRunId();
    const runs = Array.from({ length: 20 }, (_, index) => sampleRun(cwd, { status: index % 2 === 0 ? 'pass' : 'fail', ...at(index) }));
    await Promise.all([sampleRun(cwd, { runId: newest, status: 'pass', ...at(50) }), ...runs]);
    const failed = (await Promise.all(runs))[19];
    expect(namesOf(cwd)).toEqual([newest, newest, failed?.manifest.runId]);
  });
});
