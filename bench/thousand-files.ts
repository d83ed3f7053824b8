/** A thousand trivial scenario files through `fozzy test --det`, the start of the process included. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, report } from './row.ts';

const FILES = 1000;
const REPETITIONS = 5;
const MAX_SECONDS = 3;

const cli = resolve('bin/fozzy.js');
const project = mkdtempSync(join(tmpdir(), 'fozzy-bench-'));
try {
  writeScenarios(join(project, 'tests'));
  timed();
  const seconds = Array.from({ length: REPETITIONS }, timed);
  report([
    {
      name: `${FILES} scenario files through fozzy test --det`,
      measured: median(seconds),
      unit: 's',
      atMost: MAX_SECONDS,
      note: `fastest ${Math.min(...seconds).toFixed(2)} s`,
    },
  ]);
} finally {
  rmSync(project, { recursive: true, force: true });
}

function writeScenarios(folder: string): void {
  mkdirSync(folder);
  for (let index = 0; index < FILES; index += 1) {
    const steps = [
      { type: 'set_kv', key: 'a', value: String(index) },
      { type: 'get_kv_assert', key: 'a', equals: String(index) },
    ];
    writeFileSync(
      join(folder, `case-${String(index).padStart(4, '0')}.fozzy.json`),
      JSON.stringify({ version: 1, name: `case ${index}`, steps }, undefined, 2),
    );
  }
}

function timed(): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [cli, 'test', '--det'], { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(`fozzy test ended with ${status}\n${stderr.slice(-2000)}`);
  return (performance.now() - begun) / 1000;
}
