import { describe, expect, test } from 'vitest';
import type { Decider } from '../../decide/decider.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Subject } from '../subject.ts';
import { explore } from './explore.ts';

/** Fails in one run, and never again. */
function failsOnce(title: string): Subject {
  let runs = 0;
  const finding: Finding = { kind: 'target_behavior', title, message: 'it was there', fingerprint: `print of ${title}` };
  const execute = (decider: Decider): Outcome => {
    runs += 1;
    decider.choose('which', 5);
    const findings = runs === 6 ? [finding] : [];
    return {
      status: findings.length === 0 ? 'pass' : 'crash',
      findings,
      faults: [],
      memory: undefined,
      virtualTimeMs: 0,
      stepsExecuted: 1,
      log: decider.log,
      events: [],
      interrupted: false,
      mismatch: undefined,
      unusedDecisions: decider.unused,
    };
  };
  return { session: async (body) => body(execute), recover: async () => undefined };
}

describe.each(['uncaught_error', 'memory_growth', 'event_loop_blocked'])(
  'a failure that is not there when it is executed again: %s',
  (title) => {
    test('is told as what it is, with the first difference', async () => {
      const { nondeterminism, search } = await explore(failsOnce(title), {
        strategy: 'random',
        seed: { hi: 0, lo: 7 },
        runs: 20,
        isTimeUp: () => false,
        isTired: () => false,
        breathe: () => true,
      });
      expect(search.stoppedBy).toBe('failure');
      expect(nondeterminism?.divergence).toMatchObject({ expected: expect.anything() });
      expect(JSON.stringify(nondeterminism?.divergence.expected)).toContain(title);
    });
  },
);
