/** A repository of a hundred thousand lines of generated TypeScript through `fozzy map hotspots`, the start of the process included. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, report } from './row.ts';

const FILES = 500;
const LINES_PER_FILE = 200;
const REPETITIONS = 3;
const MAX_SECONDS = 10;

const cli = resolve('bin/fozzy.js');
const project = mkdtempSync(join(tmpdir(), 'fozzy-bench-'));
try {
  writeSource(join(project, 'src'));
  const seconds = Array.from({ length: REPETITIONS }, timed);
  report([
    {
      name: `map hotspots of ${FILES * LINES_PER_FILE} lines`,
      measured: median(seconds),
      unit: 's',
      atMost: MAX_SECONDS,
      note: `fastest ${Math.min(...seconds).toFixed(2)} s`,
    },
  ]);
} finally {
  rmSync(project, { recursive: true, force: true });
}

function writeSource(folder: string): void {
  mkdirSync(folder);
  for (let file = 0; file < FILES; file += 1) {
    const lines = ["import { readFile } from 'node:fs/promises';"];
    for (let at = 0; lines.length + 10 <= LINES_PER_FILE; at += 1) {
      lines.push(
        `/** Part ${at} of file ${file}. */`,
        `export async function part${at}(name: string, rounds: number): Promise<string> {`,
        '  try {',
        '    for (let round = 0; round < rounds; round += 1) {',
        "      if (name !== '' && round % 2 === 0) return await readFile(name, 'utf8');",
        '    }',
        '  } catch (error) {',
        "    throw new Error(`cannot read ${name}: ${String(error ?? 'unknown')}`);",
        '  }',
        "  return '';",
        '}',
      );
    }
    while (lines.length < LINES_PER_FILE) lines.push('');
    writeFileSync(join(folder, `file-${file}.ts`), `${lines.join('\n')}\n`);
  }
}

function timed(): number {
  const begun = performance.now();
  const args = [cli, 'map', 'hotspots', '--root', 'src', '--min-risk', '0', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (status !== 0) throw new Error(`fozzy map ended with ${status}\n${stderr.slice(-2000)}`);
  const { scannedFiles }: { scannedFiles: number } = JSON.parse(stdout);
  if (scannedFiles !== FILES) throw new Error(`${scannedFiles} files were looked at`);
  return (performance.now() - begun) / 1000;
}
