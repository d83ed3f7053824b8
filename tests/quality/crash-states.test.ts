/**
 * Bugs that show in a single one of the disks a power loss can leave, and their repaired twins: a search of everything finds each bug for
 * sure, and shows that the twin survives every legal disk at every place where power can be lost.
 */
import type * as Fs from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { explore, type Explored } from '../../src/campaign/explore/explore.ts';
import type { StrategyName } from '../../src/campaign/explore/strategy-names.ts';
import { builtinModule } from '../../src/sim/builtin/table.ts';
import { faults } from '../../src/sim/fault/faults.ts';
import { type Simulation, simulation } from '../../src/sim/scenario/simulation.ts';
import { simulationSubject } from '../support/simulation-subject.ts';

// The simulated module has the functions of the real one; its types are deliberately looser.
const fs = builtinModule('node:fs/promises') as typeof Fs;

const files = { '/data/old': 'v1', '/data/index': '0', '/data/log': '' };

/** The node saves once, may lose power wherever it touched its disk, and looks at what it finds when it is back. */
function saved(name: string, save: () => Promise<void>, check: () => Promise<string | undefined>): Simulation {
  return simulation(name, { latenessMs: 0 }, (sim) => {
    let life = 0;
    let complaint: string | undefined;
    const node = sim.node(
      'store',
      async () => {
        life += 1;
        if (life === 1) await save();
        else complaint = await check();
      },
      { files },
    );
    sim.faults(faults.crash(node, { restart: true, disk: 'power-loss' }));
    sim.finally('what was saved can be read', () => complaint === undefined);
  });
}

async function sync(path: string): Promise<void> {
  const handle = await fs.open(path, 'r');
  await handle.sync();
  await handle.close();
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await fs.readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Two blocks that belong together, written in place: only the disk on which the second block arrived without the first shows it. */
const block = (letter: string): string => letter.repeat(512);
async function torn(): Promise<string | undefined> {
  const text = (await read('/data/pair')) ?? '';
  const [a, b] = [text.slice(0, 512), text.slice(512)];
  return b === block('b') && a !== block('a') ? 'the second block is there without the first' : undefined;
}
const writesInPlace = async (): Promise<void> => fs.writeFile('/data/pair', block('a') + block('b'));
const writesOneAfterTheOther = async (): Promise<void> => {
  await fs.writeFile('/data/pair', block('a'));
  await sync('/data/pair');
  await fs.appendFile('/data/pair', block('b'));
};

/** The old file is removed for the sake of the new one, whose name may not have arrived yet. */
async function nothingLeft(): Promise<string | undefined> {
  const [before, after] = [await read('/data/old'), await read('/data/new')];
  return before === undefined && after === undefined ? 'neither the old nor the new version is there' : undefined;
}
const movesOn = (syncs: boolean) => async (): Promise<void> => {
  await fs.writeFile('/data/tmp', 'v2');
  await sync('/data/tmp');
  await fs.rename('/data/tmp', '/data/new');
  if (syncs) await sync('/data');
  await fs.unlink('/data/old');
};

/** An index that counts what the log holds. */
async function ahead(): Promise<string | undefined> {
  const [index, log] = [Number(await read('/data/index')), await read('/data/log')];
  return index === 1 && log === '' ? 'the index counts what the log does not hold' : undefined;
}
const appends = (syncs: boolean) => async (): Promise<void> => {
  await fs.appendFile('/data/log', 'x');
  if (syncs) await sync('/data/log');
  const handle = await fs.open('/data/index', 'r+');
  await handle.write('1', 0);
  await handle.close();
};

const pairs: readonly (readonly [string, Simulation, Simulation])[] = [
  ['a torn write', saved('torn', writesInPlace, torn), saved('in order', writesOneAfterTheOther, torn)],
  ['a lost directory entry', saved('name lost', movesOn(false), nothingLeft), saved('name synced', movesOn(true), nothingLeft)],
  ['a lost write', saved('write lost', appends(false), ahead), saved('write synced', appends(true), ahead)],
];

function search(sim: Simulation, strategy: StrategyName, runs = 5000): Promise<Explored> {
  return explore(simulationSubject(sim), {
    strategy,
    seed: { hi: 0, lo: 7 },
    runs,
    isTimeUp: () => false,
    isTired: () => true,
    breathe: () => true,
  });
}

describe.each(pairs)('%s', (_name, broken, repaired) => {
  test.each(['dfs', 'bfs', 'fifo', 'portfolio'] as const)('is found by %s', async (strategy) => {
    const { failure, search: told } = await search(broken, strategy);
    expect(failure?.findings.map(({ title }) => title)).toEqual(['finally_violated']);
    expect(told.crashStates?.tried).toBeGreaterThan(0);
  });

  test('is gone from the repaired twin, on every legal disk', async () => {
    const { failure, search: told, faults: struck } = await search(repaired, 'dfs');
    expect(failure).toBeUndefined();
    expect(told).toMatchObject({ exhaustive: true, crashStates: { sampled: 0 } });
    expect(struck).toMatchObject([{ type: 'crash', fired: true, effect: true }]);
    expect(told.crashStates?.distinct).toBeGreaterThan(3);
  });
});

test('a search that met only samples of the disks a power loss can leave is not exhaustive, and says so', async () => {
  const many = saved(
    'many',
    async () => {
      await Promise.all(Array.from({ length: 13 }, (_, at) => fs.mkdir(`/data/${at}`)));
    },
    () => Promise.resolve(undefined),
  );
  const { search: told } = await search(many, 'random', 40);
  expect(told.exhaustive).toBe(false);
  expect(told.crashStates?.sampled).toBeGreaterThan(0);
});
