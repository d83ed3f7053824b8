import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sampleContext } from '../../../tests/support/sample-context.ts';
import type { Options } from '../command.ts';
import { performTraceShow } from './perform.ts';
import type { ShowDocument } from './show-document.ts';

const corpus = join(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))), 'tests', 'corpus', 'traces');

function show(sample: string, options: Options = {}): ShowDocument & { readonly text: string } {
  const { document, exitCode, text } = performTraceShow({ runOrTrace: join(corpus, `${sample}.fozzy`), ...options }, sampleContext('/'));
  expect(exitCode).toBe(0);
  return { ...(document as ShowDocument), text };
}

test('the overview tells who ran what and how it ended', () => {
  const shown = show('v5/draws');
  expect(shown).toMatchObject({
    schemaVersion: 'fozzy.trace_show.v1',
    version: 5,
    checksum: 'valid',
    mode: 'run',
    seed: '18446744073709551615',
    status: 'fail',
    scenario: { path: 'tests/draws.fozzy.json', name: 'two-draws-differ', steps: 4 },
    counts: { decisions: 6, events: 13, findings: 1, faults: 0 },
  });
  expect(shown.decisions).toBeUndefined();
  expect(shown.events).toBeUndefined();
  for (const told of ['FAIL', '18446744073709551615', 'two-draws-differ, 4 steps', 'assert_eq_str', '6 decisions, 13 events']) {
    expect(shown.text).toContain(told);
  }
});

test('decisions are shown as the contract shows them, in every schema version', () => {
  for (const version of ['v1', 'v2', 'v4', 'v5']) {
    const { decisions, text } = show(`${version}/draws`, { decisions: true });
    expect(decisions).toHaveLength(6);
    expect(decisions?.[0]).toEqual({
      kind: 'scheduler_pick',
      task_id: 'main',
      label: 'rand_u64',
      step_path: '/steps/0',
      options: 1,
      answer: 0,
    });
    expect(decisions?.[1]).toEqual({ kind: 'rand_u64', value: '10693311859691467939' });
    expect(text).toContain('rand_u64        value=10693311859691467939');
  }
});

test('a failed allocation has no id and a reason', () => {
  const { decisions } = show('v5/memory', { decisions: true });
  const failed = decisions?.find((decision) => decision['failed_reason'] !== undefined);
  expect(failed).toMatchObject({ kind: 'memory_alloc', alloc_id: null, failed_reason: 'limit_mb' });
});

test('events are shown with their time, and user events are marked', () => {
  const { events, text } = show('v5/draws', { events: true });
  expect(events).toHaveLength(13);
  expect(text).toContain('drawn (user)');
});

test('a limit cuts both lists but not the counts', () => {
  const { decisions, events, counts, text } = show('v5/shop', { decisions: true, events: true, limit: 2 });
  expect([decisions?.length, events?.length]).toEqual([2, 2]);
  expect(counts).toMatchObject({ decisions: 20, events: 59 });
  expect(text).toContain('decisions (first 2 of 20');
});

test('a limit without a list to limit is refused', () => {
  expect(() => show('v5/shop', { limit: 2 })).toThrow('--decisions or --events');
});
