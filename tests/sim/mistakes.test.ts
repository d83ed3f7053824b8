/** Mistakes of a first simulation: each message says what is wrong, and what there is instead. */
import { expect, test } from 'vitest';
import { simNet } from '../../src/sim/builtin/net.ts';
import { register } from '../../src/check/model/register.ts';
import { faults } from '../../src/sim/fault/faults.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
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
