import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { SharedState } from '../loop/shared-state.ts';
import type { RawFinding } from '../oracle/raw-finding.ts';
import { ASK_STUCK, answerStuck, readStuck } from './stuck-call.ts';
import { StuckWatch } from './stuck-watch.ts';

test('a call that goes on after it was asked about is not judged, for that may cost it its life', () => {
  const shared = SharedState.create(64);
  const judged: Error[] = [];
  const finding: RawFinding = { kind: 'hang', title: 'hang', message: 'stuck', bucket: 'hang here' };
  answerStuck(shared, new StuckWatch(), (error) => {
    judged.push(error);
    return finding;
  });
  // As a debugger asks.
  const ask = () => readStuck(runInThisContext(ASK_STUCK) as string);
  shared.begin(0, new Uint8Array(1));
  expect(ask(), 'the first time').toBeUndefined();
  expect(judged).toEqual([]);
  const { beat } = shared;
  expect(ask(), 'the second time').toEqual({ beat, finding });
  shared.end();
  shared.begin(1, new Uint8Array(1));
  expect(ask(), 'about the next call').toBeUndefined();
  expect(judged).toHaveLength(1);
});
