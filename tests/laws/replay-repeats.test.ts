/** Law: a run is a function of scenario and seed, and its recording alone brings it back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { asJson } from '../../src/base/as-json.ts';
import { packLog, unpackLog } from '../../src/decide/log-codec.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { anySteps } from '../support/any-steps.ts';
import { replaySteps, runSteps } from '../support/run-steps.ts';

const seeds = fc.constantFrom('0', '7', '18446744073709551615');
const timeouts = fc.constantFrom(undefined, 0, 20, 60);

/** Everything an outcome says, as one text. */
function told(outcome: Outcome): string {
  const { status, findings, faults, memory, virtualTimeMs, stepsExecuted, events } = outcome;
  return canonicalJson(asJson({ status, findings, faults, memory: memory ?? null, virtualTimeMs, stepsExecuted, events }));
}

test('the same seed gives the same run, whatever the steps are', () => {
  fc.assert(
    fc.property(anySteps(), seeds, timeouts, (steps, seed, timeoutMs) => {
      const options = timeoutMs === undefined ? { seed } : { seed, timeoutMs };
      const [first, second] = [runSteps(steps, options), runSteps(steps, options)];
      expect(told(second)).toBe(told(first));
      expect(packLog(second.log)).toEqual(packLog(first.log));
    }),
    { numRuns: 250 },
  );
});

test('a recording that went through a file repeats every event, finding and number', () => {
  fc.assert(
    fc.property(anySteps(), seeds, timeouts, (steps, seed, timeoutMs) => {
      const options = timeoutMs === undefined ? { seed } : { seed, timeoutMs };
      const recorded = runSteps(steps, options);
      const unpacked = unpackLog(asJson(packLog(recorded.log)));
      if (unpacked === undefined) throw new Error('the log cannot be unpacked');
      const again = replaySteps(steps, unpacked.log, options);
      expect([again.mismatch, again.unusedDecisions]).toEqual([undefined, 0]);
      expect(told(again)).toBe(told(recorded));
    }),
    { numRuns: 400 },
  );
});
