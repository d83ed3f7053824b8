/** Law: every reference of a step is replaced when the step starts, also in what is only needed later or only on failure. */
import { describe, expect, test } from 'vitest';
import { recordHostFailure } from '../support/recorded-host.ts';
import { eventsNamed, runSteps, type StepRecord, verdictOf } from '../support/run-steps.ts';

const set = (key: string, value: string): StepRecord => ({ type: 'set_kv', key, value });
const get: StepRecord = { type: 'http_request', method: 'GET', path: '/' };

const misused: Readonly<Record<string, StepRecord>> = {
  'the message of an assertion that holds': { type: 'assert_eq_str', a: 'x', b: 'x', msg: '${nope}' },
  'the message of integers that are equal': { type: 'assert_eq_int', a: 1, b: 1, msg: '${nope}' },
  'the message of a true value': { type: 'assert_ok', value: true, msg: '${nope}' },
  'the message of a window that holds': {
    type: 'assert_never_kv',
    key: 'k',
    equals: 'x',
    within: '2ms',
    poll: '1ms',
    msg: '${nope}',
  },
  'the expectation of an absent key': { type: 'get_kv_assert', key: 'absent', equals: '${nope}' },
  'the expected body behind a wrong status': { ...get, expect_status: 500, expect_body: '${nope}' },
  'the expected output behind a wrong exit code': { type: 'proc_spawn', cmd: 'p', expect_exit: 9, expect_stderr: '${nope}' },
};

describe('a missing key', () => {
  test.each(Object.entries(misused))('fails the step as misuse in %s, and no block accepts it', (_name, step) => {
    const rules = [
      { type: 'http_when', method: 'GET', path: '/', status: 200 },
      { type: 'proc_when', cmd: 'p', exit_code: 0 },
    ];
    const outcome = runSteps([...rules, { type: 'assert_throws', steps: [step] }]);
    expect(verdictOf(outcome)).toEqual(['fail', 'checker/interpolation_missing']);
  });

  test('in an expectation is found before a process is started', async () => {
    const steps = [{ type: 'proc_spawn', cmd: 'touch', args: ['x'], expect_stdout: '${nope}' }];
    const recording = await recordHostFailure(steps, () => '');
    expect(recording.failure.title).toBe('interpolation_missing');
    expect(recording.spawned()).toBe(0);
  });

  test('in an expectation uses up no rule', () => {
    const outcome = runSteps([
      { type: 'http_when', method: 'GET', path: '/', status: 200 },
      { ...get, expect_json: { a: '${nope}' } },
    ]);
    expect(outcome.faults[0]).toMatchObject({ fired: false });
    expect(eventsNamed(outcome, 'http_request')).toEqual([]);
  });
});

describe('a value that changes while a step waits', () => {
  const beside = (step: StepRecord): StepRecord => ({
    type: 'parallel',
    tasks: [
      { name: 'waits', steps: [step] },
      { name: 'changes', steps: [{ type: 'sleep', duration: '3ms' }, set('want', 'new')] },
    ],
  });

  test('does not change what a polling step looks for', () => {
    const window = { key: 'v', equals: '${want}', within: '10ms', poll: '1ms' };
    const start = [set('want', 'old'), set('v', 'new')];
    expect(verdictOf(runSteps([...start, beside({ type: 'assert_never_kv', ...window })]))).toEqual(['pass']);
    expect(verdictOf(runSteps([...start, beside({ type: 'assert_eventually_kv', ...window })]))).toEqual([
      'fail',
      'assertion/assert_eventually_kv',
    ]);
  });

  test('does not change what is expected of a delayed answer', () => {
    const steps = [
      set('want', 'old'),
      { type: 'http_when', method: 'GET', path: '/', status: 200, body: 'old', delay: '5ms' },
      beside({ ...get, expect_body: '${want}' }),
    ];
    expect(verdictOf(runSteps(steps))).toEqual(['pass']);
  });
});
