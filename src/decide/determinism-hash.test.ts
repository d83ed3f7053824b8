import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../base/canonical-json.ts';
import { records } from '../../tests/support/decision-records.ts';
import { determinismHash } from './determinism-hash.ts';
import { Kind } from './kinds.ts';
import { DecisionLog, SymbolTable } from './log.ts';
import { logFromRecords } from './log-records.ts';

function hashOf(given: readonly object[]): string {
  return determinismHash(logFromRecords(given.map((record) => ({ ...record }))) ?? new DecisionLog());
}

test('equal records have equal hashes, wherever their texts lie in memory', () => {
  const early = new DecisionLog(new SymbolTable(['x', 'main', 'sleep', '/steps/0']));
  const late = new DecisionLog();
  late.textId('unrelated');
  for (const log of [early, late]) log.append2(Kind.timeout, log.textId('/steps/0'), 5);
  expect(determinismHash(early)).toBe(determinismHash(late));
});

test('leaving a decision out, doubling it or swapping two different ones changes the hash', () => {
  fc.assert(
    fc.property(
      records.filter((list) => list.length > 1),
      fc.nat(),
      (given, chosen) => {
        const at = chosen % given.length;
        const here = given[at];
        const next = given[(at + 1) % given.length];
        if (here === undefined || next === undefined) return;
        expect(hashOf(given.toSpliced(at, 1))).not.toBe(hashOf(given));
        expect(hashOf(given.toSpliced(at, 0, here))).not.toBe(hashOf(given));
        const swapped = given.with(at, next).with((at + 1) % given.length, here);
        if (canonicalJson(here) !== canonicalJson(next)) expect(hashOf(swapped)).not.toBe(hashOf(given));
      },
    ),
    { numRuns: 200 },
  );
});

test('integers beyond 32 bits count with all their bits', () => {
  expect(hashOf([{ kind: 'time_sleep_ms', ms: 2 ** 32 + 5 }])).not.toBe(hashOf([{ kind: 'time_sleep_ms', ms: 5 }]));
});

test('payloads count with their content', () => {
  expect(hashOf([{ kind: 'proc_spawn', cmd: 'a' }])).not.toBe(hashOf([{ kind: 'proc_spawn', cmd: 'b' }]));
});
