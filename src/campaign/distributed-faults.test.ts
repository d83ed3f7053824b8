import { describe, expect, test } from 'vitest';
import { builtinSubject } from './distributed-subject.ts';
import { executeOnce } from './execute-many.ts';
import { DeviatingSource } from '../decide/deviating.ts';
import { WalkSource } from '../decide/walk.ts';
import { parseScenario } from '../scenario/parse-scenario.ts';
import type { FaultReport } from '../trace/summary.ts';
import { distributedProgram } from '../engine/distributed/program.ts';

const put = (node: string, key: string) => ({ type: 'client_put', node, key, value: '1' });
const WALKS = 150;

function subjectOf(distributed: object) {
  const { scenario, problems } = parseScenario(JSON.stringify({ version: 1, name: 'd', distributed }), { strict: true });
  if (scenario?.variant !== 'distributed') throw new Error(JSON.stringify(problems));
  const program = distributedProgram(scenario, { file: 'd.fozzy.json', projectFile: 'd.fozzy.json', stepsMax: 1000 });
  return builtinSubject({ program, evaluated: () => undefined, inNextTask: (body) => Promise.resolve().then(body) });
}

/** What the first fault had to say for itself, in many runs: whether it was armed, fired, and made a difference. */
async function told(steps: readonly object[], faults: readonly object[], nodes = ['a', 'b']): Promise<ReadonlySet<string>> {
  const subject = subjectOf({ nodes, steps, faults });
  const seen = new Set<string>();
  for (let seed = 0; seed < WALKS; seed += 1) {
    const outcome = await executeOnce(subject, () => ({ source: new WalkSource({ hi: 1, lo: seed }) }));
    const [first] = outcome.faults;
    if (first !== undefined) seen.add(words(first));
  }
  return seen;
}

function words({ armed, fired, effect }: FaultReport): string {
  if (!armed) return fired ? 'fired although not armed' : 'not armed';
  if (!fired) return effect === true ? 'effect without firing' : 'armed, never fired';
  return effect === true ? 'fired, with effect' : 'fired, without effect';
}

const EVERYTHING = new Set(['not armed', 'armed, never fired', 'fired, with effect', 'fired, without effect']);

describe('what a fault of a distributed scenario says about itself is true of', () => {
  test('a lost message: no effect if a copy of it arrives', async () => {
    const loss = { type: 'loss', max: 1 };
    expect(await told([put('a', 'x')], [loss, { type: 'duplicate' }])).toEqual(EVERYTHING);
    expect(await told([put('a', 'x')], [loss])).not.toContain('fired, without effect');
  });

  test('a doubled message: no effect if only one copy arrives', async () => {
    expect(await told([put('a', 'x')], [{ type: 'duplicate' }, { type: 'loss' }])).toEqual(EVERYTHING);
    expect(await told([put('a', 'x')], [{ type: 'duplicate' }])).not.toContain('fired, without effect');
  });

  test('a message held back: no effect if nothing happens in the meantime', async () => {
    const delay = { type: 'delay', by: '5ms' };
    expect(await told([put('a', 'x')], [delay])).not.toContain('fired, with effect');
    expect(await told([put('a', 'x'), put('a', 'y')], [delay])).toEqual(EVERYTHING);
  });

  test('a crash: no effect if the node forgets nothing and nobody misses it', async () => {
    expect(await told([put('a', 'x')], [{ type: 'crash', node: 'b' }])).toEqual(EVERYTHING);
    expect(await told([put('a', 'x')], [{ type: 'crash' }], ['a'])).toContain('fired, without effect');
  });

  test('a partition: no effect if nobody wants to pass', async () => {
    expect(await told([put('a', 'x'), put('a', 'y')], [{ type: 'partition' }])).toEqual(EVERYTHING);
  });
});

test('how often a fault strikes is a decision, and whoever changes one answer at a time begins with all faults armed', async () => {
  const subject = subjectOf({ nodes: ['a', 'b'], steps: [put('a', 'x')], faults: [{ type: 'crash' }, { type: 'loss' }] });
  const outcome = await executeOnce(subject, () => ({ source: new DeviatingSource([]) }));
  expect(outcome.faults.map(words)).toEqual(['armed, never fired', 'armed, never fired']);
  const labels = outcome.log
    .toRecords()
    .map((record) => JSON.stringify(record))
    .filter((record) => record.includes(' rate'));
  expect(labels).toHaveLength(2);
});
