/** Mistakes in simulations through the built program: each is told with its place and what to do, and costs nothing else. */
import { describe, expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project } from './run-cli.ts';
import { counterProject } from '../support/simulation-project.ts';

interface Results {
  readonly results?: readonly {
    readonly path: string;
    readonly status: string;
    readonly findings: readonly { readonly message: string }[];
  }[];
}

describe('a mistake is told with its place and what to do', () => {
  const wrong = (body: string) => `import { simulation } from 'fozzy';\nexport default simulation('wrong', ${body});\n`;
  test.each<[string, readonly string[], Readonly<Record<string, string>>, string, RegExp, RegExp]>([
    ['a file that is not there', ['run', 'tests/rcy.fozzy.ts'], {}, 'scenario_not_found', /rcy/u, /did you mean tests\/racy\.fozzy\.ts/u],
    [
      'a syntax error',
      ['run', 'x.fozzy.ts'],
      { 'x.fozzy.ts': 'export default (\n' },
      'module_load_failed',
      /x\.fozzy\.ts:\d+:\d+: syntax error/u,
      /correct/u,
    ],
    [
      'a file that throws',
      ['run', 'x.fozzy.ts'],
      { 'x.fozzy.ts': "\nthrow new Error('oh');\n" },
      'module_load_failed',
      /x\.fozzy\.ts:2:7: .*Error: oh/u,
      /top level/u,
    ],
    ['a file that waits', ['run', 'x.fozzy.ts'], { 'x.fozzy.ts': 'await 1;\nexport {};\n' }, 'scenario_invalid', /waits/u, /client/u],
    [
      'no simulation',
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': 'export const a = 1;\n' },
      'scenario_invalid',
      /exports no simulation \(it exports a\)/u,
      /simulation\('name'/u,
    ],
    [
      'a program that is not there',
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': wrong("(sim) => void sim.node('n', './src/rcy.ts')") },
      'module_load_failed',
      /x\.fozzy\.ts:2:\d+: the program '\.\/src\/rcy\.ts' of node 'n'/u,
      /did you mean .*racy\.ts/u,
    ],
    [
      'a link to a machine that is never declared',
      ['explore', 'x.fozzy.ts'],
      {
        'x.fozzy.ts': wrong(
          "(sim) => {\n  sim.connect('a', 'bb', { latencyMs: 5 });\n  sim.node('a', () => 1);\n  sim.node('b', () => 1);\n}",
        ),
      },
      'scenario_invalid',
      /x\.fozzy\.ts:3:7: .*sim\.connect\('a', 'bb', …\): there is no machine 'bb'/u,
      /correct/u,
    ],
    [
      'a definition that throws',
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': wrong("(sim) => sim.node('bad name', () => 1)") },
      'scenario_invalid',
      /x\.fozzy\.ts:2:\d+: .*host name/u,
      /correct/u,
    ],
    [
      'a definition that waits',
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': wrong('async () => {}') },
      'scenario_invalid',
      /returned a promise/u,
      /remove `async`/u,
    ],
    [
      'a check that waits',
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': wrong("(sim) => { sim.always('a', async () => true); sim.client('c', () => 1); }") },
      'scenario_invalid',
      /sim\.always\('a'/u,
      /sim\.finally/u,
    ],
    [
      'something that is no fault',
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': wrong("(sim) => sim.faults('crash')") },
      'scenario_invalid',
      /argument 1 is no fault/u,
      /correct/u,
    ],
    ...(
      [
        [
          'a node',
          "(sim) => sim.node('a', () => 1, { envs: {} })",
          /x\.fozzy\.ts:2:\d+: .*sim\.node\('a', …\): .*'envs'; did you mean 'env'\?/u,
        ],
        ['a client', "(sim) => sim.client('c', () => 1, { mayfail: true })", /'mayfail'; did you mean 'mayFail'\?/u],
        ['a fault', '(sim) => sim.faults(faults.latency({ rates: 1 }))', /faults\.latency\(…\): .*'rates'; did you mean 'rate'\?/u],
        [
          'a fault of a machine',
          '(sim) => sim.faults(faults.pause(undefined, { peer: 1 }))',
          /no option 'peer'; there are rate, times, ms/u,
        ],
        ['a condition', "(sim) => sim.eventually('e', () => true, { cores: [] })", /'cores'; did you mean 'core'\?/u],
      ] as const
    ).map(([what, body, message]): [string, readonly string[], Readonly<Record<string, string>>, string, RegExp, RegExp] => [
      `an option nobody knows of ${what}`,
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': wrong(body).replace('simulation }', 'faults, simulation }') },
      'scenario_invalid',
      message,
      /correct/u,
    ]),
    [
      'an option of a simulation nobody knows',
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': wrong('{ timeoutMS: 5 }, () => 1') },
      'module_load_failed',
      /x\.fozzy\.ts:2:\d+: .*'timeoutMS'; did you mean 'timeoutMs'\?/u,
      /correct/u,
    ],
    [
      'an import of what is refused',
      ['explore', 'x.fozzy.ts'],
      {
        'x.fozzy.ts': `interface Typed {\n  readonly a: number;\n}\nimport { DatabaseSync } from 'node:sqlite';\n${wrong('() => new DatabaseSync()')}`,
      },
      'module_load_failed',
      /x\.fozzy\.ts:4:30: .*"sqlite" is not simulated/u,
      /correct/u,
    ],
    [
      'files that import each other',
      ['explore', 'x.fozzy.ts'],
      {
        'x.fozzy.ts': `import { a } from './a.ts';\n${wrong('() => a')}`,
        'a.ts': "import { b } from './b.ts';\nexport const a = b + 1;\n",
        'b.ts': "import { a } from './a.ts';\nexport const b = a + 1;\n",
      },
      'module_load_failed',
      /b\.ts:2:18: .*Cannot access 'a' before initialization/u,
      /import each other.* into a third/u,
    ],
    [
      'a package that is not installed, behind types',
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': `interface Typed {\n  readonly a: number;\n}\nimport nope from 'no-such-package';\n${wrong('() => nope()')}` },
      'module_load_failed',
      /x\.fozzy\.ts:4:18: cannot find package 'no-such-package'/u,
      /npm install no-such-package/u,
    ],
    [
      'an import of what is refused, in a file it imports',
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': `import './db.ts';\n${wrong('() => 1')}`, 'db.ts': "\nimport 'node:sqlite';\n" },
      'module_load_failed',
      /db\.ts:2:\d+: .*"sqlite" is not simulated/u,
      /correct/u,
    ],
    [
      'a time that is none',
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': wrong("(sim) => sim.eventually('e', () => true, { within: '5s' })") },
      'scenario_invalid',
      /within, in milliseconds, must be a number that is not negative, not '5s'/u,
      /correct/u,
    ],
    [
      'a file that holds no text',
      ['explore', 'x.fozzy.ts'],
      { 'x.fozzy.ts': wrong("(sim) => sim.node('a', () => 1, { files: { '/a.json': { b: 1 } } })") },
      'scenario_invalid',
      /what the file '\/a\.json' holds must be a text or bytes; make one of data with JSON\.stringify/u,
      /correct/u,
    ],
    [
      'a schedule that does not exist',
      ['explore', 'tests/racy.fozzy.ts', '--schedule', 'zigzag'],
      {},
      'usage',
      /possible values: portfolio, fifo, random/u,
      /./u,
    ],
    ['a flag of the memory model', ['run', 'tests/racy.fozzy.ts', '--mem-track'], {}, 'flag_not_applicable', /--mem-track/u, /drop/u],
    [
      'a backend of the host',
      ['run', 'tests/racy.fozzy.ts', '--fs-backend', 'host'],
      {},
      'flag_not_applicable',
      /never reaches the host/u,
      /drop/u,
    ],
    [
      'a host backend of explore',
      ['explore', 'tests/racy.fozzy.ts', '--fs-backend', 'host'],
      {},
      'backend_not_supported',
      /never uses the host/u,
      /drop/u,
    ],
    ['a search of nothing', ['explore', 'tests/racy.fozzy.ts', '--runs', '0'], {}, 'usage', /nothing would be searched/u, /./u],
  ])('%s', async (_name, args, files, code, message, hint) => {
    const answer = await typed([...args, '--json'], { cwd: project({ ...counterProject, ...files }) });
    expect([answer.code, answer.json()['code']]).toEqual([2, code]);
    expect(answer.json()['message']).toMatch(message);
    expect(answer.json()['hint'] ?? '-').toMatch(hint);
  });

  test('several simulations in a file ask for a choice', async () => {
    const cwd = project({
      'x.fozzy.ts':
        "import { simulation } from 'fozzy';\nexport const a = simulation('one', () => {});\nexport const b = simulation('two', () => {});\n",
    });
    const answer = await typed(['run', 'x.fozzy.ts', '--json'], { cwd });
    expect(answer.json()).toMatchObject({ code: 'usage', message: "x.fozzy.ts holds 2 simulations: 'one', 'two'" });
    expect((await typed(['run', 'x.fozzy.ts', '--only', 'two', '--json'], { cwd })).json()).toMatchObject({ simulation: { name: 'two' } });
    const near = await typed(['run', 'x.fozzy.ts', '--only', 'tow', '--json'], { cwd });
    expect(near.json()['hint']).toContain("did you mean 'two'?");
  });

  test('one bad file is one bad result of test', async () => {
    const cwd = project({ ...counterProject, 'tests/bad.fozzy.ts': 'export const a = 1;\n' });
    const answer = await typed(['test', '--runs', '5', '--seed', '1', '--json'], { cwd });
    const document = answer.json() as unknown as Results; // `test` answers with a summary
    expect(answer.code).toBe(2);
    expect(document.results?.map(({ path, status }) => `${path} ${status}`)).toEqual([
      'tests/bad.fozzy.ts error',
      'tests/racy.fozzy.ts fail',
      'tests/safe.fozzy.ts pass',
    ]);
    expect(document.results?.[0]?.findings[0]?.message).toContain('exports no simulation');
  });
});
