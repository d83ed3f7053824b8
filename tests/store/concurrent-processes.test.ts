/** Any number of commands may run in one base directory at the same time without losing a run, a trace or an alias. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { expect, test } from 'vitest';
import { readAliases } from '../../src/store/alias-index.ts';
import { checkRun } from '../../src/store/integrity.ts';
import { scanRuns } from '../../src/store/scan-runs.ts';
import { decodeTrace } from '../../src/trace/decode.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PROCESSES = 20;
const RUNS_EACH = 3;

test('twenty processes writing into one project lose nothing', async () => {
  const cwd = temporaryDirectory();
  const program = await bundledProgram();
  const outputs = await Promise.all(
    Array.from({ length: PROCESSES }, (_, index) => runProgram(program, cwd, index % 2 === 0 ? 'pass' : 'fail')),
  );
  const written = outputs.flatMap((output) =>
    output
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')),
  );
  const [ids, traces] = [written.map(([runId]) => runId), written.map(([, path = '']) => path)];
  const total = PROCESSES * RUNS_EACH;

  expect(new Set(traces).size).toBe(total);
  expect(readdirSync(cwd).filter((name) => name.endsWith('.fozzy') && name !== '.fozzy')).toHaveLength(total);
  for (const [runId, path = ''] of written) {
    expect(decodeTrace(readFileSync(path, 'utf8'), path).document.summary.identity).toMatchObject({ runId, tracePath: path });
    expect(checkRun(join(cwd, '.fozzy/runs', runId ?? '')).kind).toBe('complete');
  }

  const entries = scanRuns(join(cwd, '.fozzy'));
  expect(entries).toHaveLength(total);
  expect(new Set(entries.map((entry) => entry.name))).toEqual(new Set(ids));
  const { latest } = readAliases(join(cwd, '.fozzy'));
  expect(Date.parse(latest?.finishedAt ?? '')).toBe(entries[0]?.finishedAtMs);
  expect(leftovers(cwd)).toEqual([]);
});

test('a process killed at any moment leaves whole runs, whole traces, and locks that the next one takes over', async () => {
  const cwd = temporaryDirectory();
  const program = await bundledProgram();
  for (let round = 0; round < 5; round += 1) {
    const child = spawn(process.execPath, [program, cwd, '1000', 'fail'], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const last = await runProgram(program, cwd, 'fail');
  expect(last.trimEnd().split('\n')).toHaveLength(RUNS_EACH);
  for (const entry of scanRuns(join(cwd, '.fozzy'))) expect(checkRun(entry.directory).kind).not.toBe('damaged');
  for (const name of readdirSync(cwd).filter((file) => /^shared.*\.fozzy$/.test(file))) {
    expect(decodeTrace(readFileSync(join(cwd, name), 'utf8'), name).checksum).toBe('valid');
  }
  expect(last).toContain(readAliases(join(cwd, '.fozzy')).latest?.name);
});

function leftovers(cwd: string): readonly string[] {
  return readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:tmp|lock)$/.test(name));
}

/** Plain Node runs no TypeScript, so the program is bundled first. */
async function bundledProgram(): Promise<string> {
  const path = join(temporaryDirectory(), 'write-runs.mjs');
  const input = fileURLToPath(new URL('../support/write-runs.ts', import.meta.url));
  await build({ input, platform: 'node', logLevel: 'silent', output: { file: path, format: 'esm' } });
  expect(existsSync(path)).toBe(true);
  return path;
}

async function runProgram(program: string, cwd: string, status: string): Promise<string> {
  const child = spawn(process.execPath, [program, cwd, String(RUNS_EACH), status], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], output, errors] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return output;
}
