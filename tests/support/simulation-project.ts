/** Small projects with simulations, for tests that go through the commands: a counter that loses updates, and its repaired twin. */

const racy = `import { readFile, writeFile } from 'node:fs/promises';
export async function add(n: number): Promise<number> {
  const before = Number(await readFile('/data/n', 'utf8'));
  await writeFile('/data/n', String(before + n));
  return before + n;
}
setInterval(() => {}, 1000);
`;

const safe = `import { readFile, writeFile } from 'node:fs/promises';
let last: Promise<unknown> = Promise.resolve();
export function add(n: number): Promise<number> {
  const next = last.then(async () => {
    const before = Number(await readFile('/data/n', 'utf8'));
    await writeFile('/data/n', String(before + n));
    return before + n;
  });
  last = next;
  return next;
}
setInterval(() => {}, 1000);
`;

/** Two clients add one after the other or at the same time, as the schedule has it; what they add must not get lost. */
function counterScenario(name: string, program: string): string {
  return `import { simulation } from 'fozzy';

export default simulation('${name}', (sim) => {
  const counter = sim.node('counter', '${program}', { files: { '/data/n': '0' } });
  const client = (n: number) => async () => {
    await sim.sleep(sim.choose('pause', 3) * 100);
    await counter.call('add', n);
  };
  sim.client('alice', client(1));
  sim.client('bob', client(2));
  sim.finally('both were added', () => sim.disk(counter).read('/data/n') === '3');
});
`;
}

/** Passes when the clients take turns, which the calm schedule does not. */
export const counterProject = {
  'src/racy.ts': racy,
  'src/safe.ts': safe,
  'tests/racy.fozzy.ts': counterScenario('no addition is lost', '../src/racy.ts'),
  'tests/safe.fozzy.ts': counterScenario('additions wait for one another', '../src/safe.ts'),
};
