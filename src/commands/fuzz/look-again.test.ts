import { expect, test } from 'vitest';
import type { RawFinding } from '../../fuzz/oracle/raw-finding.ts';
import type { SingleInputs } from '../../fuzz/worker/single-inputs.ts';
import type { Context } from '../context.ts';
import type { FuzzPlan } from './fuzz-plan.ts';
import { lookAgain } from './look-again.ts';

/** Looks again at a call that was ended from outside, on a machine on which it shows what is given here. */
function lookedAt(first: Partial<RawFinding>, second: RawFinding | undefined): ReturnType<typeof lookAgain> {
  const finding: RawFinding = { ...hang, ...first };
  const order = { root: '/project', target: { told: 'fn:src/f.ts#f' } };
  return lookAgain(
    { finding, bytes: new Uint8Array([60]), count: 3 },
    {
      // Reason for the casts: no worker is needed to say what a second call showed, and nothing else of a plan and a context is read here.
      plan: { shrink: false, order } as unknown as FuzzPlan,
      inputs: { examine: () => Promise.resolve({ rendered: '"<"', finding: second }) } as unknown as SingleInputs,
      context: { signal: new AbortController().signal } as unknown as Context,
    },
  );
}

const hang: RawFinding = { kind: 'hang', title: 'hang', message: 'the call did not return', bucket: '' };

test('a hang that a busy machine may have made, and that is not seen again, is none', async () => {
  expect(await lookedAt({ isDoubtful: true }, undefined)).toBeUndefined();
});

test('a hang that a busy machine may have made is one when it is seen again', async () => {
  expect(await lookedAt({ isDoubtful: true }, hang)).toMatchObject({ isConfirmed: true, count: 3, finding: { title: 'hang' } });
});

test('a hang nobody doubts is told even if it does not show itself a second time, and said to be unconfirmed', async () => {
  expect(await lookedAt({}, undefined)).toMatchObject({ isConfirmed: false, finding: { title: 'hang' } });
});
