/** Reduction is only worth something if it loses nothing: small programs are searched twice, once with it and once by trying everything. */
import { describe, expect, test } from 'vitest';
import type { Footprints } from '../../src/decide/footprints.ts';
import { WalkSource } from '../../src/decide/walk.ts';
import { faults } from '../../src/sim/fault/faults.ts';
import { brokenFootprints } from '../support/broken-footprints.ts';
import { seeds } from '../support/budget.ts';
import { type Action, generateProgram, type GeneratedProgram, generateStaged, runGenerated } from '../support/generated-programs.ts';
import { type All, memoised, naively, reduced } from '../support/search-everything.ts';

const TIMEOUT_MS = 120_000;
/** More than this cannot all be tried while somebody waits. */
const RUNS_MAX = 200;

/** Made from a seed, and cut down until everything can be tried. */
async function smallProgram(generated: GeneratedProgram): Promise<GeneratedProgram> {
  let program = generated;
  while ((await naively(program, RUNS_MAX)) === undefined) {
    const longest = Math.max(...program.nodes.map(sizeOf));
    const at = program.nodes.findIndex((actions) => sizeOf(actions) === longest);
    program = { ...program, nodes: program.nodes.map((actions, index) => (index === at ? shorter(actions) : actions)) };
  }
  return program;
}

const fromSeed = (seed: number): GeneratedProgram => ({ ...generateProgram(seed), latenessMs: seed % 3 });

async function compare(program: GeneratedProgram, which: string): Promise<{ readonly naive: All; readonly some: All }> {
  const [naive, some] = [await naively(program), await reduced(program)];
  if (naive === undefined || some === undefined) throw new Error('there is no limit to the runs');
  expect(some.endings, which).toEqual(naive.endings);
  expect(some.classes, which).toEqual(naive.classes);
  expect((await memoised(program))?.classes, which).toEqual(naive.classes);
  return { naive, some };
}

function sizeOf(actions: readonly Action[]): number {
  return actions.reduce((sum, { next }) => sum + 1 + sizeOf(next), 0);
}

function shorter(actions: readonly Action[]): readonly Action[] {
  const [last] = actions.slice(-1);
  if (last === undefined || last.next.length === 0) return actions.slice(0, -1);
  return [...actions.slice(0, -1), { ...last, next: shorter(last.next) }];
}

const act = (does: Action['does'], tag: string, number: number, to: number, ...next: Action[]): Action => ({ does, tag, number, to, next });

describe('a search with reduction ends in exactly the ways in which a search of everything ends:', () => {
  test(
    'programs made from seeds',
    async () => {
      for (const seed of seeds(4)) {
        const { naive } = await compare(await smallProgram(fromSeed(seed)), `seed ${seed}`);
        expect(naive.runs).toBeGreaterThan(0);
      }
    },
    TIMEOUT_MS,
  );

  test(
    'programs made from seeds whose nodes all begin at once',
    async () => {
      let [different, complete, redundant, all] = [0, 0, 0, 0];
      for (const seed of seeds(6)) {
        const { naive, some } = await compare(await smallProgram(generateStaged(seed)), `staged ${seed}`);
        all += naive.runs;
        different += some.classes.size;
        redundant += some.redundant;
        complete += some.runs - some.redundant;
      }
      // Each of the different ones once, and few runs for nothing.
      expect(complete).toBe(different);
      expect(redundant * 2).toBeLessThan(different);
      expect(different * 4).toBeLessThan(all);
    },
    TIMEOUT_MS,
  );

  test(
    'faults that may strike anywhere',
    async () => {
      const naive = await naively(striking);
      expect((await reduced(striking))?.endings).toEqual(naive?.endings);
      expect((await memoised(striking))?.classes).toEqual(naive?.classes);
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

/** What does not run in the first order that is tried could have run in another one. */
const preventing: readonly { readonly law: string; readonly program: GeneratedProgram }[] = [
  {
    law: 'a timer that is cleared when something was written, and could fire before',
    program: { nodes: [[act('timer', 'late', 2, 0), act('write', 'w', 0, 0, act('cancel', 'c', 0, 0))]], latenessMs: 3 },
  },
  {
    law: 'a timer that is only in reach once another machine has moved the clock',
    program: {
      nodes: [[act('timer', 'late', 3, 0), act('write', 'w', 0, 0, act('cancel', 'c', 0, 0))], [act('timer', 'moves', 2, 0)]],
      latenessMs: 2,
    },
  },
  {
    law: 'a timer of a process that ends, in reach only once another machine has moved the clock',
    program: {
      nodes: [[act('timer', 'late', 3, 0), act('write', 'w', 0, 0, act('exit', 'e', 0, 0))], [act('timer', 'moves', 2, 0)]],
      latenessMs: 2,
    },
  },
  {
    law: 'a write that a process leaves behind when it ends',
    program: {
      nodes: [[act('timer', 'end', 1, 0, act('exit', 'e', 0, 0)), act('write', 'w', 0, 0, act('write', 'w2', 1, 0))]],
      latenessMs: 2,
    },
  },
  {
    law: 'two that clear the timer of each other',
    program: {
      nodes: [
        [
          act('timer', 'a', 1, 0, act('cancel', 'not b', 1, 0)),
          act('timer', 'b', 2, 0, act('cancel', 'not a', 0, 0)),
          act('read', 'r', 0, 0),
        ],
      ],
      latenessMs: 2,
    },
  },
];

test(
  'nothing is lost of programs made from seeds that clear timers and end',
  async () => {
    for (const seed of seeds(6)) {
      const program = { ...generateProgram(seed, 2, ['cancel', 'cancel', 'exit', 'clock', 'send']), latenessMs: 1 + (seed % 3) };
      const { naive } = await compare(await smallProgram(program), `preventing ${seed}`);
      expect(naive.runs).toBeGreaterThan(0);
    }
  },
  TIMEOUT_MS,
);

test.each(preventing)('nothing is lost of $law', async ({ program }) => {
  const naive = await naively(program);
  const some = await reduced(program);
  expect(some?.endings).toEqual(naive?.endings);
  expect(some?.classes).toEqual(naive?.classes);
  expect(naive?.endings.length).toBeGreaterThan(1);
});

const striking: GeneratedProgram = {
  nodes: [[act('write', 'a', 0, 0)], [act('timer', 'b', 0, 0)], [act('timer', 'c', 0, 0)]],
  faults: [faults.pause(undefined, { rate: 0.5, times: 1, ms: 3 })],
};

/** Small enough to try everything, and each tells something that the others do not. */
const tellingPrograms: readonly GeneratedProgram[] = [
  { nodes: [[act('timer', 'a', 1, 0, act('clock', 'at', 0, 0))], [act('timer', 'b', 2, 0)]] },
  { nodes: [[act('write', 'a', 0, 0), act('read', 'b', 0, 0)], []], latenessMs: 0 },
  { nodes: [[act('send', 'a', 0, 2)], [act('send', 'b', 0, 2)], [act('timer', 'c', 1, 0, act('clock', 'd', 0, 0))]] },
  { nodes: [[act('timer', 'a', 0, 0)], [act('timer', 'b', 0, 0)]], isWatched: true },
  striking,
  { nodes: [[act('timer', 'a', 0, 0, act('fail', 'f', 0, 0))], [act('timer', 'b', 1, 0, act('fail', 'g', 0, 0))]], isWatched: true },
  { nodes: [[act('timer', 't', 1, 0, act('ask', 'a', 0, 1))], [act('write', 'w', 0, 0)], []], latenessMs: 0 },
  // Somebody who would leave, were it not for a message.
  {
    nodes: [[act('timer', 'x', 1, 1, act('send', 'a', 0, 1))], [act('timer', 'b', 1, 0)]],
    isStaged: true,
    isAloof: true,
    latenessMs: 1,
  },
  // A machine that gets messages, and does something of its own.
  { nodes: [[act('stream', 'a', 0, 1)], [act('timer', 'b', 0, 0)]], isStaged: true, latenessMs: 0 },
  // The first act ends with whoever is ready last.
  fromSeed(17),
  fromSeed(47),
];

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
  expect(some?.classes.size).toBe(everything?.classes.size);
  expect(some?.classes.size).toBeLessThan(6);
});

test('a machine that is late sees another time, so its order counts', async () => {
  const program = { nodes: ['a', 'b'].map((tag) => [act('timer', tag, 1, 0, act('clock', `${tag}t`, 0, 0))]) };
  const some = await reduced(program);
  expect(some?.endings).toEqual((await naively(program))?.endings);
  expect(some?.endings.length).toBeGreaterThan(1);
});

test.each(brokenFootprints)(
  'transitions that are told apart without $without lose something of one of the programs above',
  async ({ create }) => {
    let isLost = false;
    for (const program of tellingPrograms) isLost ||= await losesSomething(program, create());
    expect(isLost).toBe(true);
  },
  TIMEOUT_MS,
);

/** Trying everything takes longest, and is the same every time. */
const known = new Map<GeneratedProgram, All>();

async function losesSomething(program: GeneratedProgram, footprints: Footprints): Promise<boolean> {
  const naive = known.get(program) ?? (await naively(program));
  if (naive !== undefined) known.set(program, naive);
  const some = await reducedOrFailed(program, footprints);
  if (some === undefined || naive === undefined || some.endings.length !== naive.endings.length) return true;
  // Whatever it takes for the same, it made fewer runs than there are different ones.
  return some.runs - some.redundant < naive.classes.size;
}

/** With a rule that is wrong, classes may also contradict themselves, which is noticed as well. */
async function reducedOrFailed(program: GeneratedProgram, footprints: Footprints): Promise<All | undefined> {
  try {
    return await reduced(program, footprints);
  } catch {
    return undefined;
  }
}
