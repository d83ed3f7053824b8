/** Simulations through the built program: what each command answers, with which exit code, and what mistakes are told. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project, runCli } from './run-cli.ts';
import { counterProject } from '../support/simulation-project.ts';

interface Summary {
  readonly status: string;
  readonly mode: string;
  readonly identity: { readonly runId: string; readonly seed: string; readonly tracePath?: string };
  readonly simulation?: { readonly name: string; readonly file: string };
  readonly findings: readonly { readonly kind: string; readonly title: string; readonly message: string }[];
  readonly search?: {
    readonly schedules: number;
    readonly stoppedBy: string;
    readonly failingSchedule?: number;
    readonly strategy: string;
  };
  readonly replay?: { readonly reproduced: boolean; readonly firstDivergence?: { readonly in: string } };
  readonly results?: readonly {
    readonly path: string;
    readonly name: string;
    readonly status: string;
    readonly findings: readonly { readonly message: string }[];
  }[];
}

async function ask(cwd: string, ...args: readonly string[]): Promise<{ readonly code: number | null; readonly document: Summary }> {
  const answer = await typed([...args, '--json'], { cwd });
  // Reason for the cast: every command used through this helper answers with a summary.
  return { code: answer.code, document: answer.json() as unknown as Summary };
}

describe('a simulation', () => {
  test('is searched until a schedule fails, and the failure is replayed, verified and judged', async () => {
    const cwd = project(counterProject);
    const found = await ask(cwd, 'explore', 'tests/racy.fozzy.ts', '--seed', '7');
    expect(found.code).toBe(1);
    expect(found.document).toMatchObject({
      status: 'fail',
      mode: 'explore',
      simulation: { name: 'no addition is lost', file: 'tests/racy.fozzy.ts' },
      search: { strategy: 'portfolio', stoppedBy: 'failure' },
      findings: [
        {
          kind: 'invariant',
          title: 'finally_violated',
          message: 'both were added',
          // A check that says no throws nothing, so its place is where it was declared.
          location: { file: 'tests/racy.fozzy.ts', line: 11, col: 7 },
        },
      ],
    });
    const replayed = await ask(cwd, 'replay', found.document.identity.runId);
    expect([replayed.code, replayed.document.replay?.reproduced]).toEqual([1, true]);
    expect((await typed(['trace', 'verify', 'last-fail', '--json'], { cwd })).code).toBe(0);
    const ci = await typed(['ci', found.document.identity.tracePath ?? '', '--json'], { cwd });
    expect([ci.code, ci.json()['ok']]).toEqual([0, true]);
    const shown = await typed(['trace', 'show', 'last-fail', '--json'], { cwd });
    expect(shown.json()).toMatchObject({ scenario: { name: 'no addition is lost' }, simulation: { sources: 2 } });
  });

  test('that holds passes, and says how much was tried', async () => {
    const cwd = project(counterProject);
    const { code, document } = await ask(cwd, 'explore', 'tests/safe.fozzy.ts', '--seed', '7', '--runs', '40');
    expect([code, document.status, document.search?.schedules, document.search?.stoppedBy]).toEqual([0, 'pass', 40, 'runs']);
    expect(document.identity.tracePath).toBeUndefined();
    const text = await typed(['explore', 'tests/safe.fozzy.ts', '--seed', '7', '--runs', '40'], { cwd });
    expect(text.stdout).toMatch(/^PASS {2}additions wait for one another {6}40 schedules \(\d+ different\)/u);
  });

  test('runs one schedule, the same one for the same seed', async () => {
    const cwd = project(counterProject);
    const [a, b] = [
      await ask(cwd, 'run', 'tests/racy.fozzy.ts', '--seed', '3', '--record', 'a.fozzy'),
      await ask(cwd, 'run', 'tests/racy.fozzy.ts', '--det', '--seed', '3', '--record', 'b.fozzy'),
    ];
    expect(a.document.status).toBe(b.document.status);
    const decisions = (name: string): unknown => JSON.parse(readFileSync(join(cwd, name), 'utf8')).decisions;
    expect(decisions('a.fozzy')).toEqual(decisions('b.fozzy'));
  });

  test('is one result of test, beside scenarios, in parallel as one after the other', async () => {
    const cwd = project({
      ...counterProject,
      'tests/plain.fozzy.json': { version: 1, name: 'plain', steps: [{ type: 'trace_event', name: 'x' }] },
    });
    const [serial, parallel] = [
      await ask(cwd, 'test', '--det', '--seed', '1', '--jobs', '1', '--runs', '20'),
      await ask(cwd, 'test', '--det', '--seed', '1', '--jobs', '4', '--runs', '20'),
    ];
    const told = (summary: Summary) => summary.results?.map(({ path, name, status }) => `${path} ${name} ${status}`);
    expect(told(serial.document)).toEqual([
      'tests/plain.fozzy.json plain pass',
      'tests/racy.fozzy.ts no addition is lost fail',
      'tests/safe.fozzy.ts additions wait for one another pass',
    ]);
    expect(told(parallel.document)).toEqual(told(serial.document));
    expect([serial.code, parallel.code]).toEqual([1, 1]);
  });

  test('may be a member of a suite, with an expectation', async () => {
    const cwd = project({
      ...counterProject,
      'tests/all.suites.fozzy.json': {
        version: 1,
        name: 'all',
        suites: { races: { include: ['racy.fozzy.ts'], expect: 'fail' }, sound: { include: ['safe.fozzy.ts'] } },
      },
    });
    const { code, document } = await ask(cwd, 'test', 'tests/all.suites.fozzy.json', '--seed', '1', '--runs', '20');
    expect([code, document.results?.map(({ status }) => status)]).toEqual([0, ['fail', 'pass']]);
  });

  test('ends at a virtual deadline', async () => {
    const cwd = project({
      'slow.fozzy.ts':
        "import { simulation } from 'fozzy';\nexport default simulation('slow', (sim) => sim.client('a', () => sim.sleep(5000)));\n",
    });
    const late = await ask(cwd, 'run', 'slow.fozzy.ts', '--timeout', '1s');
    expect([late.code, late.document.findings[0]?.title]).toEqual([3, 'timeout']);
    expect((await ask(cwd, 'replay', late.document.identity.runId)).document.replay?.reproduced).toBe(true);
    expect((await ask(cwd, 'run', 'slow.fozzy.ts', '--timeout', '10s')).code).toBe(0);
  });
});

describe('a replay', () => {
  test('tells every transition, and stops where it is told to', async () => {
    const cwd = project(counterProject);
    const { document } = await ask(cwd, 'explore', 'tests/racy.fozzy.ts', '--seed', '7');
    const stepped = await runCli(['replay', document.identity.runId, '--step'], { cwd });
    const lines = stepped.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ step }) => step)).toEqual(lines.map((_line, index) => index));
    expect(lines.at(-1)).toMatchObject({ status: 'fail' });
    const stopped = await ask(cwd, 'replay', document.identity.runId, '--until', '0ms');
    expect([stopped.code, stopped.document.findings[0]?.title, stopped.document.replay?.reproduced]).toEqual([3, 'until', true]);
  });

  test('warns about sources that changed, and names the first divergence', async () => {
    const cwd = project(counterProject);
    const { document } = await ask(cwd, 'explore', 'tests/racy.fozzy.ts', '--seed', '7');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(cwd, 'src/racy.ts'), counterProject['src/safe.ts']);
    const replayed = await ask(cwd, 'replay', document.identity.runId);
    expect(replayed.code).toBe(1);
    expect(replayed.document.findings.map(({ title, message }) => `${title}: ${message}`)).toContain(
      'replay_source_changed: src/racy.ts has changed since the recording',
    );
    expect(replayed.document.replay).toMatchObject({ reproduced: false, firstDivergence: { in: 'decision' } });
  });

  test('without its sources is refused with the reason', async () => {
    const cwd = project(counterProject);
    const { document } = await ask(cwd, 'explore', 'tests/racy.fozzy.ts', '--seed', '7');
    const { rmSync } = await import('node:fs');
    rmSync(join(cwd, 'src/racy.ts'));
    const answer = await typed(['replay', document.identity.runId, '--json'], { cwd });
    expect([answer.code, answer.json()['code']]).toEqual([2, 'trace_incomplete']);
    expect(answer.json()['message']).toContain('src/racy.ts');
  });
});

test('the surroundings of the process change nothing', async () => {
  const file =
    "import { simulation } from 'fozzy';\nexport default simulation('clock', (sim) => sim.client('a', () => { console.log(new Date().toString(), (1234.5).toLocaleString(), process.env.TZ, process.cwd() !== '/'); throw new Error('end'); }));\n";
  const cwd = project({ 'clock.fozzy.ts': file });
  const events = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await runCli(['run', 'clock.fozzy.ts', '--seed', '1', '--json'], { cwd, env });
    const { runId } = (answer.json() as unknown as Summary).identity; // `run` answers with a summary
    return readFileSync(join(cwd, '.fozzy/runs', runId, 'events.json'), 'utf8');
  };
  const plain = await events({});
  expect(plain).toContain('GMT+0000');
  expect(await events({ TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' })).toBe(plain);
});
