/** The past of a failure is known of hangs and of runs in processes of their own as well, and what lies beside it goes at once. */
import { expect, test } from 'vitest';
import { failureOf } from '../../src/campaign/shrink/attempt-steps.ts';
import { startSimulation } from '../../src/campaign/shrink/simulation-shrink.ts';
import { nothingLeftOut } from '../../src/campaign/shrink/left-out.ts';
import { openTrace } from '../../src/commands/open-trace.ts';
import { performCommand } from '../support/built.ts';
import { subjectOf } from '../../src/commands/recorded-subject.ts';
import { simulation } from '../../src/sim/scenario/simulation.ts';
import { project } from '../cli/run-cli.ts';
import { sampleContext } from '../support/sample-context.ts';
import { findFailure, shrinkFound, simulationSubject } from '../support/simulation-subject.ts';

const BYSTANDERS = ['p', 'q', 'r', 's', 't', 'u'];

/** A wake-up that is lost when the setter comes first, among clients that have nothing to do with it. */
const lostWakeUp = simulation('a lost wake-up', (sim) => {
  let wake: (() => void) | undefined;
  sim.client('waiter', async () => {
    await sim.sleep(2);
    await new Promise<void>((go) => {
      wake = go;
    });
  });
  sim.client('waker', async () => {
    await sim.sleep(4);
    wake?.();
  });
  for (const name of BYSTANDERS) {
    sim.client(name, async () => {
      for (let turn = 0; turn < 4; turn += 1) await sim.sleep(1 + turn);
    });
  }
});

test('a hang has a past, and its shrunk run is one-minimal', async () => {
  const found = await findFailure(lostWakeUp, 1);
  expect(found.failure.kind).toBe('hang');
  const subject = simulationSubject(lostWakeUp);
  const { start } = await startSimulation({ subject, decisions: found.decisions, leftOut: nothingLeftOut });
  const past = start.ran.past?.within('causes');
  expect(past).toBeDefined();
  const told = start.ran.past?.events.filter((_event, at) => past?.has(at)).map(({ what }) => what) ?? [];
  expect(told.some((what) => what.startsWith('waiter '))).toBe(true);
  expect(told.filter((what) => BYSTANDERS.some((name) => what.startsWith(`${name} `)))).toEqual([]);
  const { best, stoppedBy } = await shrinkFound(lostWakeUp, found);
  expect(stoppedBy).toBe('minimal');
  expect(best.withoutClients).toEqual(BYSTANDERS);
  expect(best.answers).toHaveLength(1);
});

const apart = `import { simulation } from 'fozzy';
export default simulation('apart', { isolation: 'process' }, (sim) => {
  let value = 0;
  for (const name of ['a', 'b']) sim.client(name, async () => { const seen = value; await sim.sleep(1); value = seen + 1; });
  for (const name of ['p', 'q', 'r']) sim.client(name, async () => { for (let i = 0; i < 3; i += 1) await sim.sleep(1 + i); });
  sim.client('judge', async () => { await sim.sleep(5); if (value === 1) throw new Error('lost'); });
});
`;

test('a run in a process of its own tells what lies in the past of its failure', { timeout: 120_000 }, async () => {
  const cwd = project({ 'a.fozzy.ts': apart });
  const { exitCode } = await performCommand('explore', { scenario: 'a.fozzy.ts', seed: '1', runs: 20, record: 't.fozzy' }, { cwd });
  expect(exitCode).toBeGreaterThan(0);
  const context = sampleContext(cwd);
  const opened = openTrace('t.fozzy', context);
  const recorded = await subjectOf(opened, context);
  if (recorded.kind === 'steps') throw new Error('a search is expected');
  const { decisions } = opened.decoded.document;
  const { start, outcome } = await startSimulation({ subject: recorded.subject, decisions, leftOut: nothingLeftOut });
  expect(failureOf(outcome.findings)?.title).toBe('client_failed');
  const past = start.ran.past?.within('causes');
  const told = start.ran.past?.events.filter((_event, at) => past?.has(at)).map(({ what }) => what) ?? [];
  expect(told.length).toBeGreaterThan(0);
  expect(told.every((what) => what.startsWith('judge '))).toBe(true);
});
