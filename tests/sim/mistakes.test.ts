/** Mistakes of a first simulation: each message says what is wrong, and what there is instead. */
import { expect, test } from 'vitest';
import { simNet } from '../../src/sim/builtin/net.ts';
import { register } from '../../src/check/model/register.ts';
import { faults } from '../../src/sim/fault/faults.ts';
import type { NodeHandle } from '../../src/sim/scenario/node-handle.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import { simulation } from '../../src/sim/scenario/simulation.ts';
import { simulate } from '../support/simulate.ts';

async function told(define: (sim: Sim) => void): Promise<{ readonly message: string; readonly stack: string }> {
  const { findings } = await simulate(define);
  return { message: String(findings[0]?.message), stack: JSON.stringify(findings[0]?.location?.details?.['stack'] ?? '') };
}

function server(sim: Sim) {
  return sim.node('server', () => void simNet.createServer().listen(3000));
}

test('a host that no machine has is named, with those there are, at the line that asked', async () => {
  const { message, stack } = await told((sim) => {
    server(sim);
    sim.client('c', async () => void (await fetch('http://sever:3000/')));
  });
  expect(message).toBe(
    "client c failed: TypeError: fetch failed (getaddrinfo ENOTFOUND sever); no machine is called 'sever', there is server",
  );
  expect(stack).toContain('mistakes.test.ts:');
});

test('a port on which nobody listens is named, with those somebody listens on', async () => {
  const { message } = await told((sim) => {
    server(sim);
    sim.client('c', async () => void (await fetch('http://server:8080/')));
  });
  expect(message).toMatch(/^client c failed: TypeError: fetch failed \(connect ECONNREFUSED .*:8080\); server listens on 3000$/u);
});

test('a check that reaches nobody names who listens where, as a client does', async () => {
  const ended = await told((sim) => {
    sim.node('server', () => undefined);
    sim.finally('it answers', async () => (await fetch('http://server:3000/')).ok);
  });
  expect(ended.message).toMatch(/^finally 'it answers' threw TypeError: fetch failed .*; server has ended \(exit code 0\)$/u);
  const local = await told((sim) => {
    sim.node('server', () => void simNet.createServer().listen(3000, '127.0.0.1'));
    sim.finally('it answers', async () => (await fetch('http://server:3000/')).ok);
  });
  expect(local.message).toMatch(/; server listens on 3000 of localhost only$/u);
});

test('a top-level await that never settles is told as such, at its line', async () => {
  const { message, stack } = await told((sim) => {
    sim.node('server', async () => {
      await new Promise(() => undefined);
    });
  });
  expect(message).toBe('server ended with exit code 13: a top-level await never settles, and nothing is left that could settle it');
  expect(stack).toContain('mistakes.test.ts:');
});

// Reason for the casts: people who write JavaScript pass what TypeScript would not let them.
test.each([
  ["faults.crash(node, …): the node must be what sim.node(…) returned, not 'server'", () => faults.crash('server' as never)],
  ["faults.pause(node, …): the node must be what sim.node(…) returned, not 'server'", () => faults.pause('server' as never)],
  [
    "faults.latency({ node, peer }): the node must be what sim.node(…) returned, not 'server'",
    () => faults.latency({ node: 'server' as never }),
  ],
  [
    "faults of the disk, { node }: the node must be what sim.node(…) returned, not 'server'",
    () => faults.syncFailures({ node: 'server' as never }),
  ],
])('a fault that could never happen is refused: %s', async (message, make) => {
  expect((await told((sim) => sim.faults(make()))).message).toContain(message);
});

test('a disk is asked for by the handle of its node', async () => {
  const { message } = await told((sim) => {
    server(sim);
    // Reason for the cast: see above.
    sim.finally('x', () => sim.disk('server' as never).exists('/x'));
  });
  expect(message).toBe("finally 'x' threw TypeError: sim.disk(node): pass what sim.node(…) returned, not 'server'");
});

// Reason for the casts: people who write JavaScript pass what TypeScript would not let them.
test.each<[string, (sim: Sim) => void]>([
  [
    "sim.history(checker): 'register' has no judge(history); a model is judged by linearizable(model)",
    (sim) => void sim.history(register(0) as never),
  ],
  ['sim.history(checker): pass a checker, as linearizable(register(0)) is, not undefined', (sim) => void sim.history(undefined as never)],
  ["sim.always('x', check): check must be a function", (sim) => sim.always('x', true as never)],
  ["sim.finally('x', check): check must be a function", (sim) => sim.finally('x', undefined as never)],
  ["sim.eventually('x', check): check must be a function", (sim) => sim.eventually('x', Promise.resolve() as never)],
])('what could never judge anything is refused where it is declared: %s', async (message, define) => {
  expect((await told(define)).message).toContain(message);
});

/** What a declaration is refused with; nothing if it is taken. */
async function refusal(define: (sim: Sim, node: NodeHandle) => void): Promise<string> {
  let message = 'taken';
  await simulate((sim) => {
    const node = server(sim);
    try {
      define(sim, node);
    } catch (error) {
      message = String(error);
    }
  });
  return message;
}

/** A value of a type that is not taken, on purpose: types are stripped from scenarios, not checked. */
const wrong = (value: unknown): never => value as never;

test.each<[string, (sim: Sim, node: NodeHandle) => void, string]>([
  ['a rate above one', () => faults.latency({ rate: 5 }), 'faults.latency(…): rate must be a number from 0 to 1, not 5'],
  [
    'a time that is none',
    () => faults.pause(undefined, { ms: wrong('5s') }),
    "faults.pause(…): ms must be a number that is not negative, not '5s'",
  ],
  [
    'a way to crash',
    (_, node) => faults.crash(node, { disk: wrong('powerloss') }),
    "faults.crash(…): disk must be 'process' or 'power-loss', not 'powerloss'",
  ],
  [
    'a flaw',
    () => faults.tlsFailure({ flaw: wrong('old') }),
    "faults.tlsFailure(…): flaw must be 'expired', 'wrong_name' or 'self_signed', not 'old'",
  ],
  [
    'no node to crash',
    () => faults.crash(wrong(undefined)),
    'faults.crash(node, …): the node must be what sim.node(…) returned, not undefined',
  ],
  [
    'a link with another option',
    (sim) => sim.connect('server', 'server', wrong({ latency: 5 })),
    "sim.connect('server', 'server', …): there is no option 'latency'; did you mean 'latencyMs'?",
  ],
  [
    'a link that loses too much',
    (sim) => sim.connect('server', 'a', { loss: 5 }),
    "sim.connect('server', 'a', …): loss must be a number from 0 to 1, not 5",
  ],
  [
    'a range of latencies',
    (sim) => sim.connect('server', 'a', { latencyMs: wrong({ min: 5 }) }),
    "sim.connect('server', 'a', …): latencyMs must be a number that is not negative or { min, max }, not an object",
  ],
  ['arguments', (sim) => sim.node('b', () => 1, { argv: wrong('x') }), "sim.node('b', …): argv must be a list of texts, not 'x'"],
  [
    'ports',
    (sim) => sim.node('b', () => 1, { ports: wrong(['80']) }),
    "sim.node('b', …): ports must be a list of port numbers, not an object",
  ],
  [
    'a clock',
    (sim) => sim.node('b', () => 1, { clock: wrong({ skew: 5 }) }),
    "sim.node('b', { clock }): there is no option 'skew'; there are skewMs, driftPpm",
  ],
  [
    'a restart',
    (sim) => sim.node('b', () => 1, { restart: wrong({ delay: 5 }) }),
    "sim.node('b', { restart }): there is no option 'delay'; there are delayMs",
  ],
  [
    'a start',
    (sim) => sim.node('b', () => 1, { start: wrong('manul') }),
    "sim.node('b', …): start must be 'auto' or 'manual', not 'manul'",
  ],
  ['a folder', (sim) => sim.node('b', () => 1, { cwd: 'rel' }), "sim.node('b', …): cwd must be an absolute path, not 'rel'"],
  [
    'a file',
    (sim) => sim.node('b', () => 1, { files: { 'a.json': '' } }),
    "sim.node('b', …): the path of the file 'a.json' must be absolute",
  ],
  ['a crash', (_, node) => node.crash(wrong('powerloss')), "crash(mode): mode must be 'process' or 'power-loss', not 'powerloss'"],
  ['a pause', (_, node) => node.pause(wrong('5')), "pause(ms): ms must be a number that is not negative, not '5'"],
  ['a skew', (_, node) => node.skew(Number.NaN), 'skew(ms): ms must be a number, not NaN'],
  ['a sleep', (sim) => void sim.sleep(wrong('5')), "sim.sleep(ms): ms must be a number that is not negative, not '5'"],
  ['a condition', (sim) => void sim.until(wrong(true)), 'sim.until(condition): condition must be a function, not true'],
  ['a choice', (sim) => sim.choose('x', 0), "sim.choose('x', count): count must be a whole number from 1 on, not 0"],
  [
    'a path to HTTP',
    () => simulation('x', { httpPath: wrong('fats') }, () => undefined),
    "simulation('x', …): httpPath must be 'fast' or 'wire', not 'fats'",
  ],
  [
    'a tier',
    () => simulation('x', { isolation: wrong('vm') }, () => undefined),
    "simulation('x', …): isolation must be 'shared', 'fresh', 'context' or 'process', not 'vm'",
  ],
  [
    'a limit',
    () => simulation('x', { timeoutMs: wrong('5') }, () => undefined),
    "simulation('x', …): timeoutMs must be a number that is not negative, not '5'",
  ],
  [
    'packages',
    () => simulation('x', { shared: wrong('express') }, () => undefined),
    "simulation('x', …): shared must be a list of texts, not 'express'",
  ],
  [
    'an allowance',
    () => simulation('x', { allow: ['uncaught_eror'] }, () => undefined),
    "simulation('x', …): allow: no finding is called 'uncaught_eror'; did you mean 'uncaught_error'?",
  ],
])('%s that is not what it must be is refused where it is written', async (_name, define, message) => {
  expect(await refusal(define)).toBe(`TypeError: ${message}`);
});

test('numbers in an environment become texts, as in every environment', async () => {
  let port: unknown;
  await simulate((sim) => {
    sim.node('b', () => (port = process.env['PORT']), { env: { PORT: wrong(8080) } });
  });
  expect(port).toBe('8080');
});
