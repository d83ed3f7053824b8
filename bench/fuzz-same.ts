/** Whether a search repeats itself. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './row.ts';

const SEEDS = 4;

/** Runs of the built program with the same seed whose documents differ in more than identities and times. */
export function sameRow(directory: string, target: string): Row {
  process.stderr.write('fuzz-speed: same seeds\n');
  const bin = join(process.cwd(), 'bin', 'fozzy.js');
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  let different = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const [first, second] = [1, 2].map(() => {
      const args = [bin, 'fuzz', `${target}#parse`, '--det', '--runs', '20000', '--seed', String(seed), '--json'];
      const { stdout } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
      return stdout
        .replaceAll(/"(?:runId|startedAt|finishedAt|tracePath|reportPath|artifactsDir|inputPath)": ?"[^"]*"/gu, '')
        .replaceAll(/"(?:durationMs|durationNs|execPerSec)": ?\d+/gu, '');
    });
    if (first !== second || first === undefined || !first.includes('"executed"')) different += 1;
  }
  return { name: 'fuzz: searches that do not repeat themselves', measured: different, unit: `of ${SEEDS}`, atMost: 0 };
}
