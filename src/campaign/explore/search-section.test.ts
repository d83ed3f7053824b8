import { describe, expect, test } from 'vitest';
import { distributedProgram } from '../../engine/distributed/program.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import { builtinSubject } from '../distributed-subject.ts';
import type { Subject } from '../subject.ts';
import { explore, type Explored } from './explore.ts';
import { strategyNames } from './strategy-names.ts';

const put = (node: string, value: string) => ({ type: 'client_put', node, key: 'x', value });

/** Notes every run that was made, before anybody counts it. */
function watched(nodes: readonly string[], stepsMax = 1000): { readonly subject: Subject; readonly outcomes: Outcome[] } {
  const distributed = { nodes, steps: nodes.map((node) => put(node, node)) };
  const { scenario, problems } = parseScenario(JSON.stringify({ version: 1, name: 'd', distributed }), { strict: true });
  if (scenario?.variant !== 'distributed') throw new Error(JSON.stringify(problems));
  const program = distributedProgram(scenario, { file: 'd.fozzy.json', projectFile: 'd.fozzy.json', stepsMax });
  const plain = builtinSubject({ program, evaluated: () => undefined, inNextTask: (body) => Promise.resolve().then(body) });
  const outcomes: Outcome[] = [];
  const subject: Subject = {
    ...plain,
    recover: (error) => plain.recover(error),
    session: (body) =>
      plain.session((execute) =>
        body((decider, sink, edits) => {
          const outcome = execute(decider, sink, edits);
          // Without footprints it is a check of the guard, which is no run of the search.
          if (decider.footprints !== undefined) outcomes.push(outcome);
          return outcome;
        }),
      ),
  };
  return { subject, outcomes };
}

interface Limits {
  readonly runs?: number;
  readonly timeAfter?: number;
  readonly interruptAfter?: number;
}

function search(
  strategy: (typeof strategyNames)[number],
  { subject, outcomes }: ReturnType<typeof watched>,
  { runs = 20, timeAfter = Number.POSITIVE_INFINITY, interruptAfter = Number.POSITIVE_INFINITY }: Limits = {},
): Promise<Explored> {
  return explore(subject, {
    strategy,
    seed: { hi: 0, lo: 3 },
    runs,
    isTimeUp: () => outcomes.length >= timeAfter,
    isTired: () => outcomes.length >= interruptAfter,
    breathe: () => outcomes.length < interruptAfter,
  });
}

describe.each(strategyNames)('what a search by %s says about itself', (strategy) => {
  test('is what was done', async () => {
    const made = watched(['a', 'b', 'c']);
    const { search: said } = await search(strategy, made);
    const complete = made.outcomes.filter(({ isRedundant }) => isRedundant !== true);
    expect(said.schedules).toBe(complete.length);
    expect(said.distinctSchedules).toBe(new Set(complete.map(({ scheduleClass }) => scheduleClass)).size);
    expect(said.events).toBe(made.outcomes.reduce((sum, { stepsExecuted }) => sum + stepsExecuted, 0));
    expect(said.truncatedSchedules).toBe(0);
    expect(said.statesVisited).toBeGreaterThanOrEqual(said.distinctSchedules);
    expect([said.exhaustive, said.stoppedBy]).toEqual([false, 'runs']);
  });

  test('does not claim everything when the time was up or somebody interrupted it', async () => {
    const late = watched(['a', 'b', 'c']);
    const { search: said, interrupted } = await search(strategy, late, { timeAfter: 7 });
    expect([said.exhaustive, said.stoppedBy, interrupted]).toEqual([false, 'time', false]);
    expect(late.outcomes).toHaveLength(7);
    const cut = watched(['a', 'b', 'c']);
    const broken = await search(strategy, cut, { interruptAfter: 7 });
    expect([broken.search.exhaustive, broken.search.stoppedBy, broken.interrupted]).toEqual([false, 'interrupted', true]);
    expect(broken.search.schedules).toBe(cut.outcomes.filter(({ isRedundant }) => isRedundant !== true).length);
  });

  test('counts what a limit cut short, and is never everything then', async () => {
    const made = watched(['a', 'b'], 2);
    const { search: said } = await search(strategy, made);
    expect(said.truncatedSchedules).toBe(said.schedules);
    expect(said.exhaustive).toBe(false);
  });
});

test.each(['dfs', 'bfs', 'fifo'] as const)('a search by %s that has tried everything says so', async (strategy) => {
  const { search: said, classes } = await search(strategy, watched(['a', 'b']), { runs: 5000 });
  expect([said.exhaustive, said.stoppedBy, said.distinctSchedules]).toEqual([true, 'exhausted', classes?.length]);
});
