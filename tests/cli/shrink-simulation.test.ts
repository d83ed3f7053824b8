/** Shrinking, showing and replaying simulations through the built program, also after their code was edited. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project } from './run-cli.ts';

const bank = `import { readFile, writeFile } from 'node:fs/promises';
export async function transfer(amount: number): Promise<void> {
  const before = Number(await readFile('/data/n', 'utf8'));
  await writeFile('/data/n', String(before + amount));
}
setInterval(() => {}, 1000);
`;

const scenario = `import { faults, simulation } from 'fozzy';
export default simulation('no transfer is lost', (sim) => {
  const bank = sim.node('bank', '../src/bank.ts', { files: { '/data/n': '0' } });
  let sum = 0;
  sim.faults(faults.pause(bank));
  const client = (amount: number, waitMs: number) => async () => {
    await sim.sleep(waitMs);
    await bank.call('transfer', amount);
    sum += amount;
  };
  sim.client('alice', client(1, 0));
  sim.client('bob', client(2, 8));
  sim.client('carol', client(0, 500));
  sim.finally('all of it arrived', () => Number(sim.disk(bank).read('/data/n')) === sum);
});
`;

const files = { 'src/bank.ts': bank, 'tests/bank.fozzy.ts': scenario };

async function found(): Promise<string> {
  const cwd = project(files);
  const explored = await typed(['explore', 'tests/bank.fozzy.ts', '--seed', '4', '--schedule', 'random', '--record', 't.fozzy'], { cwd });
  expect(explored.code).toBe(1);
  return cwd;
}

interface Summary {
  readonly status: string;
  readonly shrink: {
    readonly preserved: boolean;
    readonly minimal: boolean;
    readonly after: { readonly picks: number; readonly faults: number };
  };
  readonly replay: { readonly reproduced: boolean; readonly foundBy?: string };
  readonly findings: readonly { readonly message: string; readonly fingerprint: string; readonly location?: { readonly line?: number } }[];
}

async function documentOf(args: readonly string[], cwd: string): Promise<Summary> {
  // Reason for the cast: the contract says what these commands print.
  return (await typed([...args, '--json'], { cwd })).json() as unknown as Summary;
}

describe('a recorded failure of a simulation', () => {
  test('shrinks to a trace that verifies, replays, and does not get smaller', async () => {
    const cwd = await found();
    const shrunk = await documentOf(['shrink', 't.fozzy'], cwd);
    expect(shrunk).toMatchObject({
      status: 'fail',
      mode: 'shrink',
      shrink: { preserved: true, minimal: true, after: { picks: 1, faults: 0 } },
    });
    expect((await typed(['trace', 'verify', 't.min.fozzy'], { cwd })).code).toBe(0);
    const replayed = await documentOf(['replay', 't.min.fozzy'], cwd);
    expect(replayed.replay).toMatchObject({ reproduced: true });
    expect(replayed.findings[0]?.fingerprint).toBe(shrunk.findings[0]?.fingerprint);
    const again = await documentOf(['shrink', 't.min.fozzy', '--out', 'again.fozzy'], cwd);
    expect(again.shrink.after).toEqual(shrunk.shrink.after);
    const decisions = (name: string) => JSON.parse(readFileSync(join(cwd, name), 'utf8')).decisions;
    expect(decisions('again.fozzy')).toEqual(decisions('t.min.fozzy'));
  });

  test('leaves out the client that has nothing to do with it, and says so in the trace', async () => {
    const cwd = await found();
    await typed(['shrink', 't.fozzy'], { cwd });
    const { simulation } = JSON.parse(readFileSync(join(cwd, 't.min.fozzy'), 'utf8'));
    expect(simulation.withoutClients).toEqual(['carol']);
    expect(simulation.minimised.answers).toHaveLength(1);
  });

  test('is found again by its causes after an unrelated edit of the subject', async () => {
    const cwd = await found();
    await typed(['shrink', 't.fozzy'], { cwd });
    appendFileSync(join(cwd, 'src/bank.ts'), "setTimeout(() => console.log('warmed up'), 3);\nsetImmediate(() => {});\n");
    const answer = await typed(['replay', 't.min.fozzy', '--json'], { cwd });
    expect(answer.code).toBe(1);
    expect(answer.json()).toMatchObject({ status: 'fail', replay: { reproduced: true, foundBy: 'causes' } });
    expect(answer.json()['findings']).toContainEqual(expect.objectContaining({ title: 'replay_source_changed' }));
    const shrunk = await documentOf(['shrink', 't.min.fozzy', '--out', 'new.fozzy'], cwd);
    expect(shrunk.shrink).toMatchObject({ preserved: true });
    expect((await documentOf(['replay', 'new.fozzy'], cwd)).replay).toEqual(expect.not.objectContaining({ foundBy: 'causes' }));
  });

  test('keeps its fingerprint through a log line, a comment, a function and a timer of another node', async () => {
    const cwd = await found();
    const shrunk = await documentOf(['shrink', 't.fozzy'], cwd);
    const lines = bank.replace('  await writeFile', "  console.log('writing');\n  await writeFile");
    writeFileSync(join(cwd, 'src/bank.ts'), `// A comment above.\nexport function unrelated(): number {\n  return 1;\n}\n${lines}`);
    const other = "  sim.node('other', () => { setTimeout(() => undefined, 2); });\n  let sum = 0;";
    writeFileSync(join(cwd, 'tests/bank.fozzy.ts'), scenario.replace('  let sum = 0;', other));
    const replayed = await documentOf(['replay', 't.min.fozzy'], cwd);
    expect(replayed.replay).toMatchObject({ reproduced: true });
    expect(replayed.findings.map(({ fingerprint }) => fingerprint)).toContain(shrunk.findings[0]?.fingerprint);
  });

  test('does not replay once the mistake is gone', async () => {
    const cwd = await found();
    await typed(['shrink', 't.fozzy'], { cwd });
    const repaired = bank
      .replace('export async function transfer', 'async function locked')
      .concat(
        'let last: Promise<void> = Promise.resolve();\nexport function transfer(n: number) { last = last.then(() => locked(n)); return last; }\n',
      );
    writeFileSync(join(cwd, 'src/bank.ts'), repaired);
    expect((await documentOf(['replay', 't.min.fozzy'], cwd)).replay.reproduced).toBe(false);
    const refused = await typed(['shrink', 't.min.fozzy', '--out', 'n.fozzy', '--json'], { cwd });
    expect([refused.code, refused.json()['code']]).toEqual([1, 'shrink_not_reproducible']);
  });

  test('is reduced by explore itself when that is asked for', async () => {
    const cwd = project(files);
    const explored = await typed(['explore', 'tests/bank.fozzy.ts', '--seed', '4', '--schedule', 'random', '--shrink'], { cwd });
    expect(explored.code).toBe(1);
    expect(explored.stdout).toMatch(/faults needed: none {6}shrunk \d+ → 1 decision\n/u);
    const replayed = await typed(['replay', 'last-fail', '--json'], { cwd });
    expect(replayed.json()).toMatchObject({ replay: { reproduced: true } });
  });

  test('refuses a dimension it does not have', async () => {
    const cwd = await found();
    await typed(['shrink', 't.fozzy'], { cwd });
    const refused = await typed(['shrink', 't.min.fozzy', '--minimize', 'faults', '--json'], { cwd });
    expect([refused.code, refused.json()['code']]).toEqual([2, 'shrink_dimension_not_applicable']);
  });
});

describe('show', () => {
  test('tells the story of a simulation, and where it failed', async () => {
    const cwd = await found();
    await typed(['shrink', 't.fozzy'], { cwd });
    const { stdout, code } = await typed(['show', 't.min.fozzy'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^FAIL {2}no transfer is lost/u);
    expect(stdout.match(/bank {2}reads n 0\n/gu)).toHaveLength(2);
    expect(stdout).toContain('[invariant] finally_violated: all of it arrived');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    const all = await typed(['show', 't.min.fozzy', '--all'], { cwd });
    expect(all.stdout.split('\n').length).toBeGreaterThan(stdout.split('\n').length);
  });

  test('gives the events as one document', async () => {
    const cwd = await found();
    const shown = (await typed(['show', 't.fozzy', '--json'], { cwd })).json();
    expect(shown).toMatchObject({ schemaVersion: 'fozzy.show.v1', name: 'no transfer is lost', status: 'fail', faithful: true });
    expect(shown['events']).toContainEqual(expect.objectContaining({ name: 'fs' }));
  });

  test('tells a steps scenario by its tasks', async () => {
    const steps = [
      { type: 'set_kv', key: 'n', value: '1' },
      { type: 'get_kv_assert', key: 'n', equals: '2' },
    ];
    const cwd = project({ 'a.fozzy.json': { version: 1, name: 'steps', steps } });
    await typed(['run', 'a.fozzy.json', '--det', '--seed', '1', '--record', 'a.fozzy'], { cwd });
    const { stdout } = await typed(['show', 'a.fozzy'], { cwd });
    expect(stdout).toContain('main  set_kv key=n value=1   /steps/0');
    expect(stdout).toContain('main  get_kv_assert equals=2 key=n ✗ get_kv_assert   /steps/1');
    expect(stdout).toContain('a.fozzy.json');
  });
});
