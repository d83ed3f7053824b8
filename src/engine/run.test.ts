import { expect, test } from 'vitest';
import { Decider } from '../decide/decider.ts';
import { LogCursor } from '../decide/cursor.ts';
import { DecisionLog } from '../decide/log.ts';
import { ReplaySource } from '../decide/replay.ts';
import { SeededSource } from '../decide/seeded.ts';
import { compile } from '../scenario/compile.ts';
import { parseScenario } from '../scenario/parse-scenario.ts';
import { virtualFiles } from '../world/fs/virtual.ts';
import { scriptedHttp } from '../world/http/scripted.ts';
import { virtualKv } from '../world/kv/virtual.ts';
import { virtualMemory } from '../world/memory/virtual.ts';
import { virtualNet } from '../world/net/virtual.ts';
import { scriptedProcesses } from '../world/proc/scripted.ts';
import { redactor } from '../world/redact.ts';
import { executeSync } from './drive.ts';
import { EventSink } from './event-sink.ts';
import { linkProgram } from './linked-program.ts';
import type { Outcome } from './outcome.ts';

function world() {
  return {
    kv: virtualKv(),
    files: virtualFiles(),
    http: scriptedHttp(),
    proc: scriptedProcesses(),
    net: virtualNet(),
    memory: virtualMemory({ limitBytes: undefined, failAfterAllocs: undefined, fragmentationSeed: undefined, multipliers: undefined }),
    secrets: redactor([]),
  };
}

function runSteps(steps: readonly object[], options: { seed?: number; timeoutMs?: number; replay?: DecisionLog } = {}): Outcome {
  const parsed = parseScenario(JSON.stringify({ version: 1, name: 'x', steps }), { strict: true });
  if (parsed.scenario?.variant !== 'steps') throw new Error(JSON.stringify(parsed.problems));
  const linked = linkProgram(compile(parsed.scenario));
  const log = new DecisionLog(linked.symbols);
  const cursor = options.replay === undefined ? undefined : new LogCursor(options.replay);
  const source = cursor === undefined ? new SeededSource({ hi: 0, lo: options.seed ?? 7 }) : new ReplaySource(cursor);
  return executeSync({
    linked,
    settings: {
      det: true,
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' },
      memory: { track: false, fail_on_leak: false, artifacts: false },
      file: 'x.fozzy.json',
      projectFile: 'x.fozzy.json',
    },
    decider: new Decider(source, log, cursor),
    world: world(),
    sink: new EventSink(),
  });
}

const race = [
  { type: 'set_kv', key: 'n', value: '0' },
  {
    type: 'parallel',
    tasks: [
      {
        name: 'a',
        steps: [
          { type: 'set_kv', key: 'ra', value: '${n}' },
          { type: 'sleep', duration: '5ms' },
          { type: 'set_kv', key: 'n', value: '${ra}a' },
        ],
      },
      {
        name: 'b',
        steps: [
          { type: 'set_kv', key: 'rb', value: '${n}' },
          { type: 'set_kv', key: 'n', value: '${rb}b' },
        ],
      },
    ],
  },
  { type: 'rand_u64', key: 'r' },
  { type: 'get_kv_assert', key: 'n', equals: '0ba' },
];

test('the first draws of seed 7 are the ones of the contract', () => {
  const outcome = runSteps([
    { type: 'rand_u64', key: 'a' },
    { type: 'assert_eq_str', a: '${a}', b: '877555679359244567' },
  ]);
  expect(outcome.findings).toEqual([]);
  expect(outcome.status).toBe('pass');
});

test('a replay makes the same decisions and the same events', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const first = runSteps(race, { seed });
    const again = runSteps(race, { seed, replay: first.log });
    expect(again.mismatch).toBeUndefined();
    expect(again.unusedDecisions).toBe(0);
    expect(again.events).toEqual(first.events);
    expect(again.findings).toEqual(first.findings);
    expect(again.log.hash.hex()).toBe(first.log.hash.hex());
  }
});

test('different seeds interleave parallel tasks differently', () => {
  const seen = new Set(Array.from({ length: 20 }, (_, seed) => runSteps(race, { seed }).status));
  expect([...seen].sort()).toEqual(['fail', 'pass']);
});

test('an expected failure rolls state back but not time', () => {
  const outcome = runSteps([
    { type: 'set_kv', key: 'k', value: '1' },
    {
      type: 'assert_throws',
      steps: [
        { type: 'set_kv', key: 'k', value: '2' },
        { type: 'sleep', duration: '10ms' },
        { type: 'repeat', times: 2, steps: [{ type: 'fail', message: 'no' }] },
      ],
    },
    { type: 'get_kv_assert', key: 'k', equals: '1' },
  ]);
  expect(outcome.findings).toEqual([]);
  expect(outcome.virtualTimeMs).toBe(10);
});

test('a block in which nothing fails is a failure of its own', () => {
  const outcome = runSteps([{ type: 'assert_throws', steps: [{ type: 'set_kv', key: 'k', value: '2' }] }]);
  expect(outcome.findings.map((finding) => [finding.title, finding.location?.stepPath])).toEqual([['assert_throws', '/steps/0']]);
});

test('a sleep past the deadline ends at the deadline', () => {
  const outcome = runSteps([{ type: 'sleep', duration: '1s' }], { timeoutMs: 100 });
  expect(outcome.status).toBe('timeout');
  expect(outcome.virtualTimeMs).toBe(100);
  expect(outcome.findings[0]?.message).toContain('/steps/0');
});

test('a leak fails a run that would have passed', () => {
  const outcome = runSteps([{ type: 'memory_alloc', bytes: 10 }]);
  expect([outcome.status, outcome.findings[0]?.title]).toEqual(['fail', 'memory_leak']);
});
