/** Law: under a frozen clock every wait is over at once, also one that began before, and no task starves another. */
import { expect, test } from 'vitest';
import { eventsNamed, replaySteps, runSteps, verdictOf } from '../support/run-steps.ts';

test('a sleep that began before the freeze ends while another task polls', () => {
  const steps = [
    {
      type: 'parallel',
      tasks: [
        {
          name: 'sleeps',
          steps: [
            { type: 'sleep', duration: '100ms' },
            { type: 'set_kv', key: 'k', value: 'v' },
          ],
        },
        {
          name: 'polls',
          steps: [
            { type: 'sleep', duration: '10ms' },
            { type: 'freeze' },
            { type: 'assert_eventually_kv', key: 'k', equals: 'v', within: '50ms', poll: '10ms' },
          ],
        },
      ],
    },
  ];
  for (const seed of ['1', '2', '3', '4', '5', '6', '7', '8']) {
    const outcome = runSteps(steps, { seed });
    expect(verdictOf(outcome)).toEqual(['pass']);
    expect(outcome.virtualTimeMs).toBe(10);
    expect(eventsNamed(outcome, 'span_end').at(-1)?.time_ms).toBe(10);
    expect(replaySteps(steps, outcome.log, { seed }).mismatch).toBeUndefined();
  }
});
