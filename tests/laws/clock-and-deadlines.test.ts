/** Law: the virtual clock moves only by what a scenario says, and a deadline strikes inside a wait as well as between steps. */
import { describe, expect, test } from 'vitest';
import { replaySteps, runSteps, startedSteps, type StepRecord, verdictOf } from '../support/run-steps.ts';

const sleep = (ms: number): StepRecord => ({ type: 'sleep', duration: `${ms}ms` });
const mark: StepRecord = { type: 'trace_event', name: 'mark' };
const delayed: StepRecord = { type: 'http_when', method: 'GET', path: '/', status: 200, delay: '50ms' };
const request: StepRecord = { type: 'http_request', method: 'GET', path: '/' };

/** Virtual times of the user events. */
function marks(steps: readonly StepRecord[], options = {}): readonly number[] {
  return runSteps(steps, options)
    .events.filter((event) => event.source === 'user')
    .map((event) => event.time_ms);
}

describe('the clock', () => {
  test('moves by sleeps, advances and scripted delays, and by nothing else', () => {
    const still = [{ type: 'rand_u64' }, { type: 'set_kv', key: 'k', value: 'v' }, { type: 'fs_write', path: 'f', data: 'x' }];
    expect(marks([mark, ...still, mark, sleep(5), mark, { type: 'advance', duration: '7ms' }, mark, delayed, request, mark])).toEqual([
      0, 0, 5, 12, 62,
    ]);
  });

  test('stands still while it is frozen, whatever waits', () => {
    const poll = { type: 'assert_never_kv', key: 'k', equals: 'v', within: '1h', poll: '20m' };
    expect(marks([{ type: 'freeze' }, sleep(50), delayed, request, poll, mark])).toEqual([0]);
    expect(marks([{ type: 'freeze', at_ms: 9 }, sleep(50), mark, { type: 'unfreeze' }, sleep(1), mark])).toEqual([9, 10]);
  });

  test('cannot be advanced while it is frozen, nor be frozen in the past', () => {
    expect(verdictOf(runSteps([{ type: 'freeze' }, { type: 'advance', duration: '1ms' }]))).toEqual(['fail', 'checker/clock_frozen']);
    expect(verdictOf(runSteps([sleep(10), { type: 'freeze', at_ms: 9 }]))).toEqual(['fail', 'checker/clock_backwards']);
    expect(verdictOf(runSteps([sleep(10), { type: 'freeze', at_ms: 10 }]))).toEqual(['pass']);
  });

  test('of tasks that sleep side by side goes to the earliest wake-up, and sleeps overlap', () => {
    const tasks = [
      { name: 'slow', steps: [sleep(30), mark] },
      { name: 'fast', steps: [sleep(10), mark, sleep(10), mark] },
    ];
    expect(marks([{ type: 'parallel', tasks }, mark])).toEqual([10, 20, 30, 30]);
  });

  test('lets tasks that sleep under a frozen clock go on', () => {
    const tasks = [
      { name: 'a', steps: [sleep(30), mark] },
      { name: 'b', steps: [sleep(10), mark] },
    ];
    expect(marks([{ type: 'freeze' }, { type: 'parallel', tasks }, mark])).toEqual([0, 0, 0]);
  });
});

describe('a deadline', () => {
  test('of 0 ms stops before the first step', () => {
    const outcome = runSteps([mark], { timeoutMs: 0 });
    expect(verdictOf(outcome)).toEqual(['timeout', 'hang/timeout']);
    expect([outcome.stepsExecuted, startedSteps(outcome)]).toEqual([0, []]);
  });

  test('inside a sleep ends the sleep there', () => {
    const outcome = runSteps([sleep(10), sleep(500), mark], { timeoutMs: 100 });
    expect([...verdictOf(outcome), outcome.virtualTimeMs]).toEqual(['timeout', 'hang/timeout', 100]);
    expect(outcome.findings[0]?.location?.stepPath).toBe('/steps/1');
    expect(outcome.findings[0]?.message).toMatch(/sleep/);
  });

  test('inside a scripted delay ends the delay there and names the request', () => {
    const outcome = runSteps([delayed, request], { timeoutMs: 49 });
    expect([...verdictOf(outcome), outcome.virtualTimeMs]).toEqual(['timeout', 'hang/timeout', 49]);
    expect(outcome.findings[0]?.message).toContain('GET /');
  });

  test('inside a polling assert ends the polling there', () => {
    const poll = { type: 'assert_eventually_kv', key: 'k', equals: 'v', within: '1s', poll: '10ms' };
    const outcome = runSteps([poll], { timeoutMs: 35 });
    expect([...verdictOf(outcome), outcome.virtualTimeMs]).toEqual(['timeout', 'hang/timeout', 35]);
  });

  test('that a wait meets exactly lets the wait finish and nothing start after it', () => {
    expect(verdictOf(runSteps([sleep(100)], { timeoutMs: 100 }))).toEqual(['pass']);
    const outcome = runSteps([sleep(100), mark], { timeoutMs: 100 });
    expect(verdictOf(outcome)).toEqual(['timeout', 'hang/timeout']);
    expect(outcome.findings[0]?.location?.stepPath).toBe('/steps/1');
  });

  test('is not what an expected failure expects', () => {
    const outcome = runSteps([{ type: 'assert_throws', steps: [sleep(500)] }, mark], { timeoutMs: 100 });
    expect(verdictOf(outcome)).toEqual(['timeout', 'hang/timeout']);
  });

  test('strikes one of many sleeping tasks and stops all of them', () => {
    const tasks = [
      { name: 'a', steps: [sleep(90), mark] },
      { name: 'b', steps: [sleep(400), mark] },
      { name: 'c', steps: [sleep(500), mark] },
    ];
    const outcome = runSteps([{ type: 'parallel', tasks }], { timeoutMs: 100 });
    expect([...verdictOf(outcome), outcome.virtualTimeMs]).toEqual(['timeout', 'hang/timeout', 100]);
  });

  test('is repeated by a replay at the same step and time', () => {
    const steps = [sleep(10), { type: 'repeat', times: 50, steps: [sleep(3)] }, mark];
    const recorded = runSteps(steps, { timeoutMs: 47 });
    const again = replaySteps(steps, recorded.log, { timeoutMs: 47 });
    expect([again.mismatch, again.unusedDecisions, again.events, again.findings]).toEqual([
      undefined,
      0,
      recorded.events,
      recorded.findings,
    ]);
  });
});

describe('a polling assert', () => {
  test('ends under a frozen clock', () => {
    const never = { type: 'assert_never_kv', key: 'k', equals: 'v', within: '10ms', poll: '1ms' };
    expect(verdictOf(runSteps([{ type: 'freeze' }, never]))).toEqual(['pass']);
    const eventually = { ...never, type: 'assert_eventually_kv' };
    expect(verdictOf(runSteps([{ type: 'freeze' }, eventually]))).toEqual(['fail', 'assertion/assert_eventually_kv']);
  });

  test('looks at the start, after each poll and once at the end of its window', () => {
    const never = (within: string, poll: string) => runSteps([{ type: 'assert_never_kv', key: 'k', equals: 'v', within, poll }]);
    expect(never('10ms', '4ms').virtualTimeMs).toBe(10);
    expect(never('0ms', '4ms').virtualTimeMs).toBe(0);
    expect(never('3ms', '4ms').virtualTimeMs).toBe(3);
    // Looks at 0, 4, 8 and 10, so three waits.
    expect(waitsOf(never('10ms', '4ms'))).toEqual([4, 4, 2]);
    expect(waitsOf(never('8ms', '4ms'))).toEqual([4, 4]);
  });

  test('sees what another task writes between two looks, and what is written at the very end of its window', () => {
    const at = (ms: number, assert: string): StepRecord[] => [
      {
        type: 'parallel',
        tasks: [
          { name: 'w', steps: [sleep(ms), { type: 'set_kv', key: 'k', value: 'v' }] },
          { name: 'p', steps: [{ type: assert, key: 'k', equals: 'v', within: '20ms', poll: '5ms' }] },
        ],
      },
    ];
    expect(verdictOf(runSteps(at(7, 'assert_eventually_kv')))).toEqual(['pass']);
    expect(verdictOf(runSteps(at(7, 'assert_never_kv')))).toEqual(['fail', 'assertion/assert_never_kv']);
    expect(verdictOf(runSteps(at(21, 'assert_eventually_kv')))).toEqual(['fail', 'assertion/assert_eventually_kv']);
  });
});

function waitsOf(outcome: ReturnType<typeof runSteps>): readonly unknown[] {
  const waits: unknown[] = [];
  outcome.log.forEach((at) => {
    const record = outcome.log.recordAt(at);
    if (record['kind'] === 'time_sleep_ms') waits.push(record['ms']);
  });
  return waits;
}
