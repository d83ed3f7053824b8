/** What code puts on the real global object, which functions made from text can reach, ends with its run; what cannot end with it is noticed. */
import { describe, expect, test } from 'vitest';
import { executeMany } from '../../src/campaign/execute-many.ts';
import { WalkSource } from '../../src/decide/walk.ts';
import { EventSink } from '../../src/engine/event-sink.ts';
import { exploreFiles, openFiles, sayingNode } from '../support/explore-files.ts';

/** What a program says in each of several runs of one process, without anybody looking for leaks. */
async function saidIn(runs: number, program: string): Promise<ReadonlySet<string>> {
  const { subject } = await openFiles(sayingNode(program));
  const said = new Set<string>();
  let made = 0;
  await executeMany(subject, {
    next: () => {
      made += 1;
      return made > runs ? undefined : () => ({ source: new WalkSource({ hi: 0, lo: 1 }), sink: new EventSink() });
    },
    done: ({ events }) => {
      const lines = events.filter(({ name }) => name === 'stdout').map(({ fields }) => JSON.stringify(fields['text']));
      said.add(lines.join());
      return lines.length > 0;
    },
    isTired: () => false,
    breathe: () => true,
  });
  return said;
}

const REAL = "const g = new Function('return this')();";

describe('the next run does not see', () => {
  test.each([
    ['a visible name', 'console.log(typeof g.left); g.left = 1;'],
    ['a hidden name', "console.log(typeof g.left); Object.defineProperty(g, 'left', { value: 1, configurable: true });"],
    ['a registered symbol', "const s = Symbol.for('left'); console.log(typeof g[s]); g[s] = 1;"],
    [
      'a hidden symbol',
      "const s = Symbol.for('left'); console.log(typeof g[s]); Object.defineProperty(g, s, { value: 1, configurable: true });",
    ],
    ['a variable of code made from text', "console.log(typeof left); (0, eval)('var left = 1');"],
    ['a global in place of another one', "console.log(typeof g.URL, typeof g.parseInt); g.URL = 1; g.parseInt = 'mine';"],
    ['a global that is computed', "console.log(typeof g.URL); Object.defineProperty(g, 'URL', { get: () => 1, configurable: true });"],
    ['a global that is gone', 'console.log(typeof g.TextEncoder); delete g.TextEncoder;'],
    ['a simulated global in place of another one', 'console.log(typeof g.setTimeout); g.setTimeout = 1;'],
  ])('%s', async (_what, program) => {
    expect([...(await saidIn(4, REAL + program))]).toHaveLength(1);
  });
});

test('attributes of a global are put back when the session ends', async () => {
  await saidIn(2, `${REAL} console.log('ran'); Object.defineProperty(g, 'URLSearchParams', { writable: false });`);
  expect(Reflect.getOwnPropertyDescriptor(globalThis, 'URLSearchParams')?.writable).toBe(true);
});

test('an object of the language that is closed for good is named, and a realm of its own contains it', async () => {
  const { escalations, status, simulation } = await exploreFiles(
    sayingNode('setTimeout(() => {}, Object.isFrozen(Intl.Segmenter) ? 9 : 5); Object.freeze(Intl.Segmenter);'),
  );
  expect(escalations).toEqual([
    expect.stringMatching(/context: .*left behind: .*Intl\.Segmenter was closed for new properties, for good/u),
  ]);
  expect(simulation.isolation.tier).toBe('context');
  expect(status).toBe('pass');
});
