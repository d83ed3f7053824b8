/** Distributed scenarios are searched with reduction too: it loses no way in which a schedule can end, and no class of schedules. */
import { describe, expect, test } from 'vitest';
import { builtinSubject } from '../../src/campaign/distributed-subject.ts';
import { CanonicalSource } from '../../src/decide/canonical.ts';
import { Decider } from '../../src/decide/decider.ts';
import { DepthFirstSource } from '../../src/decide/depth-first.ts';
import { EnumerateSource } from '../../src/decide/enumerate.ts';
import { Footprints } from '../../src/decide/footprints.ts';
import { DecisionLog } from '../../src/decide/log.ts';
import type { DecisionSource } from '../../src/decide/source.ts';
import { distributedProgram } from '../../src/engine/distributed/program.ts';
import { parseScenario } from '../../src/scenario/parse-scenario.ts';

interface All {
  readonly runs: number;
  /** Without those that were ended on the way. */
  readonly complete: number;
  /** How each class of schedules ends. */
  readonly classes: ReadonlyMap<string, string>;
}

async function allRuns(distributed: object, source: DecisionSource, again: (isCutShort: boolean) => boolean): Promise<All> {
  const { scenario } = parseScenario(JSON.stringify({ version: 1, name: 'd', distributed }), { strict: true });
  if (scenario?.variant !== 'distributed') throw new Error('the scenario is invalid');
  const program = distributedProgram(scenario, { file: 'd.fozzy.json', projectFile: 'd.fozzy.json', stepsMax: 1000 });
  const subject = builtinSubject({ program, evaluated: () => undefined, inNextTask: (body) => Promise.resolve().then(body) });
  const classes = new Map<string, string>();
  let [runs, complete, isCutShort] = [0, 0, false];
  await subject.session((execute) => {
    do {
      const outcome = execute(new Decider(source, new DecisionLog()));
      runs += 1;
      isCutShort = outcome.status !== 'pass';
      if (outcome.isRedundant === true) continue;
      complete += 1;
      const ending = JSON.stringify([outcome.findings.map(({ message }) => message), outcome.virtualTimeMs, outcome.stepsExecuted]);
      expect(classes.get(outcome.scheduleClass ?? '') ?? ending, 'equivalent schedules end in the same way').toBe(ending);
      classes.set(outcome.scheduleClass ?? '', ending);
    } while (again(isCutShort));
  });
  return { runs, complete, classes };
}

class WatchedEnumeration extends EnumerateSource {
  readonly footprints = new Footprints();

  override next(): boolean {
    this.footprints.forget();
    return super.next();
  }
}

async function naively(distributed: object): Promise<All> {
  const source = new WatchedEnumeration();
  return allRuns(distributed, source, () => source.next());
}

async function reduced(distributed: object): Promise<All> {
  const source = new DepthFirstSource({ hi: 0, lo: 0 });
  source.restart();
  return allRuns(distributed, source, (isCutShort) => {
    const isLeft = source.advance(isCutShort);
    source.restart();
    return isLeft;
  });
}

async function memoised(distributed: object): Promise<All> {
  const source = new CanonicalSource({ hi: 0, lo: 0 });
  source.restart();
  return allRuns(distributed, source, () => {
    const isLeft = source.next();
    source.restart();
    return isLeft;
  });
}

const put = (node: string, value: string) => ({ type: 'client_put', node, key: 'x', value });
const get = (node: string, equals: string) => ({ type: 'client_get_assert', node, key: 'x', equals });
const allEqual = { type: 'kv_all_equal', key: 'x' };

const scenarios: readonly { readonly law: string; readonly distributed: object }[] = [
  {
    law: 'two puts at different nodes',
    distributed: { nodes: ['a', 'b', 'c'], steps: [put('a', '1'), put('b', '2')], invariants: [allEqual] },
  },
  {
    law: 'puts of two keys, one of which another node puts as well',
    distributed: {
      nodes: ['a', 'b'],
      steps: [put('a', '1'), { ...put('a', '2'), key: 'z' }, put('b', '3')],
      invariants: [allEqual],
    },
  },
  { law: 'a read that may come too early', distributed: { nodes: ['a', 'b', 'c'], steps: [put('a', '1'), get('b', '1')] } },
  {
    law: 'a message that may be lost, and one that may be late',
    distributed: {
      nodes: ['a', 'b', 'c'],
      steps: [put('a', '1')],
      invariants: [allEqual],
      faults: [{ type: 'loss' }, { type: 'delay', by: '3ms' }],
    },
  },
  {
    law: 'a message that may come twice and a node that may crash',
    distributed: {
      nodes: ['a', 'b'],
      steps: [put('a', '1'), put('b', '2')],
      invariants: [allEqual],
      faults: [{ type: 'duplicate' }, { type: 'crash', node: 'b' }],
    },
  },
  {
    law: 'a node that may crash while others go on',
    distributed: {
      nodes: ['a', 'b', 'c'],
      steps: [put('a', '1'), put('b', '2')],
      invariants: [allEqual],
      faults: [{ type: 'crash', node: 'c' }],
    },
  },
  {
    law: 'a partition in the script, and time that passes',
    distributed: {
      nodes: ['a', 'b', 'c'],
      steps: [{ type: 'partition', a: 'a', b: 'b' }, put('a', '1'), { type: 'tick', duration: '2ms' }, { type: 'heal', a: 'a', b: 'b' }],
      invariants: [allEqual],
    },
  },
  {
    law: 'a node that the script crashes with messages on their way to it',
    distributed: {
      nodes: ['a', 'b', 'c'],
      steps: [put('a', '1'), { type: 'crash', node: 'b' }],
      invariants: [{ type: 'kv_present_on_all', key: 'x' }],
    },
  },
  {
    law: 'a pair that the script cuts off with messages between them',
    distributed: { nodes: ['a', 'b', 'c'], steps: [put('a', '1'), { type: 'partition', a: 'a', b: 'b' }], invariants: [allEqual] },
  },
  {
    law: 'something that must always hold',
    distributed: { nodes: ['a', 'b', 'c'], steps: [put('a', '1'), put('a', '2')], invariants: [{ ...allEqual, phase: 'eventually' }] },
  },
  {
    law: 'something that must become true among those that are left',
    distributed: {
      nodes: ['a', 'b', 'c'],
      steps: [put('a', '1'), { ...put('b', '2'), key: 'z' }, put('c', '3')],
      invariants: [
        { ...allEqual, phase: 'eventually', core: ['a', 'b'] },
        { type: 'kv_present_on_all', key: 'z', phase: 'eventually', core: ['b'], within: '5ms' },
      ],
      faults: [{ type: 'loss', from: 'c' }],
    },
  },
];

describe.each(scenarios)('$law', ({ distributed }) => {
  test('is searched with reduction as completely as without', async () => {
    const [naive, some, checked] = [await naively(distributed), await reduced(distributed), await memoised(distributed)];
    expect(some.classes).toEqual(naive.classes);
    expect(checked.classes).toEqual(naive.classes);
    expect(some.complete).toBeLessThanOrEqual(naive.runs);
  });
});

test('deliveries to different nodes are run in one order only', async () => {
  const distributed = { nodes: ['a', 'b', 'c', 'd', 'e'], steps: [put('a', '1')], invariants: [allEqual] };
  const [naive, some] = [await naively(distributed), await reduced(distributed)];
  expect(naive.runs).toBe(24);
  expect(some.runs).toBe(1);
});

test('messages about different keys are delivered to a node in one order only', async () => {
  const distributed = { nodes: ['a', 'b'], steps: [put('a', '1'), { ...put('a', '2'), key: 'z' }] };
  const [naive, some] = [await naively(distributed), await reduced(distributed)];
  expect(naive.runs).toBeGreaterThan(2);
  expect(some.classes).toEqual(naive.classes);
  expect(some.classes.size).toBe(1);
  expect(some.runs).toBe(1);
});
