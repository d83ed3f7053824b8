/**
 * Version 4 wrote decisions as a list of records and 64-bit integers as JSON numbers, and told a
 * timed-out call by the kind of its record alone. Version 5 packs the log, writes 64-bit integers
 * as decimal text, and marks the recorded answer of a timed-out call.
 */
import { asJson } from '../../base/as-json.ts';
import { isArray } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { packLog } from '../../decide/log-codec.ts';
import { logFromRecords } from '../../decide/log-records.ts';
import { changeMember, isObject, mapObjects } from './members.ts';

export function v4ToV5(raw: JsonObject): JsonObject | undefined {
  const records = mapObjects(raw['decisions'], withTimeout);
  const log = records === undefined || !isArray(records) ? undefined : logFromRecords(records);
  if (log === undefined) return undefined;
  const options = (value: Json): Json => (isObject(value) ? changeMember(value, 'fragmentation_seed', integerText) : value);
  const params = (value: Json): Json => (isObject(value) ? changeMember(value, 'memory', options) : value);
  const memory = (value: Json): Json => (isObject(value) ? changeMember(value, 'options', options) : value);
  let current: JsonObject = { ...raw, events: mapObjects(raw['events'], withSeedText), decisions: asJson(packLog(log)) };
  current = changeMember(current, 'params', params);
  current = changeMember(current, 'memory', memory);
  return changeMember(current, 'summary', (value) => (isObject(value) ? summaryText(changeMember(value, 'params', params)) : value));
}

function summaryText(summary: JsonObject): JsonObject {
  return changeMember(summary, 'identity', (value) => (isObject(value) ? changeMember(value, 'seed', integerText) : value));
}

function withSeedText(event: JsonObject): JsonObject {
  if (event['name'] !== 'memory_fragmentation' || event['source'] !== 'engine') return event;
  return changeMember(event, 'fields', (value) => (isObject(value) ? changeMember(value, 'seed', integerText) : value));
}

/** The parser kept every digit, as number or as bigint. */
function integerText(value: Json): Json {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value)) ? String(value) : value;
}

function withTimeout(decision: JsonObject): JsonObject {
  const { kind } = decision;
  return kind === 'http_request_timeout' || kind === 'proc_spawn_timeout' ? { timed_out: true, ...decision } : decision;
}
