/** The SDK: a method for every command, the same answers over both transports, and errors that can be caught. */
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFozzy } from '../../src/commands/describe.ts';
import type * as Sdk from '../../src/sdk.ts';
import { project } from './run-cli.ts';

// Reason for the cast: the build is made from exactly this module.
const sdk = (await import(new URL('../../dist/sdk.js', import.meta.url).href)) as typeof Sdk;
const { Fozzy, FozzyAbortError, FozzyInputError, FozzyProtocolError, FozzySpawnError, FozzyUsageError } = sdk;
const transports = ['in-process', 'cli'] as const;

const good = { version: 1, name: 'good', steps: [{ type: 'rand_u64', key: 'r' }] };
const bad = {
  version: 1,
  name: 'bad',
  steps: [
    { type: 'memory_alloc', key: 'm', bytes: 5 },
    { type: 'fail', message: 'no' },
  ],
};
const files = { 'tests/a.fozzy.json': good, 'tests/b.fozzy.json': bad };

describe('the SDK', () => {
  test('has a method for every command, and a stream for every long one', () => {
    const client = new Fozzy();
    const { commands } = describeFozzy();
    const name = (words: readonly string[]) => words.join('-').replace(/-([a-z])/gu, (_match, letter: string) => letter.toUpperCase());
    expect(commands.filter(({ words }) => typeof Reflect.get(client, name(words)) !== 'function')).toEqual([]);
    expect(commands.filter(({ words, long }) => long === true && typeof Reflect.get(client.events, name(words)) !== 'function')).toEqual(
      [],
    );
  });

  test('gives errors with their code and class over both transports', async () => {
    const cwd = project({ ...files, 'broken.fozzy.json': '{' });
    for (const transport of transports) {
      const client = new Fozzy({ transport, cwd });
      const missing = await client.run('nowhere.fozzy.json').catch((error: unknown) => error);
      expect(missing).toBeInstanceOf(FozzyInputError);
      expect(missing).toMatchObject({ code: 'scenario_not_found', exitCode: 2 });
      await expect(client.run('broken.fozzy.json')).rejects.toMatchObject({
        code: 'scenario_invalid',
        details: { problems: [expect.anything()] },
      });
      await expect(client.doctor({ runs: 3 })).rejects.toBeInstanceOf(FozzyUsageError);
      // @ts-expect-error such an option does not exist
      await expect(client.run('tests/a.fozzy.json', { sead: 1 })).rejects.toBeInstanceOf(FozzyUsageError);
      for (const wrong of [{ scenario: 'tests/a.fozzy.json' }, [1], null, 7]) {
        // @ts-expect-error a scenario is named by a text
        await expect(client.run(wrong)).rejects.toMatchObject({ name: 'FozzyUsageError', message: expect.stringContaining('scenario') });
      }
      await expect(client.run('tests/a.fozzy.json', { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(FozzyAbortError);
    }
  });

  test('refuses the same options over both transports, with the same words', async () => {
    const cwd = project(files);
    // Reason for the cast: programs without types call it with anything.
    const refusals = async (transport: (typeof transports)[number]) => {
      const client = new Fozzy({ transport, cwd }) as unknown as { readonly run: (path: unknown, options?: object) => Promise<object> };
      const wrong = [{ sead: 1 }, { det: 'no' }, { seed: 2 ** 60 }, { seed: 1.5 }, { reporter: 'html' }, { timeout: '5' }, { watch: true }];
      const answers = [client.run(undefined), ...wrong.map((options) => client.run('tests/a.fozzy.json', options))];
      const elsewhere = new Fozzy({ transport, cwd: join(cwd, 'nowhere') }).version();
      const told = await Promise.allSettled([...answers, elsewhere]);
      return told.map((each) => {
        if (each.status === 'fulfilled') return each.value;
        const { name, code, message, hint } = each.reason as InstanceType<typeof FozzyUsageError>;
        return { name, code, message, hint };
      });
    };
    const [first, second] = [await refusals('in-process'), await refusals('cli')];
    expect(second).toEqual(first);
    expect(first).toHaveLength(9);
    for (const refusal of first) expect(refusal).toMatchObject({ name: 'FozzyUsageError', hint: expect.any(String) });
    expect(first[1]).toMatchObject({ hint: "did you mean 'seed'?" });
    expect(first[8]).toMatchObject({ code: 'cwd_invalid' });
  });

  test('refuses a client with options nobody would look at', () => {
    for (const [options, said] of [
      [{ transport: 'clii' }, "invalid value 'clii' for 'transport'"],
      [{ log: 'loud' }, "invalid value 'loud' for 'log'"],
      [{ cdw: '/' }, "unexpected option 'cdw'"],
    ] as const) {
      // @ts-expect-error such clients do not exist
      expect(() => new Fozzy(options)).toThrow(said);
    }
  });

  test('lets a program that is missing, forbidden or silent be caught, wherever it is started', async () => {
    const cwd = project({ 'plain.txt': 'x', 'silent.sh': '#!/bin/sh\necho hello\n' });
    chmodSync(join(cwd, 'plain.txt'), 0o644);
    chmodSync(join(cwd, 'silent.sh'), 0o755);
    for (const [bin, code] of [
      [join(cwd, 'none'), 'ENOENT'],
      [join(cwd, 'plain.txt'), 'EACCES'],
    ] as const) {
      const client = new Fozzy({ transport: 'cli', cwd, bin });
      await expect(client.version()).rejects.toMatchObject({ name: 'FozzySpawnError', code });
      await expect(client.exec(['--version'])).rejects.toBeInstanceOf(FozzySpawnError);
      await expect(client.stream(['--version']).next()).rejects.toMatchObject({ code });
      await expect(client.events.run('a').next()).rejects.toMatchObject({ code });
    }
    await expect(new Fozzy({ transport: 'cli', cwd, bin: join(cwd, 'silent.sh') }).version()).rejects.toBeInstanceOf(FozzyProtocolError);
  });

  test('streams what a command says, and its result whether or not anybody listens', async () => {
    const cwd = project(files);
    for (const transport of transports) {
      const { events } = new Fozzy({ transport, cwd });
      const running = events.test({ det: true, seed: 1 });
      const seen: string[] = [];
      for await (const event of running) seen.push(event.event);
      expect([seen[0], seen.at(-1), seen.filter((event) => event === 'item_finished').length]).toEqual(['started', 'finished', 2]);
      expect((await running.result).tests).toMatchObject({ passed: 1, failed: 1 });
      expect((await events.run('tests/a.fozzy.json', { det: true }).result).status).toBe('pass');
    }
  });

  test('streams searches and whole checks, and cancels them where they are left', { timeout: 120_000 }, async () => {
    const nodes = { nodes: ['a', 'b'], steps: [{ type: 'client_put', node: 'a', key: 'x', value: '1' }], invariants: [] };
    const cwd = project({
      'tests/a.fozzy.json': good,
      'd.fozzy.json': { version: 1, name: 'd', distributed: nodes },
      'src/f.ts': 'export const f = (text: string): number => text.length;\n',
    });
    for (const transport of transports) {
      const { events } = new Fozzy({ transport, cwd });
      const named = async (running: AsyncIterable<Sdk.ProgressEvent>): Promise<readonly string[]> => {
        const seen: string[] = [];
        for await (const event of running) seen.push(event.event);
        return seen;
      };
      const exploring = events.explore('d.fozzy.json', { runs: 5, seed: 1 });
      expect((await named(exploring))[0]).toBe('started');
      expect((await exploring.result).search?.schedules).toBeGreaterThan(0);
      const fuzzing = events.fuzz('src/f.ts#f', { runs: 50, seed: 1, det: true });
      expect((await named(fuzzing)).at(-1)).toBe('finished');
      expect((await fuzzing.result).fuzz).toMatchObject({ executed: 50, stoppedBy: 'runs' });
      const whole = events.full({ scenarioFilter: 'nothing', skipSteps: ['init', 'clean_tree'] });
      const said = await named(whole);
      const { steps } = await whole.result;
      expect([said[0], said.filter((event) => event === 'step_finished').length]).toEqual(['phase_started', steps.length]);
      // A search without an end ends when nobody wants it any more.
      const endless = events.fuzz('src/f.ts#f', { time: '10m', seed: 1 });
      for await (const event of endless) {
        expect(event).toHaveProperty('event');
        break;
      }
      await expect(endless.result).rejects.toBeInstanceOf(FozzyAbortError);
      const controller = new AbortController();
      const exploration = events.explore('d.fozzy.json', { schedule: 'random', runs: 100_000_000, time: '10m', signal: controller.signal });
      await exploration.next();
      controller.abort();
      await expect(exploration.result).rejects.toBeInstanceOf(FozzyAbortError);
    }
  });

  test('drops the oldest events when nobody reads them, and counts them', async () => {
    const stream = new sdk.EventStream<object>((put) => {
      for (let done = 0; done < 1500; done += 1) put({ schemaVersion: 'fozzy.progress.v1', command: 'x', event: 'tick', done });
      return Promise.resolve({ ok: true });
    });
    await stream.result;
    expect([stream.dropped, (await stream.next()).value]).toMatchObject([500, { done: 500 }]);
  });

  test('cancels by signal and by leaving the loop: children die, and what was done is kept', { timeout: 60_000 }, async () => {
    const slow = { version: 1, name: 's', steps: [{ type: 'proc_spawn', cmd: 'sh', args: ['-c', 'echo $$ > pid; exec sleep 600'] }] };
    const cwd = project({ 's.fozzy.json': slow, 'fozzy.toml': 'host_allow_commands = ["sh"]\n' });
    const client = new Fozzy({ transport: 'cli', cwd, backends: { proc: 'host' } });
    const controller = new AbortController();
    const running = client.events.run('s.fozzy.json', { signal: controller.signal });
    const started = await running.next();
    expect(started.value).toMatchObject({ event: 'started' });
    while (!existsSync(join(cwd, 'pid')) || readFileSync(join(cwd, 'pid'), 'utf8') === '')
      await new Promise((resolve) => setTimeout(resolve, 10));
    const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'));
    controller.abort();
    await expect(running.result).rejects.toBeInstanceOf(FozzyAbortError);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    const left = client.events.run('s.fozzy.json');
    for await (const event of left) {
      expect(event.event).toBe('started');
      break;
    }
    await expect(left.result).rejects.toBeInstanceOf(FozzyAbortError);
  });

  test('passes on input and output of any command line', async () => {
    const client = new Fozzy();
    let heard = '';
    const answer = await client.exec(['--version'], { onStdout: (chunk) => (heard += chunk) });
    expect(answer).toEqual({ code: 0, signal: null, stdout: heard, stderr: '' });
    const parts = [];
    for await (const part of client.stream(['no-such-command'])) parts.push(part);
    expect([parts[0]?.source, parts.at(-1)]).toEqual(['stderr', { source: 'exit', code: 2, signal: null }]);
  });

  test('builds scenarios that are valid, and refuses to write others', async () => {
    const cwd = project({ 'tests/a.fozzy.json': good });
    const client = new Fozzy({ cwd });
    const steps = new sdk.ScenarioBuilder('built').step({ type: 'set_kv', key: 'k', value: 'v' }).covers('src/a.ts');
    expect((await client.run(steps.write(join(cwd, 'tests/built.fozzy.json')), { det: true })).status).toBe('pass');
    const nodes = new sdk.DistributedScenarioBuilder('d', ['a', 'b'])
      .step({ type: 'client_put', node: 'a', key: 'x', value: '1' })
      .invariant({ type: 'kv_all_equal', key: 'x' });
    expect((await client.explore(nodes.write(join(cwd, 'd.fozzy.json')), { runs: 5 })).status).toBe('pass');
    const suites = new sdk.SuitesBuilder('s').group('all', { include: ['a.fozzy.json'] });
    expect((await client.test({ patterns: [suites.write(join(cwd, 'tests/s.fozzy.json'))], det: true })).tests?.passed).toBe(1);
    const wrong = new sdk.ScenarioBuilder('wrong').step({ type: 'sleep', duration: 'soon' });
    expect(wrong.validate()).toMatchObject({ ok: false, problems: [{ pointer: '/steps/0/duration' }] });
    expect(() => wrong.write(join(cwd, 'wrong.fozzy.json'))).toThrow(FozzyInputError);
    expect(existsSync(join(cwd, 'wrong.fozzy.json'))).toBe(false);
  });
});
