/** What `fozzy schema` says about profiles is what `profile` answers with and what runs leave behind, for every kind of subject. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { performCommand } from '../support/built.ts';
import { project } from './run-cli.ts';

const files = {
  'a.fozzy.json': {
    version: 1,
    name: 'a',
    steps: [
      { type: 'memory_alloc', key: 'm', bytes: 100 },
      { type: 'sleep', duration: '5ms' },
      {
        type: 'parallel',
        tasks: [
          { name: 'p', steps: [{ type: 'sleep', duration: '3ms' }] },
          { name: 'q', steps: [{ type: 'rand_u64', key: 'r' }] },
        ],
      },
    ],
  },
  'd.fozzy.json': {
    version: 1,
    name: 'd',
    distributed: {
      nodes: ['a', 'b'],
      steps: [{ type: 'client_put', node: 'a', key: 'x', value: '1' }],
      invariants: [{ type: 'kv_all_equal', key: 'x' }],
    },
  },
  's.fozzy.ts': `import { simulation } from 'fozzy';
export default simulation('s', (sim) => {
  sim.client('c', async () => {
    let sum = 0;
    for (let at = 0; at < 2_000_000; at += 1) sum += Math.sqrt(at);
    await sim.sleep(sum > 0 ? 10 : 0);
  });
});
`,
};

interface Schemas {
  readonly profileOutputSchemas: Readonly<Record<string, object>>;
  readonly profileArtifactSchemas: Readonly<Record<string, object>>;
}

test('documents and files of profiles are what their schemas say, and every schema was used', async () => {
  const cwd = project(files);
  const ask = async (name: string, options: Parameters<typeof performCommand>[1] = {}, strict = true) =>
    // Reason for the cast: what is looked at is checked by the schema.
    JSON.parse(JSON.stringify((await performCommand(name, options, { cwd, strict })).document)) as Record<string, never>;
  const { profileOutputSchemas, profileArtifactSchemas } = (await ask('schema')) as unknown as Schemas;
  const ajv = new Ajv2020({ allErrors: true, strict: true });
  const used = new Set<string>();
  const validate = (schemas: Readonly<Record<string, object>>, name: string, document: object): void => {
    used.add(name);
    const check = ajv.compile(schemas[name] ?? expect.unreachable(`there is no schema for ${name}`));
    expect([name, check(document), check.errors]).toEqual([name, true, null]);
    // A document that says something else is noticed.
    expect([name, check({ ...document, more: 1 }), check({})]).toEqual([name, false, false]);
  };
  const output = async (name: string, options: Parameters<typeof performCommand>[1] = {}, strict = true) =>
    validate(profileOutputSchemas, name, await ask(`profile ${name}`, options, strict));

  await ask('run', { scenario: 'a.fozzy.json', det: true, seed: 1, record: 'a.fozzy' });
  await ask('explore', { scenario: 'd.fozzy.json', runs: 3, seed: 1, record: 'd.fozzy' });
  await ask('run', { scenario: 's.fozzy.ts', seed: 1, record: 's.fozzy', profileCapture: 'full' });
  for (const runOrTrace of ['a.fozzy', 'd.fozzy', 's.fozzy']) {
    await output('top', { runOrTrace });
    await output('timeline', { runOrTrace });
    await output('explain', { runOrTrace });
  }
  await output('top', { runOrTrace: 'a.fozzy', cpu: true }, false);
  await output('flame', { runOrTrace: 'a.fozzy' });
  await output('flame', { runOrTrace: 's.fozzy', cpu: true, format: 'svg', out: 'f.svg' });
  await output('flame', { runOrTrace: 'd.fozzy' }, false);
  await output('timeline', { runOrTrace: 'a.fozzy', format: 'html', out: 't.html' });
  await output('timeline', { runOrTrace: 'a.fozzy', out: 't.json' });
  await output('diff', { left: 'a.fozzy', right: 'd.fozzy' });
  await output('diff', { left: 'a.fozzy', right: 's.fozzy', cpu: true }, false);
  await output('explain', { runOrTrace: 'd.fozzy', diffWith: 'a.fozzy' });
  await output('export', { runOrTrace: 's.fozzy', format: 'pprof', out: 'p.pb.gz' });
  await output('shrink', { runOrTrace: 'a.fozzy', metric: 'p99_latency' });
  await output('env');
  await output('doctor', { runOrTrace: 'a.fozzy' });

  for (const run of readdirSync(join(cwd, '.fozzy/runs')))
    for (const name of readdirSync(join(cwd, '.fozzy/runs', run)))
      if (name.startsWith('profile.') || name === 'symbols.json')
        validate(profileArtifactSchemas, name, JSON.parse(readFileSync(join(cwd, '.fozzy/runs', run, name), 'utf8')));
  expect([...used].sort()).toEqual([...Object.keys(profileOutputSchemas), ...Object.keys(profileArtifactSchemas)].sort());
});
