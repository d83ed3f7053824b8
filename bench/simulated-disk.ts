/** The simulated disk against the real one in a folder for temporary files, with the same program: what a small store does, and what a build does. */
import { mkdtempSync, rmSync } from 'node:fs';
import * as realSync from 'node:fs';
import * as realPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinModule } from '../src/sim/builtin/table.ts';
import { median, report, type Row } from './row.ts';
import { functionProgram, runSeeds } from './simulated.ts';

const FILES = 500;
const WARM_ROUNDS = 4;
const ROUNDS = 5;
const TEXT = 'a line of text that a program keeps\n'.repeat(4);

type Sync = typeof realSync;
type Promises = typeof realPromises;

/** Each takes a folder, and returns how many operations it made. */
const programs: Readonly<Record<string, (folder: string, fs: { readonly sync: Sync; readonly promises: Promises }) => Promise<number>>> = {
  'fs/promises: write, read, rename, append, stat, unlink': async (folder, { promises }) => {
    for (let at = 0; at < FILES; at += 1) {
      const path = `${folder}/${at}`;
      await promises.writeFile(`${path}.new`, TEXT);
      await promises.rename(`${path}.new`, path);
      await promises.appendFile(path, TEXT);
      await promises.readFile(path, 'utf8');
      await promises.stat(path);
      await promises.unlink(path);
    }
    return 6 * FILES;
  },
  'open files: write, sync, read': async (folder, { promises }) => {
    const file = await promises.open(`${folder}/log`, 'a+');
    for (let at = 0; at < FILES; at += 1) {
      await file.write(TEXT);
      await file.datasync();
      await file.read(Buffer.alloc(TEXT.length), 0, TEXT.length, at * TEXT.length);
    }
    await file.close();
    await promises.unlink(`${folder}/log`);
    return 3 * FILES;
  },
  'fs, at once: write, read, rename, append, stat, unlink': async (folder, { sync }) => {
    for (let at = 0; at < FILES; at += 1) {
      const path = `${folder}/${at}`;
      sync.writeFileSync(`${path}.new`, TEXT);
      sync.renameSync(`${path}.new`, path);
      sync.appendFileSync(path, TEXT);
      sync.readFileSync(path, 'utf8');
      sync.statSync(path);
      sync.unlinkSync(path);
    }
    return 6 * FILES;
  },
};

type DiskProgram = (typeof programs)[string];

/** Operations per second, by the clock: what waits for a disk takes no CPU time. */
async function real(program: DiskProgram): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fozzy-disk-'));
  try {
    const start = performance.now();
    const operations = await program(folder, { sync: realSync, promises: realPromises });
    return (operations * 1000) / (performance.now() - start);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function simulated(program: DiskProgram): Promise<number> {
  const sync = builtinModule('fs') as Sync; // the simulated module has the functions of the real one
  const promises = builtinModule('fs/promises') as Promises; // likewise
  let operations = 0;
  const work = functionProgram(
    (sim) => {
      sim.node('store', async () => {
        operations = await program('/tmp', { sync, promises });
      });
    },
    { transitionsMax: 100 * FILES },
  );
  const start = performance.now();
  await runSeeds(work, 1);
  return (operations * 1000) / (performance.now() - start);
}

async function row(name: string, program: DiskProgram): Promise<Row> {
  const samples = { real: [] as number[], simulated: [] as number[] };
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    const measured = { real: await real(program), simulated: await simulated(program) };
    if (round >= 0) for (const key of ['real', 'simulated'] as const) samples[key].push(measured[key]);
  }
  const [realSpeed, simSpeed] = [median(samples.real), median(samples.simulated)];
  const note = `${Math.round(simSpeed).toLocaleString('en')} and ${Math.round(realSpeed).toLocaleString('en')} operations a second`;
  // Without promises and threads the real one is a few system calls on memory; that is told, not judged.
  const bar = name.startsWith('fs, at once') ? {} : { atLeast: 10 };
  return { name: `disk against real ${name}`, measured: simSpeed / realSpeed, unit: '×', note, ...bar };
}

const rows: Row[] = [];
for (const [name, program] of Object.entries(programs)) rows.push(await row(name, program));
report(rows);
