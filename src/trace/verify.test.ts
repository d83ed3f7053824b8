import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/json.ts';
import { asJson } from '../base/as-json.ts';
import { packLog } from '../decide/log-codec.ts';
import { logFromRecords } from '../decide/log-records.ts';
import { type DecodedTrace, decodeTrace, parseTrace } from './decode.ts';
import { checksumOf } from './encode.ts';
import { staleSchema } from './stale-schema.ts';
import { verifyTrace } from './verify.ts';

function sample(name: string): { readonly raw: JsonObject; readonly decoded: DecodedTrace } {
  const text = readFileSync(new URL(`../../tests/corpus/traces/v5/${name}.fozzy`, import.meta.url), 'utf8');
  return { raw: JSON.parse(text), decoded: decodeTrace(text, name) };
}

const shop = sample('shop');
const host = sample('host');
const memory = sample('memory');

/** The codes of all problems of a document that was sealed after it was changed. */
function problemsOf(raw: JsonObject): readonly string[] {
  const { checksum: _checksum, ...content } = raw;
  const text = JSON.stringify({ ...content, checksum: checksumOf(content) });
  return verifyTrace(parseTrace(text, 'x.fozzy'), 'x.fozzy').problems.map(({ code }) => code);
}

/** The document with the member at a dotted path replaced, or removed if the value is undefined. */
function change(value: Json, path: readonly string[], to: Json | undefined): Json {
  const [key, ...rest] = path;
  if (key === undefined) return to ?? null;
  if (Array.isArray(value)) return value.with(Number(key), change(value[Number(key)], rest, to));
  const object: JsonObject = typeof value === 'object' && value !== null ? asObject(value) : {};
  return { ...object, [key]: rest.length === 0 ? to : change(object[key] ?? null, rest, to) };
}

function asObject(value: Json): JsonObject {
  return value as JsonObject;
}

function changed(raw: JsonObject, path: string, to: Json | undefined): JsonObject {
  return asObject(change(raw, path.split('.'), to));
}

function withDecisions(raw: JsonObject, records: readonly JsonObject[]): JsonObject {
  const log = logFromRecords(records);
  if (log === undefined) throw new Error('not a log');
  return { ...raw, decisions: asJson(packLog(log)) };
}

test('whole traces have no problems', () => {
  for (const { raw } of [shop, host, memory]) expect(problemsOf(raw)).toEqual([]);
});

describe('a trace is not consistent when', () => {
  test.each<[string, JsonObject, readonly string[]]>([
    ['the clock goes back', changed(shop.raw, 'events.30.time_ms', 0), ['events_unordered']],
    ['an event has a source of its own', changed(shop.raw, 'events.3.source', 'elsewhere'), ['event_source', 'decision_count']],
    ['the seed is no 64-bit integer', changed(shop.raw, 'summary.identity.seed', '18446744073709551616'), ['summary_seed']],
    ['the seed has another spelling', changed(shop.raw, 'summary.identity.seed', '007'), ['summary_seed']],
    ['the modes differ', changed(shop.raw, 'mode', 'test'), ['summary_mode']],
    ['the parameters differ', changed(shop.raw, 'params.timeoutMs', 5), ['summary_params']],
    ['a failing run has no failure', changed(shop.raw, 'summary.status', 'fail'), ['summary_status']],
    ['a failure is called a timeout', changed(host.raw, 'summary.status', 'timeout'), ['summary_status']],
    ['a failing run is said to pass', changed(host.raw, 'summary.status', 'pass'), ['summary_status']],
    ['it ends before its last event', changed(shop.raw, 'summary.virtualTimeMs', 39), ['summary_time']],
    ['memory counts differ', changed(memory.raw, 'summary.memory.peakBytes', 1), ['summary_memory']],
    ['memory counts are missing', changed(memory.raw, 'summary.memory', undefined), ['summary_memory']],
    ['a step is gone', changed(shop.raw, 'scenario.steps', asJson([])), Array.from({ length: 15 }, () => 'decision_unknown_step')],
    ['the hash is another one', changed(shop.raw, 'decisions.hash', '0123456789abcdef'), ['determinism_hash']],
    ['events of picks are missing', changed(shop.raw, 'events', []), ['decision_count', 'decision_count']],
    ['an event claims a real call', changed(shop.raw, 'events.8.fields.backend', 'host'), ['host_event_without_decision']],
    ['a member is unreadable', changed(shop.raw, 'events', 7), ['trace_parse']],
  ])('%s', (_name, raw, codes) => {
    expect(problemsOf(raw)).toEqual(codes);
  });

  test.each(['proc_spawn', 'http_request', 'fs_write', 'fs_snapshot', 'fs_restore', 'fs_read_assert'])(
    'a host call of %s lost its decision',
    (kind) => {
      const records = host.decoded.document.decisions.toRecords();
      const at = records.findIndex((record) => record['kind'] === kind);
      expect(at).toBeGreaterThan(0);
      expect(problemsOf(withDecisions(host.raw, records.toSpliced(at, 1)))).toEqual(['host_event_without_decision']);
    },
  );

  test('a host call lost its event', () => {
    const events = host.decoded.document.events.filter(({ name }) => name !== 'proc_spawn');
    expect(problemsOf({ ...host.raw, events: asJson(events) })).toEqual(['host_decision_without_event']);
  });
});

test('a changed trace is told from a whole one, and its parts are still judged', () => {
  const text = JSON.stringify(changed(shop.raw, 'summary.status', 'fail'));
  const verdict = verifyTrace(parseTrace(text, 'x.fozzy'), 'x.fozzy');
  expect(verdict.problems.map(({ code }) => code)).toEqual(['trace_checksum', 'summary_status']);
});

test('a moved trace is no problem: where it was written is only a memory', () => {
  expect(problemsOf(changed(shop.raw, 'summary.identity.tracePath', '/elsewhere/moved.fozzy'))).toEqual([]);
});

test('warnings of the recorded run are passed on', () => {
  const finding = { kind: 'checker', title: 'never_evaluated', message: 'x', fingerprint: '0'.repeat(16) };
  const { checksum: _checksum, ...content } = changed(shop.raw, 'summary.findings', [finding]);
  const text = JSON.stringify({ ...content, checksum: checksumOf(content) });
  const verdict = verifyTrace(parseTrace(text, 'x.fozzy'), 'x.fozzy');
  expect(verdict.problems).toEqual([]);
  expect(verdict.warnings.map(({ code }) => code)).toEqual(['never_evaluated']);
});

test('only older versions are stale', () => {
  expect(staleSchema(5)).toBeUndefined();
  expect(staleSchema(4)).toEqual({ code: 'stale_trace_schema', message: expect.stringContaining('version 4') });
});
