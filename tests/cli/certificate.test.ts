/** Certificates through the built program: written by a search of everything, checked in another way, and refuted when they are wrong. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checksumOf } from '../../src/trace/certificate.ts';
import { typed } from '../support/typed.ts';
import { project } from './run-cli.ts';

const put = (node: string, value: string) => ({ type: 'client_put', node, key: 'x', value });
const scenario = {
  version: 1,
  name: 'two puts and a crash',
  distributed: {
    nodes: ['a', 'b', 'c'],
    steps: [put('a', '1'), put('b', '2')],
    faults: [{ type: 'crash', node: 'c' }],
    invariants: [{ type: 'kv_all_equal', key: 'x' }],
  },
};

const sensor = `import { writeFile } from 'node:fs';\nwriteFile('/tmp/reading', '21', () => undefined);\n`;
const sensors = `
import { simulation } from 'fozzy';
export default simulation('sensors', (sim) => {
  for (const name of ['a', 'b']) sim.node(name, './sensor.ts');
});
`;

interface Claim {
  schedules: number;
  classes: string[];
  checksum: string;
}

/** Explores with dfs; the certificate can be changed before it is written back, with a checksum that fits. */
async function certified(file: string, files: Readonly<Record<string, string | object>>, ...words: readonly string[]) {
  const cwd = project(files);
  const found = (await typed(['explore', file, '--schedule', 'dfs', '--seed', '3', ...words, '--json'], { cwd })).json();
  // Reason for the cast: a search of everything names its certificate.
  const { search } = found as unknown as { readonly search: { readonly certificate: string; readonly distinctSchedules: number } };
  const path = join(cwd, search.certificate);
  const forge = (change: (claim: Claim) => void) => {
    const claim: Claim = JSON.parse(readFileSync(path, 'utf8'));
    change(claim);
    writeFileSync(join(cwd, 'forged.json'), JSON.stringify({ ...claim, checksum: checksumOf(claim) }));
  };
  const verify = async (selector: string, ...more: readonly string[]) => {
    const { code, json } = await typed(['certificate', 'verify', selector, ...more, '--json'], { cwd });
    const document = json();
    // Reason for the cast: every verdict has problems, be it none.
    const problems = (document as unknown as { readonly problems?: readonly { readonly code: string }[] }).problems ?? [];
    return { code, verdict: document['verdict'], problems: problems.map((problem) => problem.code), document };
  };
  return { cwd, search, forge, verify };
}

describe('the certificate of a distributed scenario', () => {
  test('is verified by another way of counting, and refuted with a class too few, a class too many, another count or a wrong checksum', async () => {
    const { search, forge, verify } = await certified('d.fozzy.json', { 'd.fozzy.json': scenario });
    expect(await verify('latest')).toMatchObject({ code: 0, verdict: 'verified', document: { schedules: search.distinctSchedules } });
    forge((claim) => {
      claim.classes = claim.classes.slice(1);
      claim.schedules -= 1;
    });
    expect(await verify('forged.json')).toMatchObject({ code: 1, verdict: 'refuted', problems: ['unknown_schedule'] });
    forge((claim) => {
      claim.classes = [...claim.classes, '0000000000000000'];
      claim.schedules += 1;
    });
    expect(await verify('forged.json')).toMatchObject({ code: 1, verdict: 'refuted', problems: ['missing_schedule'] });
    forge((claim) => {
      claim.schedules += 1;
    });
    expect(await verify('forged.json')).toMatchObject({ code: 1, verdict: 'refuted', problems: ['inconsistent'] });
  });

  test('is not checked when the time is up before all schedules were counted', async () => {
    const { verify } = await certified('d.fozzy.json', { 'd.fozzy.json': scenario });
    const { code, verdict, document } = await verify('latest', '--time', '1ms');
    expect([code, verdict]).toEqual([2, 'not_checked']);
    expect(document['reason']).toContain('--time');
  });
});

test('the certificate of a simulation is verified, and not checked once a source has changed', async () => {
  const { cwd, verify } = await certified('s.fozzy.ts', { 's.fozzy.ts': sensors, 'sensor.ts': sensor });
  expect(await verify('latest')).toMatchObject({ code: 0, verdict: 'verified' });
  writeFileSync(join(cwd, 'sensor.ts'), sensor.replace('21', '22'));
  expect(await verify('latest')).toMatchObject({
    code: 2,
    verdict: 'not_checked',
    problems: [],
    document: { reason: expect.stringContaining('sensor.ts has changed') },
  });
});

test('the certificate of a scenario is not checked once its file says something else, and speaks for itself where the file is gone', async () => {
  const { cwd, verify } = await certified('d.fozzy.json', { 'd.fozzy.json': scenario }, '--faults', 'none');
  const file = join(cwd, 'd.fozzy.json');
  expect(await verify('latest')).toMatchObject({ verdict: 'verified' });
  writeFileSync(file, JSON.stringify(scenario));
  expect(await verify('latest')).toMatchObject({ verdict: 'verified' });
  writeFileSync(file, JSON.stringify({ ...scenario, name: 'another' }));
  expect(await verify('latest')).toMatchObject({
    code: 2,
    verdict: 'not_checked',
    document: { reason: expect.stringContaining('d.fozzy.json has changed') },
  });
  rmSync(file);
  expect(await verify('latest')).toMatchObject({ verdict: 'verified' });
});

test('what is judged of modules when all is over belongs to no delivery, so deliveries to different nodes have one order', async () => {
  const module = `export default function (ctx) {
    let value = null;
    return {
      onClient(request) {
        value = request.value;
        for (const node of ctx.nodes) if (node !== ctx.node) ctx.send(node, value);
      },
      onMessage(from, payload) { value = payload; },
      inspect() { return value; },
    };
  }`;
  const distributed = { nodes: ['a', 'b', 'c'], module: './kv.js', steps: [put('a', '1')], invariants: scenario.distributed.invariants };
  const { verify } = await certified('d.fozzy.json', { 'd.fozzy.json': { version: 1, name: 'one put', distributed }, 'kv.js': module });
  expect(await verify('latest')).toMatchObject({ code: 0, document: { verdict: 'verified', schedules: 1, found: 1, runs: 2 } });
});

test('a trace whose run was removed is not told that it was no search of everything', async () => {
  const { cwd, verify } = await certified('d.fozzy.json', { 'd.fozzy.json': scenario }, '--record', 'd.fozzy');
  expect(await verify('d.fozzy')).toMatchObject({ verdict: 'verified' });
  rmSync(join(cwd, '.fozzy'), { recursive: true });
  expect(await verify('d.fozzy')).toMatchObject({
    code: 2,
    document: { code: 'selector_not_found', message: expect.stringContaining('the run of d.fozzy is not here') },
  });
});

test('a run without a certificate is refused with the way to one', async () => {
  const cwd = project({ 'd.fozzy.json': scenario });
  await typed(['explore', 'd.fozzy.json', '--runs', '3', '--seed', '1'], { cwd });
  const { code, json } = await typed(['certificate', 'verify', 'latest', '--json'], { cwd });
  expect(code).toBe(2);
  expect(json()).toMatchObject({ code: 'selector_not_found', hint: expect.stringContaining('--schedule dfs') });
});
