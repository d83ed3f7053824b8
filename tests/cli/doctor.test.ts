/** Every check of the doctor, shown to fail by breaking exactly that thing. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project, runCli } from './run-cli.ts';

const passing = { version: 1, name: 'a', steps: [{ type: 'set_kv', key: 'n', value: '1' }] };

interface Report {
  readonly ok: boolean;
  readonly issues: readonly { readonly code: string; readonly message: string; readonly hint?: string; readonly details?: object }[];
}

async function doctor(cwd: string, ...args: readonly string[]) {
  const answer = await runCli(['doctor', ...args, '--json'], { cwd });
  // Reason for the cast: the contract says what doctor prints.
  const report = answer.json() as unknown as Report & Readonly<Record<string, unknown>>;
  return { ...answer, report, codes: report.issues?.map(({ code }) => code) };
}

/** A project with one finished run; the doctor finds nothing wrong with it. */
async function healthy(): Promise<{ readonly cwd: string; readonly run: string }> {
  const cwd = project({ 'a.fozzy.json': passing });
  await runCli(['run', 'a.fozzy.json', '--det'], { cwd });
  const [run = ''] = readdirSync(join(cwd, '.fozzy/runs'));
  expect((await doctor(cwd)).report).toMatchObject({ schemaVersion: 'fozzy.doctor.v1', ok: true, issues: [] });
  return { cwd, run: join(cwd, '.fozzy/runs', run) };
}

describe('the doctor notices', () => {
  test('a config that is wrong, and goes on with the other checks', async () => {
    const { cwd, run } = await healthy();
    writeFileSync(join(cwd, 'fozzy.toml'), 'base_dri = ".fozzy"\n');
    rmSync(join(run, 'manifest.json'));
    expect((await doctor(cwd)).codes).toEqual(['config_unknown_key', 'run_unfinished']);
  });

  test('a base directory that cannot be written to', async () => {
    const cwd = project({ '.fozzy': 'a file where a directory should be' });
    expect((await doctor(cwd)).codes).toEqual(['base_dir_not_writable']);
  });

  test('the lock of a process that is gone', async () => {
    const { cwd } = await healthy();
    writeFileSync(
      join(cwd, '.fozzy/run-alias-index.json.lock'),
      JSON.stringify({ pid: 2 ** 30, host: (await import('node:os')).hostname() }),
    );
    expect((await doctor(cwd)).codes).toEqual(['stale_lock']);
  });

  test('an alias index that is none', async () => {
    const { cwd } = await healthy();
    writeFileSync(join(cwd, '.fozzy/run-alias-index.json'), '[]');
    expect((await doctor(cwd)).codes).toEqual(['alias_index_damaged']);
  });

  test('a damaged run', async () => {
    const { cwd, run } = await healthy();
    writeFileSync(join(run, 'report.json'), '{}');
    const { codes, report } = await doctor(cwd);
    expect(codes).toEqual(['run_damaged']);
    expect(report.issues[0]?.message).toContain('report.json');
  });

  test('an unfinished run', async () => {
    const { cwd, run } = await healthy();
    rmSync(join(run, 'manifest.json'));
    expect((await doctor(cwd)).codes).toEqual(['run_unfinished']);
  });

  test('files that were left half-way', async () => {
    const { cwd, run } = await healthy();
    writeFileSync(join(run, '.fozzy-0123456789abcdef.tmp'), 'half');
    expect((await doctor(cwd)).codes).toEqual(['leftover_temp_files']);
  });

  test('a module of Node that is not simulated', async () => {
    const cwd = project({
      'a.ts': "import { run } from 'node:test';\nimport fs from 'node:fs';\nimport path from 'path';\nconsole.log(run, fs, path);\n",
    });
    const { codes, report } = await doctor(cwd, 'a.ts');
    expect(codes).toEqual(['builtin_not_simulated']);
    expect(report['touches']).toMatchObject({
      builtins: [
        { id: 'node:fs', served: 'simulated' },
        { id: 'node:path', served: 'pure' },
        { id: 'node:test', served: 'refused' },
      ],
    });
  });

  test('nothing by a module that is there to be imported, but says what becomes of calls', async () => {
    const cwd = project({ 'a.ts': "import http2 from 'node:http2';\nconsole.log(http2.constants.HTTP_STATUS_OK);\n" });
    const { codes, report } = await doctor(cwd, 'a.ts');
    expect(codes).toEqual([]);
    expect(report['touches']).toMatchObject({ builtins: [{ id: 'node:http2', served: 'refused when called' }] });
  });

  test('code that cannot be loaded', async () => {
    const cwd = project({ 'a.ts': "import './missing.ts';\n" });
    expect((await doctor(cwd, 'a.ts')).codes).toEqual(['module_load_failed']);
  });
});

test('strict mode refuses a project with issues, and --unsafe only tells', async () => {
  const { cwd } = await healthy();
  mkdirSync(join(cwd, '.fozzy/runs/00000000-0000-4000-8000-000000000000'));
  const strict = await doctor(cwd);
  expect([strict.code, strict.report['policyError']]).toEqual([2, expect.objectContaining({ code: 'strict_doctor' })]);
  const unsafe = await doctor(cwd, '--unsafe');
  expect([unsafe.code, unsafe.report.ok, unsafe.report['policyError']]).toEqual([0, false, undefined]);
});

test('a simulation is shown with the programs of its nodes, their packages and the globals that are replaced', async () => {
  const cwd = project({
    'tests/a.fozzy.ts':
      "import { simulation } from 'fozzy';\nexport default simulation('a', (sim) => { sim.node('web', '../src/web.mjs'); });\n",
    'src/web.mjs': "import { createServer } from 'node:http';\nimport pad from 'pad';\ncreateServer((_, r) => r.end(pad)).listen(80);\n",
    'node_modules/pad/package.json': { name: 'pad', version: '1.2.3', main: 'i.js' },
    'node_modules/pad/i.js': "module.exports = require('util').inspect;\n",
  });
  const { report, code } = await doctor(cwd, 'tests/a.fozzy.ts');
  expect(code).toBe(0);
  expect(report['touches']).toMatchObject({
    packages: [{ name: 'pad', version: '1.2.3', instance: 'fresh' }],
    builtins: expect.arrayContaining([expect.objectContaining({ id: 'node:http', served: 'simulated' })]),
    globals: expect.arrayContaining(['Date', 'Math.random', 'process', 'setTimeout']),
  });
});

test.each([
  ['', 'shared'],
  ["{ shared: ['koa'] }, ", 'shared'],
  ['{ shared: [] }, ', 'fresh'],
  ["{ isolation: 'fresh' }, ", 'fresh'],
])('a framework is shown as simulations with the options %j have it: %s', async (options, instance) => {
  const cwd = project({
    'a.fozzy.ts': `import { simulation } from 'fozzy';\nexport default simulation('a', ${options}(sim) => { sim.node('web', './web.cjs'); });\n`,
    'web.cjs': "setTimeout(() => {}, require('koa')());\n",
    'node_modules/koa/package.json': { name: 'koa', version: '9.0.0', main: 'i.js' },
    'node_modules/koa/i.js': 'module.exports = () => 7;\n',
  });
  const explored = await runCli(['explore', 'a.fozzy.ts', '--runs', '5', '--json'], { cwd });
  expect(explored.json()).toMatchObject({ status: 'pass', simulation: { isolation: instance } });
  expect((await doctor(cwd, 'a.fozzy.ts')).report['touches']).toMatchObject({ packages: [{ name: 'koa', instance }] });
});

describe('--deep', () => {
  test('finds nothing in a scenario that is the same everywhere', async () => {
    const cwd = project({ 'a.fozzy.json': passing, 'fozzy.toml': 'proc_backend = "host"\n' });
    const { report, code } = await doctor(cwd, '--deep', '--scenario', 'a.fozzy.json', '--runs', '3', '--seed', '7');
    expect(code).toBe(0);
    expect(report['determinism_audit']).toMatchObject({ scenario: 'a.fozzy.json', runs: 3, seed: '7', consistent: true });
    // Whatever the config says.
    expect(report['determinism_audit']).toMatchObject({ backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' } });
    expect(readdirSync(cwd)).toEqual(['a.fozzy.json', 'fozzy.toml']);
  });

  test('names the first difference of a simulation that looks at the real world', async () => {
    const cwd = project({
      'tests/a.fozzy.ts': `import { simulation } from 'fozzy';
import zone from 'zone';
export default simulation('a', { external: ['zone'] }, (sim) => {
  sim.client('c', () => sim.log(zone));
});
`,
      'node_modules/zone/package.json': { name: 'zone', version: '1.0.0', main: 'i.js' },
      'node_modules/zone/i.js': 'module.exports = String(process.env.TZ);\n',
    });
    const { report, codes, code } = await doctor(cwd, 'tests/a.fozzy.ts', '--deep', '--runs', '2');
    expect([code, codes]).toEqual([2, ['determinism_audit_mismatch']]);
    expect(report['determinism_audit']).toMatchObject({ consistent: false, first_mismatch_run: 1, first_divergence: { in: 'event' } });
  });

  test('executes distributed scenarios too, with the modules of their nodes', async () => {
    // A module of its own time zone and date would answer differently on each of those machines.
    const module = `export default (ctx) => {
      const kept = new Map();
      return {
        onClient({ op, key }) { if (op === 'put') kept.set(key, [Date.now(), new Date().getTimezoneOffset(), Math.random()].join(' ')); return kept.get(key) ?? null; },
        onMessage() {},
        inspect: (key) => kept.get(key) ?? null,
      };
    };`;
    const scenario = {
      version: 1,
      name: 'd',
      distributed: {
        nodes: ['a', 'b'],
        module: './node.mjs',
        steps: [{ type: 'client_put', node: 'a', key: 'x', value: '1' }],
        invariants: [{ type: 'kv_present_on_all', key: 'x' }],
      },
    };
    const same = project({ 'd.fozzy.json': scenario, 'node.mjs': module });
    const { report, code } = await doctor(same, '--deep', '--scenario', 'd.fozzy.json', '--runs', '3');
    expect([code, report['determinism_audit']]).toMatchObject([0, { runs: 3, consistent: true, signatures: { length: 3 } }]);
  });

  test('tells of a process that was not declared, and what would declare it', async () => {
    const steps = [{ type: 'proc_spawn', cmd: 'git', args: ['status'] }];
    const cwd = project({ 'p.fozzy.json': { version: 1, name: 'p', steps } });
    const { codes, report } = await doctor(cwd, '--deep', '--scenario', 'p.fozzy.json', '--runs', '2');
    expect(codes).toEqual(['proc_unmatched_preflight']);
    expect(report.issues[0]).toMatchObject({ hint: 'Add a matching `proc_when` step', details: { suggestedProcWhen: { cmd: 'git' } } });
  });

  test('says why a scenario cannot be executed as the command that executes it does', async () => {
    const distributed = { nodes: ['a'], module: './node.ts', steps: [{ type: 'client_put', node: 'a', key: 'x', value: '1' }] };
    const cwd = project({
      'bad.fozzy.json': { version: 1, name: 'bad', steps: [{ type: 'nope' }] },
      'all.fozzy.json': { version: 1, name: 'all', suites: [{ name: 'g', scenarios: ['bad.fozzy.json'] }] },
      'd.fozzy.json': { version: 1, name: 'd', distributed: { ...distributed, invariants: [{ type: 'kv_all_equal', key: 'x' }] } },
      'node.ts': "import './none.ts';\nexport default () => ({});\n",
      'tests/a.fozzy.ts': "import './none.ts';\n",
    });
    const told = async (scenario: string) => (await runCli(['doctor', '--deep', '--scenario', scenario, '--json'], { cwd })).json();
    expect(await told('bad.fozzy.json')).toMatchObject({
      code: 'scenario_invalid',
      details: { problems: [{ code: 'unknown_step_type' }] },
    });
    expect(await told('all.fozzy.json')).toMatchObject({ code: 'wrong_variant', message: expect.stringContaining('doctor --deep') });
    expect(await told('d.fozzy.json')).toMatchObject({ code: 'module_load_failed' });
    expect(await told('tests/a.fozzy.ts')).toMatchObject({ code: 'module_load_failed' });
  });

  test('refuses what it cannot honour', async () => {
    const cwd = project({ 'a.fozzy.json': passing });
    for (const args of [
      ['--runs', '3'],
      ['--scenario', 'a.fozzy.json'],
      ['--deep'],
      ['--deep', '--scenario', 'a.fozzy.json', '--runs', '1'],
      // A scenario that is named and not executed would have been looked at by nobody.
      ['a.fozzy.json'],
      ['a.fozzy.json', '--deep', '--scenario', 'b.fozzy.json'],
    ]) {
      const answer = await runCli(['doctor', ...args, '--json'], { cwd });
      expect([answer.code, answer.json()['code']]).toEqual([2, 'usage']);
    }
    const host = await runCli(['doctor', '--proc-backend', 'host', '--json'], { cwd });
    expect(host.json()['code']).toBe('backend_not_supported');
  });
});
