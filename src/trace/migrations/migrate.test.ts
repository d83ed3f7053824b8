import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { parseJsonValue } from '../../base/json-text.ts';
import { unpackLog } from '../../decide/log-codec.ts';
import { migrate } from './migrate.ts';

function read(text: string): JsonObject {
  const parsed = parseJsonValue(text);
  // Reason for the cast: every text below is an object.
  return (parsed.ok ? parsed.value : {}) as JsonObject;
}

function decisionsOf(raw: JsonObject): unknown {
  return unpackLog(raw['decisions'])?.log.toRecords();
}

const oldest = `{
  "version": 1, "run_id": "r", "seed": 18446744073709551615,
  "params": { "memory": { "track": true, "fragmentation_seed": 9007199254740993 } },
  "memory": { "summary": {} },
  "decisions": [
    { "kind": "scheduler_pick", "task_id": "main", "label": "rand_u64", "step_path": "/steps/0" },
    { "kind": "rand_u64", "value": 18446744073709551615 },
    { "kind": "net_deliver_pick", "message_id": 1 },
    { "kind": "proc_spawn_timeout", "cmd": "sh" }
  ],
  "events": [
    { "time_ms": 0, "name": "sched_pick", "fields": {} },
    { "time_ms": 0, "name": "mine", "fields": { "seed": 9007199254740993 } },
    { "time_ms": 0, "name": "memory_fragmentation", "fields": { "seed": 9007199254740993 } }
  ],
  "summary": { "status": "pass", "params": { "memory": { "fragmentation_seed": 9007199254740993 } } }
}`;

test('a trace of the first version gets everything the later ones added, and loses no digit', () => {
  const lifted = migrate(read(oldest), 1, 'x');
  const memory = { track: true, fragmentation_seed: '9007199254740993' };
  expect(lifted).toMatchObject({
    params: { memory },
    memory: { options: memory, summary: {} },
    events: [
      { name: 'sched_pick', source: 'engine' },
      { name: 'mine', source: 'user', fields: { seed: 9007199254740993n } },
      { name: 'memory_fragmentation', source: 'engine', fields: { seed: '9007199254740993' } },
    ],
    summary: {
      identity: { runId: 'r', seed: '18446744073709551615', reportPath: '.fozzy/runs/r/report.json', artifactsDir: '.fozzy/runs/r' },
      params: { memory: { fragmentation_seed: '9007199254740993' } },
    },
  });
  expect(Object.keys(lifted)).not.toContain('run_id');
  expect(decisionsOf(lifted)).toEqual([
    { kind: 'scheduler_pick', task_id: 'main', label: 'rand_u64', step_path: '/steps/0', options: 1, answer: 0 },
    { kind: 'rand_u64', value: '18446744073709551615' },
    { kind: 'net_deliver_pick', message_id: 1, options: 1, answer: 0 },
    { kind: 'proc_spawn_timeout', cmd: 'sh', timed_out: true },
  ]);
});

test('what a trace already says is kept', () => {
  const pick = '{ "kind": "scheduler_pick", "task_id": "main/b", "label": "sleep", "step_path": "/steps/0", "options": 2, "answer": 1 }';
  const lifted = migrate(read(`{ "events": [{ "name": "x", "source": "engine" }], "decisions": [${pick}] }`), 2, 'x');
  expect(decisionsOf(lifted)).toEqual([read(pick)]);
  expect(lifted['events']).toEqual([{ name: 'x', source: 'engine' }]);
});

test('a trace of the current version is left alone', () => {
  const current = read('{ "version": 5, "decisions": {} }');
  expect(migrate(current, 5, 'x')).toBe(current);
});

describe('every older version', () => {
  test.each([1, 2, 3, 4])('%i: decisions that are no list of records are refused', (version) => {
    for (const decisions of ['7', '{}', '[7]', '[{}]', '[{"kind":"coin"}]', 'null']) {
      expect(() => migrate(read(`{ "decisions": ${decisions} }`), version, 'x.fozzy')).toThrow('failed to parse trace x.fozzy');
    }
    expect(() => migrate({}, version, 'x.fozzy')).toThrow('failed to parse trace x.fozzy');
  });

  test.each([1, 2, 3, 4])('%i: other members of the wrong type are left for the check of the shape', (version) => {
    const strange = { decisions: [], events: 7, summary: 'x', params: null, memory: [], run_id: 5, seed: true };
    expect(migrate(strange, version, 'x')).toMatchObject({ events: 7, summary: 'x', params: null, memory: [] });
  });
});
