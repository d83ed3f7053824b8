/** One recorded run of every kind of subject, for tests of the commands that look at runs: made once per file of tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type CommandOptions, perform, performCommand } from './built.ts';

export const leaking = {
  version: 1,
  name: 'l',
  steps: [
    { type: 'memory_alloc', key: 'm', bytes: 300, tag: 'cache' },
    { type: 'memory_alloc', key: 'n', bytes: 20 },
  ],
};
const tidy = {
  version: 1,
  name: 't',
  steps: [
    { type: 'memory_alloc', key: 'm', bytes: 100 },
    { type: 'memory_free', key: 'm' },
  ],
};
export const failing = {
  version: 1,
  name: 'f',
  steps: [
    { type: 'rand_u64', key: 'r' },
    { type: 'fail', message: 'no' },
  ],
};
const distributed = {
  version: 1,
  name: 'd',
  distributed: {
    nodes: ['a', 'b'],
    steps: [
      { type: 'client_put', node: 'a', key: 'x', value: '1' },
      { type: 'client_put', node: 'b', key: 'x', value: '2' },
      { type: 'client_get_assert', node: 'b', key: 'x', equals: '1' },
    ],
    invariants: [],
  },
};
const simulation = `import { simulation } from 'fozzy';
export default simulation('counts', (sim) => {
  let n = 0;
  sim.client('a', async () => { await sim.sleep(1); n += 1; });
  sim.finally('more', () => n === 2);
});
`;

const property = 'export const short = (text: string): boolean => text.length < 3;\n';

export const files = {
  'l.fozzy.json': leaking,
  't.fozzy.json': tidy,
  'f.fozzy.json': failing,
  'd.fozzy.json': distributed,
  's.fozzy.ts': simulation,
  'p.ts': property,
};

export interface Recorded {
  readonly cwd: string;
}

/** Traces of runs that failed, one per kind of subject. */
export const subjects = ['f.fozzy', 'l.fozzy', 'd.fozzy', 's.fozzy', 'p.fozzy'];

export function recordedOnce(): Recorded {
  const recorded = { cwd: '' };
  beforeAll(async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'fozzy-evidence-'));
    recorded.cwd = cwd;
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
    }
    for (const name of ['l', 't', 'f'])
      await perform(cwd, 'run', { scenario: `${name}.fozzy.json`, det: true, seed: 1, record: `${name}.fozzy` });
    await perform(cwd, 'explore', { scenario: 'd.fozzy.json', seed: 1, record: 'd.fozzy' });
    await perform(cwd, 'explore', { scenario: 's.fozzy.ts', seed: 1, record: 's.fozzy' });
    await perform(cwd, 'fuzz', { target: 'p.ts#short', mode: 'property', runs: 200, seed: 1, crashOnly: true, record: 'p.fozzy' });
  });
  afterAll(() => rmSync(recorded.cwd, { recursive: true, force: true }));
  return recorded;
}

/** A command and the document it answered with. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a test names the document it asks for
export async function ask<T = Record<string, unknown>>(cwd: string, name: string, options: CommandOptions) {
  const result = await performCommand(name, options, { cwd });
  // Reason for the cast: each test says which document it asked for.
  return { ...result, document: result.document as T };
}
