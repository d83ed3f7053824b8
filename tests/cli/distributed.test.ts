/** Distributed scenarios through the built program: what each command answers, with which exit code, and what mistakes are told. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project, runCli } from './run-cli.ts';
import { planted, plantedProject } from '../support/distributed-projects.ts';

const put = { type: 'client_put', node: 'a', key: 'x', value: '1' };
const read = { type: 'client_get_assert', node: 'b', key: 'x', equals: '1' };
const allEqual = { type: 'kv_all_equal', key: 'x' };

function scenario(distributed: object): object {
  return { version: 1, name: 'd', distributed: { nodes: ['a', 'b'], ...distributed } };
}

async function ask(cwd: string, ...args: readonly string[]) {
  const answer = await typed([...args, '--json'], { cwd });
  return { code: answer.code, document: answer.json() };
}

async function refusal(cwd: string, ...args: readonly string[]) {
  const { code, document } = await ask(cwd, ...args);
  // Reason for the cast: a refused command answers with an error object.
  const { code: error, message } = document as unknown as { readonly code: string; readonly message: string };
  return [code, error, message] as const;
}

/** A node that does nothing but what the test adds. */
const node = (more: string) => `
export default function (ctx) {
  return { onMessage() {}, onClient({ op }) { return op === 'get' ? '1' : undefined; }, inspect() { return null; }, ${more} };
}
`;

describe('a schedule that fails', () => {
  test('is recorded, replayed, verified, shrunk, shown and judged', async () => {
    const [plant] = planted;
    if (plant === undefined) throw new Error('nothing is planted');
    const cwd = project(plantedProject(plant, plant.wrong));
    const found = await ask(cwd, 'explore', 'd.fozzy.json', '--seed', '7', '--record', 't.fozzy');
    expect(found).toMatchObject({
      code: 1,
      document: {
        status: 'fail',
        mode: 'explore',
        identity: { seed: '7', tracePath: join(cwd, 't.fozzy') },
        search: { strategy: 'fifo', exhaustive: false, stoppedBy: 'failure' },
        findings: [{ kind: 'invariant', title: 'kv_all_equal', location: { file: 'd.fozzy.json', stepPath: '/distributed/invariants/0' } }],
      },
    });
    expect(await ask(cwd, 'replay', 't.fozzy')).toMatchObject({ code: 1, document: { mode: 'replay', replay: { reproduced: true } } });
    expect(await ask(cwd, 'trace', 'verify', 't.fozzy')).toMatchObject({ code: 0, document: { ok: true, problems: [], warnings: [] } });
    expect(await ask(cwd, 'shrink', 't.fozzy')).toMatchObject({
      code: 0,
      document: { mode: 'shrink', shrink: { preserved: true, minimal: true, stoppedBy: 'minimal' } },
    });
    const small = JSON.parse(readFileSync(join(cwd, 't.min.fozzy'), 'utf8'));
    expect(small).toMatchObject({ mode: 'explore', explore: { origins: { '/distributed/steps/0': '/distributed/steps/1' } } });
    expect(small.scenario.distributed.steps).toHaveLength(plant.minimum.steps);
    expect(await ask(cwd, 'replay', 't.min.fozzy')).toMatchObject({ code: 1, document: { replay: { reproduced: true } } });
    expect(await ask(cwd, 'ci', 't.min.fozzy')).toMatchObject({ code: 0, document: { ok: true } });
    const shown = await typed(['show', 't.min.fozzy'], { cwd });
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('put x = 2')]);
    expect(await ask(cwd, 'shrink', 't.fozzy', '--minimize', 'faults', '--out', 'f.fozzy')).toMatchObject({ code: 2 });
  });

  test('is replayed up to a time, and told step by step', async () => {
    const steps = [put, { type: 'tick', duration: '50ms' }, { ...read, equals: '2' }];
    const cwd = project({ 'd.fozzy.json': scenario({ steps }) });
    expect((await ask(cwd, 'explore', 'd.fozzy.json', '--record', 't.fozzy')).code).toBe(1);
    expect(await ask(cwd, 'replay', 't.fozzy', '--until', '10ms')).toMatchObject({
      code: 3,
      document: { status: 'timeout', findings: [{ kind: 'hang', title: 'until' }] },
    });
    const told = await runCli(['replay', 't.fozzy', '--step', '--json'], { cwd });
    expect(told.stderr.split('\n').filter((line) => line.includes('"sched_pick"'))).toHaveLength(4);
  });

  test('is the same search for the same seed', async () => {
    const cwd = project({ 'd.fozzy.json': scenario({ steps: [put, read], invariants: [allEqual] }) });
    const [first, second] = [
      await ask(cwd, 'explore', 'd.fozzy.json', '--seed', '3'),
      await ask(cwd, 'explore', 'd.fozzy.json', '--seed', '3'),
    ];
    expect(first.document['search']).toEqual(second.document['search']);
    expect(first.document['findings']).toEqual(second.document['findings']);
  });

  test('of a module names a changed source when it is replayed', async () => {
    const cwd = project({
      'd.fozzy.json': scenario({ module: './n.ts', steps: [read], invariants: [] }),
      'n.ts': node("onClient: () => '2'"),
    });
    expect((await ask(cwd, 'explore', 'd.fozzy.json', '--record', 't.fozzy')).code).toBe(1);
    appendFileSync(join(cwd, 'n.ts'), '// edited\n');
    const { document } = await ask(cwd, 'replay', 't.fozzy', '--unsafe');
    expect(document).toMatchObject({ findings: [{ title: 'client_get_assert' }, { title: 'replay_source_changed' }] });
  });
});

describe('the code of a module', () => {
  test('that throws is a crash with the line of the TypeScript file', async () => {
    const cwd = project({
      'd.fozzy.json': scenario({ module: './n.ts', steps: [put] }),
      'n.ts':
        'interface Unused { readonly a: string }\n\nexport default function (ctx) {\n  return {\n    onMessage() {},\n    inspect: () => null,\n    async onClient() {\n      await null;\n      throw new TypeError(`no ${ctx.node}`);\n    },\n  };\n}\n',
    });
    expect(await ask(cwd, 'explore', 'd.fozzy.json')).toMatchObject({
      code: 4,
      document: {
        status: 'crash',
        findings: [
          { kind: 'panic', title: 'node_crashed', message: 'a did not catch TypeError: no a', location: { file: 'n.ts', line: 9 } },
        ],
      },
    });
  });

  test('lives in virtual time, with randomness of its own, and waits for what it awaits', async () => {
    const wait = `async onClient({ op }) {
      const [date, now, random] = [Date.now(), performance.now(), Math.random() + ctx.random()];
      await new Promise((resolve) => setTimeout(resolve, 3_600_000));
      ctx.event('waited', { ms: Date.now() - date, same: Math.round(performance.now() - now), random, now: ctx.now() });
      return op === 'get' ? '1' : undefined;
    }`;
    const cwd = project({ 'd.fozzy.json': scenario({ module: './n.ts', steps: [put, read] }), 'n.ts': node(wait) });
    const searched = await ask(cwd, 'explore', 'd.fozzy.json', '--runs', '5', '--seed', '7', '--record', 't.fozzy');
    expect(searched).toMatchObject({ code: 0, document: { virtualTimeMs: 7_200_000 } });
    const { document } = await ask(cwd, 'show', 't.fozzy');
    expect(document['events']).toContainEqual(
      expect.objectContaining({ name: 'waited', source: 'user', fields: expect.objectContaining({ ms: 3_600_000, same: 3_600_000 }) }),
    );
  });

  test('that remembers runs is not believed', async () => {
    const cwd = project({
      'd.fozzy.json': scenario({ module: './n.ts', steps: [put, put] }),
      'n.ts': node("onStart() { Array.runs = (Array.runs ?? 0) + 1; if (Array.runs > 2) ctx.send('a', 1); }"),
    });
    const { code, document } = await ask(cwd, 'explore', 'd.fozzy.json', '--runs', '20');
    // Runs are kept further apart as soon as one is seen to depend on those before it.
    expect([code, document['status']]).toEqual([0, 'pass']);
  });

  test('that cannot be used is refused with what it lacks', async () => {
    const files = {
      'no.ts': 'export default 1;',
      'throws.ts': "export default function () {}\nthrow new Error('no');",
      'syntax.ts': node(';'),
    };
    const cwd = project(files);
    for (const [path, told] of [
      ['no.ts', 'not a function'],
      ['throws.ts', 'throws.ts:2'],
      ['syntax.ts', 'syntax error'],
    ] as const) {
      writeFileSync(join(cwd, 'd.fozzy.json'), JSON.stringify(scenario({ module: `./${path}`, steps: [put] })));
      expect(await refusal(cwd, 'explore', 'd.fozzy.json')).toEqual([2, 'module_load_failed', expect.stringContaining(told)]);
    }
    expect(existsSync(join(cwd, '.fozzy', 'runs'))).toBe(false);
  });
});

describe('the command line', () => {
  test('replaces nodes, faults and invariants, and the trace holds what was explored', async () => {
    const cwd = project({
      'd.fozzy.json': { version: 1, name: 'd', distributed: { nodes: ['n0', 'n1'], steps: [{ ...put, node: 'n0' }] } },
    });
    writeFileSync(join(cwd, 'faults.json'), JSON.stringify([{ type: 'loss', to: 'n2' }]));
    const flags = ['--nodes', '3', '--faults', 'faults.json', '--checker', 'kv_all_equal:x', '--record', 't.fozzy'];
    const { code, document } = await ask(cwd, 'explore', 'd.fozzy.json', ...flags);
    expect(code).toBe(1);
    expect(document).toMatchObject({
      faults: [{ id: 'f0', type: 'loss', armed: true, fired: true, inFailure: true }],
      findings: [{ title: 'kv_all_equal', message: 'x differs: n0=1 n1=1 n2=absent' }],
    });
    expect(JSON.parse(readFileSync(join(cwd, 't.fozzy'), 'utf8')).scenario.distributed).toMatchObject({
      node_count: 3,
      faults: [{ type: 'loss', to: 'n2', max: 1 }],
      invariants: [{ type: 'kv_all_equal', key: 'x' }],
    });
    expect((await ask(cwd, 'replay', 't.fozzy')).document).toMatchObject({ replay: { reproduced: true } });
    const presets = await ask(cwd, 'explore', 'd.fozzy.json', '--faults', 'crash-first,restart-first,partition-first-two');
    expect(presets.document).toMatchObject({ faults: [{ type: 'partition' }, { type: 'crash' }] });
    expect((await ask(cwd, 'explore', 'd.fozzy.json', '--faults', 'none')).document).toMatchObject({ faults: [] });
  });

  test('is refused where it makes no sense, before anything is written', async () => {
    const cwd = project({
      'd.fozzy.json': scenario({ steps: [put] }),
      's.fozzy.json': { version: 1, name: 's', steps: [{ type: 'unfreeze' }] },
      'bad.json': '[{"type":"los"}]',
    });
    for (const [args, code] of [
      [['d.fozzy.json', '--faults', 'heal-first-two'], 'fault_invalid'],
      [['d.fozzy.json', '--faults', 'bad.json'], 'fault_invalid'],
      [['d.fozzy.json', '--checker', 'kv_node_equals:z:x:1'], 'checker_invalid'],
      [['d.fozzy.json', '--nodes', '3'], 'scenario_invalid'],
      [['d.fozzy.json', '--http', 'wire'], 'flag_not_applicable'],
      [['d.fozzy.json', '--steps', '0'], 'usage'],
      [['d.fozzy.json', '--nodes', '0'], 'usage'],
      [['d.fozzy.json', '--faults', ''], 'fault_invalid'],
      [['s.fozzy.json'], 'wrong_variant'],
    ] as const) {
      expect((await refusal(cwd, 'explore', ...args)).slice(0, 2)).toEqual([2, code]);
    }
    expect(await refusal(cwd, 'run', 'd.fozzy.json')).toEqual([2, 'wrong_variant', expect.stringContaining('use `fozzy explore`')]);
    expect(existsSync(join(cwd, '.fozzy', 'runs'))).toBe(false);
  });
});

describe('a search that judged nothing', () => {
  test('warns of an assert no schedule came to, which strict mode rejects', async () => {
    const cwd = project({ 'd.fozzy.json': scenario({ steps: [{ type: 'crash', node: 'b' }, read] }) });
    const strict = await ask(cwd, 'explore', 'd.fozzy.json');
    expect(strict).toMatchObject({ code: 2, document: { status: 'pass', findings: [{ title: 'never_evaluated' }] } });
    const unsafe = await ask(cwd, 'explore', 'd.fozzy.json', '--unsafe', '--record', 't.fozzy');
    expect(unsafe.code).toBe(0);
    expect((await ask(cwd, 'replay', 't.fozzy', '--unsafe')).document).toMatchObject({ replay: { reproduced: true } });
  });

  test('warns when every schedule was cut', async () => {
    const cwd = project({
      'd.fozzy.json': scenario({ module: './n.ts', steps: [put], invariants: [allEqual] }),
      'n.ts': node('onStart() { setInterval(() => undefined, 10); }'),
    });
    const { document } = await ask(cwd, 'explore', 'd.fozzy.json', '--runs', '5', '--steps', '20', '--unsafe');
    expect(document).toMatchObject({
      status: 'pass',
      search: { schedules: 5, truncatedSchedules: 5 },
      findings: [{ title: 'all_schedules_truncated' }, { title: 'never_evaluated' }],
    });
  });
});

test('members of a suites file are explored, loose files are refused', async () => {
  const suites = { all: { include: ['d.fozzy.json'], expect: 'fail' }, fine: { include: ['ok.fozzy.json'], timeout: '20s' } };
  const cwd = project({
    'd.fozzy.json': scenario({ steps: [put, read] }),
    'ok.fozzy.json': scenario({ steps: [put], invariants: [allEqual] }),
    's.fozzy.json': { version: 1, name: 's', suites },
  });
  const { code, document } = await ask(cwd, 'test', 's.fozzy.json');
  expect(code).toBe(0);
  expect(document).toMatchObject({
    tests: { passed: 2 },
    results: [
      { path: 'd.fozzy.json', status: 'fail', ok: true, findings: [{ title: 'client_get_assert' }] },
      { path: 'ok.fozzy.json', status: 'pass', ok: true },
    ],
  });
  // Reason for the cast: what a summary of tests holds.
  const [first] = document['results'] as readonly { readonly tracePath: string }[];
  expect((await ask(cwd, 'trace', 'verify', first?.tracePath ?? '')).document).toMatchObject({ ok: true });
  expect((await refusal(cwd, 'test', 'd.fozzy.json')).slice(0, 2)).toEqual([2, 'distributed_in_test']);
});

test('a member of a suites file that passed is recorded when that is asked for, and says that nothing of it was real', async () => {
  const cwd = project({
    'ok.fozzy.json': scenario({ steps: [put], invariants: [allEqual] }),
    's.fozzy.json': { version: 1, name: 's', suites: { all: { include: ['ok.fozzy.json'] } } },
  });
  const words = ['test', 's.fozzy.json', '--fs-backend', 'host', '--record', 'kept.fozzy'];
  expect((await ask(cwd, ...words)).document).toMatchObject({ results: [{ status: 'pass', tracePath: join(cwd, 'kept.fozzy') }] });
  expect((await ask(cwd, 'replay', 'kept.fozzy')).document).toMatchObject({
    params: { det: true, backends: { fs: 'virtual' } },
    replay: { reproduced: true },
  });
});

test('a search of a module says which of its blocks have run, a search of the built-in nodes has nothing to say', async () => {
  const more = `onTimer() { throw new Error('never'); }`;
  const cwd = project({
    'm.fozzy.json': scenario({ module: './node.ts', steps: [put] }),
    'node.ts': node(more),
    'd.fozzy.json': scenario({ steps: [put] }),
  });
  const coverageOf = async (file: string) => {
    const { document } = await ask(cwd, 'explore', file, '--seed', '1', '--runs', '20');
    // Reason for the cast: every summary names its directory.
    const { identity } = document as unknown as { readonly identity: { readonly artifactsDir: string } };
    const path = join(cwd, identity.artifactsDir, 'coverage.json');
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  };
  const coverage = await coverageOf('m.fozzy.json');
  expect(coverage).toMatchObject({ schemaVersion: 'fozzy.coverage.v1', target: './node.ts', crashes: 0, files: [{ path: 'node.ts' }] });
  const [file] = coverage.files;
  expect(file.coveredBlocks).toBeGreaterThan(0);
  expect(file.coveredBlocks).toBeLessThan(file.blocks);
  expect(coverage.unique_edges).toBe(file.coveredBlocks);
  expect(await coverageOf('d.fozzy.json')).toBeUndefined();
});
