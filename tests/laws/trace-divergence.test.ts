/**
 * A replay notices every edited decision. What the run works out for itself is compared as it is
 * decided, so the edited record is named by its index. What the outside answered (a draw, a drop, a
 * host call, a measured wait) is taken from the record; its edit shows in what follows from it, and
 * in any case in the determinism hash.
 */
import { textOf } from '../support/text-of.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { compareReplay, type ReplayVerdict } from '../../src/campaign/replay-verdict.ts';
import { replaySubject } from '../../src/campaign/steps-subject.ts';
import { recordedOf } from '../../src/commands/open-trace.ts';
import { determinismHash } from '../../src/decide/determinism-hash.ts';
import type { DecisionLog } from '../../src/decide/log.ts';
import { logFromRecords } from '../../src/decide/log-records.ts';
import { EventSink } from '../../src/engine/event-sink.ts';
import { type DecodedTrace, decodeTrace } from '../../src/trace/decode.ts';
import { subjectOfTrace } from '../support/trace-subject.ts';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'corpus', 'traces', 'v5');
const samples = readdirSync(folder).map((name) => ({ name, trace: decodeTrace(readFileSync(join(folder, name), 'utf8'), name) }));

interface Edit {
  readonly index: number;
  readonly field: string;
  readonly records: readonly JsonObject[];
}

/** One field of one record at a time. */
function* edits(records: readonly JsonObject[]): Generator<Edit> {
  for (const [index, record] of records.entries()) {
    for (const [field, value] of Object.entries(record)) {
      if (field === 'kind' || value === undefined) continue;
      yield { index, field, records: records.with(index, { ...record, [field]: edited(value) }) };
    }
  }
}

function edited(value: Json): Json {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^[0-9]+$/.test(value) ? String(BigInt(value) + 1n) : `${value}x`;
  if (value === null) return 1;
  return [...(Array.isArray(value) ? value : []), 'x'];
}

function logOf(records: readonly JsonObject[]): DecisionLog {
  const log = logFromRecords(records);
  if (log === undefined) throw new Error('an edit made a record that no log can hold');
  return log;
}

function replayOf(trace: DecodedTrace, log: DecisionLog): ReplayVerdict {
  const outcome = replaySubject(subjectOfTrace(trace), log, new EventSink());
  return compareReplay({ ...recordedOf(trace), decisionCount: log.length }, outcome);
}

/** Whether the run takes this from the record instead of working it out. */
function isAnswer(trace: DecodedTrace, kind: string, field: string): boolean {
  const { det, backends } = trace.document.params;
  if (kind === 'rand_u64') return true;
  if (kind === 'net_drop') return field === 'dropped';
  if (kind === 'time_sleep_ms') return !det;
  if (kind.startsWith('http_request')) return backends.http === 'host';
  if (kind.startsWith('proc_spawn')) return backends.proc === 'host';
  return kind.startsWith('fs_') && backends.fs === 'host';
}

describe.each(samples)('$name', ({ trace }) => {
  const records = trace.document.decisions.toRecords();

  test('an edited record that the run works out itself is named by its index', () => {
    for (const edit of edits(records)) {
      if (isAnswer(trace, textOf(records[edit.index]?.['kind']), edit.field)) continue;
      const { divergence, title } = replayOf(trace, logOf(edit.records));
      const place = `${edit.field} of decision ${edit.index}`;
      expect(title, place).toBe('replay_drift');
      expect(divergence, place).toMatchObject({ in: 'decision', index: edit.index, expected: edit.records[edit.index] });
    }
  });

  test('an edited answer never shows before its place, and always in the hash', () => {
    for (const edit of edits(records)) {
      const log = logOf(edit.records);
      expect(determinismHash(log), `${edit.field} of decision ${edit.index}`).not.toBe(trace.hash);
      const { divergence } = replayOf(trace, log);
      if (divergence?.in === 'decision') expect(divergence.index).toBeGreaterThanOrEqual(edit.index);
    }
  });

  test('a decision left out, doubled or added is noticed', () => {
    for (const [index, record] of records.entries()) {
      const changed = [records.toSpliced(index, 1), records.toSpliced(index, 0, record)];
      for (const list of changed) expect(replayOf(trace, logOf(list)).title, `decision ${index}`).toBeDefined();
    }
    const longer = replayOf(trace, logOf([...records, { kind: 'time_sleep_ms', ms: 1 }]));
    expect(longer.title).toBe('replay_unused_decisions');
    expect(longer.divergence?.index).toBe(records.length);
  });

  test('a replay of a replay is the same run', () => {
    const first = replaySubject(subjectOfTrace(trace), trace.document.decisions, new EventSink());
    const second = replaySubject(subjectOfTrace(trace), first.log, new EventSink());
    expect(second.log.toRecords()).toEqual(records);
    expect(second.log.hash.hex()).toBe(first.log.hash.hex());
    expect(second.events).toEqual(first.events);
    expect(determinismHash(second.log)).toBe(trace.hash);
  });
});
