/** Reduction is only worth something if it loses nothing: small programs are searched twice, once with it and once by trying everything. */
import { describe, expect, test } from 'vitest';
import { DepthFirstSource } from '../../src/decide/depth-first.ts';
import { EnumerateSource } from '../../src/decide/enumerate.ts';
import type { DecisionSource } from '../../src/decide/source.ts';
import { WalkSource } from '../../src/decide/walk.ts';
import { faults } from '../../src/sim/fault/faults.ts';
import { type Action, generateProgram, type GeneratedProgram, runGenerated } from '../support/generated-programs.ts';

const TIMEOUT_MS = 120_000;

interface All {
  /** How runs can end: what every node has seen, and what was found. */
  readonly endings: readonly string[];
  readonly runs: number;
  /** Runs that were ended on the way. */
  readonly redundant: number;
}

/** Undefined when there are too many runs to try them all. */
async function allRuns(
  program: GeneratedProgram,
  source: DecisionSource,
  again: () => boolean,
  runsMax = Number.POSITIVE_INFINITY,
): Promise<All | undefined> {
  const endings = new Set<string>();
  let [runs, redundant, isLeft] = [0, 0, true];
  const next = () => {
    isLeft = runs === 0 || again();
    return isLeft && runs < runsMax ? source : undefined;
  };
  await runGenerated(program, next, ({ outcome, text }) => {
    runs += 1;
    if (outcome.isRedundant === true) redundant += 1;
    else endings.add(text);
  });
  return isLeft ? undefined : { endings: [...endings].toSorted(), runs, redundant };
}

function naively(program: GeneratedProgram, runsMax?: number): Promise<All | undefined> {
  const source = new EnumerateSource();
  return allRuns(program, source, () => source.next(), runsMax);
}

function reduced(program: GeneratedProgram): Promise<All | undefined> {
  const source = new DepthFirstSource({ hi: 0, lo: 0 });
  source.restart();
  return allRuns(program, source, () => {
    const isLeft = source.advance();
    source.restart();
    return isLeft;
  });
}

const act = (does: Action['does'], tag: string, number: number, to: number, ...next: Action[]): Action => ({ does, tag, number, to, next });

describe('a search with reduction ends in exactly the ways in which a search of everything ends:', () => {
  test(
    'programs made from seeds',
    async () => {
      let [all, few, searched] = [0, 0, 0];
      for (let seed = 0; seed < 48; seed += 1) {
        const program = generateProgram(seed);
        const naive = await naively(program, 200);
        if (naive === undefined) continue;
        const some = await reduced(program);
        expect(some?.endings, `seed ${seed}`).toEqual(naive.endings);
        searched += 1;
        all += naive.runs;
        few += some?.runs ?? 0;
      }
      expect(searched).toBeGreaterThan(5);
      expect(few).toBeLessThan(all);
    },
    TIMEOUT_MS,
  );

  test(
    'faults that may strike anywhere',
    async () => {
      const nodes = [[act('write', 'a', 0, 0)], [act('timer', 'b', 0, 0)], [act('timer', 'c', 0, 0)]];
      const program = { nodes, faults: [faults.pause(undefined, { rate: 0.5, times: 1, ms: 3 })] };
      expect((await reduced(program))?.endings).toEqual((await naively(program))?.endings);
    },
    TIMEOUT_MS,
  );

  test(
    'a check after every transition',
    async () => {
      const program = { nodes: [[act('timer', 'a', 0, 0)], [act('timer', 'b', 0, 0)]], isWatched: true };
      expect((await reduced(program))?.endings).toEqual((await naively(program))?.endings);
    },
    TIMEOUT_MS,
  );

  test(
    'messages from two machines to a third, and one that looks at the time',
    async () => {
      const program = {
        nodes: [[act('send', 'a', 0, 2)], [act('send', 'b', 0, 2)], [act('timer', 'c', 1, 0, act('clock', 'd', 0, 0))]],
      };
      const naive = await naively(program);
      const some = await reduced(program);
      expect(some?.endings).toEqual(naive?.endings);
      expect(naive?.endings.length).toBeGreaterThan(2);
    },
    TIMEOUT_MS,
  );
});

/** Nodes that talk to each other in some way, all at the same time; `runs` is how many a search of everything makes, where that can be waited for. */
const talks: readonly { readonly law: string; readonly nodes: readonly (readonly Action[])[]; readonly runs?: number }[] = [
  { law: 'a request to a node that may not listen yet', nodes: [[act('write', 'w', 0, 0)], [act('ask', 'a', 0, 0)]], runs: 4 },
  {
    law: 'a request beside one that writes',
    nodes: [[act('timer', 't', 1, 0, act('ask', 'a', 0, 1))], [act('write', 'w', 0, 0)], []],
    runs: 12,
  },
  {
    law: 'messages that cross',
    nodes: [
      [act('timer', 't', 2, 0, act('send', 'a', 0, 2), act('send', 'a2', 0, 1))],
      [act('timer', 'u', 2, 0, act('send', 'b', 0, 2))],
      [],
    ],
    runs: 432,
  },
  {
    law: 'two requests that have nothing to do with each other',
    nodes: [[act('timer', 't', 2, 0, act('ask', 'a', 0, 2))], [act('timer', 'u', 2, 0, act('ask', 'b', 0, 3))], [], []],
  },
  {
    law: 'two streams to one node',
    nodes: [[act('timer', 't', 2, 0, act('stream', 'a', 0, 2))], [act('timer', 'u', 2, 0, act('stream', 'b', 0, 2))], []],
  },
];

test.each(talks)(
  'nothing is lost of $law',
  async ({ nodes, runs }) => {
    const program = { nodes, latenessMs: 0 };
    const some = await reduced(program);
    if (runs !== undefined) {
      const everything = await naively(program);
      expect(everything?.runs).toBe(runs);
      expect(some?.endings).toEqual(everything?.endings);
      expect(some?.runs).toBeLessThan(runs);
    }
    const walked = new Set<string>();
    let seed = 0;
    const next = () => {
      seed += 1;
      return seed > 200 ? undefined : new WalkSource({ hi: 0, lo: seed }, 1);
    };
    await runGenerated(program, next, ({ text }) => walked.add(text));
    expect([...walked].filter((ending) => some?.endings.includes(ending) !== true)).toEqual([]);
  },
  TIMEOUT_MS,
);

test('what has nothing to do with each other is run in one order only', async () => {
  const program = { nodes: ['a', 'b', 'c', 'd'].map((tag) => [act('read', tag, 0, 0)]), latenessMs: 0 };
  const everything = await naively(program);
  const some = await reduced(program);
  expect(everything?.runs).toBe(24 * 24);
  expect(some?.endings).toEqual(everything?.endings);
  // One for each machine that can be the last to have started: with it, the next act of the run begins.
  expect((some?.runs ?? 0) - (some?.redundant ?? 0)).toBe(4);
});

test('a machine that is late sees another time, so its order counts', async () => {
  const program = { nodes: ['a', 'b'].map((tag) => [act('timer', tag, 1, 0, act('clock', `${tag}t`, 0, 0))]) };
  const some = await reduced(program);
  expect(some?.endings).toEqual((await naively(program))?.endings);
  expect(some?.endings.length).toBeGreaterThan(1);
});
