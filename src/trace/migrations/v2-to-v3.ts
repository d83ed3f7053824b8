/**
 * Version 3 says of each event whether the engine or the scenario emitted it, and of each pick how
 * many answers there were and which was taken. In older traces an event belongs to the engine when
 * it has the name of an engine event. A pick is taken as one of one: that is what every pick of a
 * scenario without `parallel` and random delivery was, so those replay exactly; a pick among
 * several cannot be told from the record, and its replay diverges there and says so.
 */
import type { JsonObject } from '../../base/json.ts';
import { mapObjects } from './members.ts';

/** What the engine of version 2 emitted; frozen with it. */
const ENGINE_EVENTS: ReadonlySet<string> = new Set([
  'sched_pick',
  'span_start',
  'span_end',
  'scope_start',
  'scope_end',
  'capability_fs',
  'http_request',
  'capability_http',
  'proc_spawn',
  'capability_proc',
  'net_send',
  'net_deliver',
  'net_drop',
  'capability_net',
  'memory_alloc',
  'memory_free',
  'memory_limit_mb',
  'memory_fail_after_allocs',
  'memory_fragmentation',
  'memory_pressure_wave',
  'memory_checkpoint',
]);

const PICKS: ReadonlySet<string> = new Set(['scheduler_pick', 'net_deliver_pick']);

export function v2ToV3(raw: JsonObject): JsonObject {
  return { ...raw, events: mapObjects(raw['events'], withSource), decisions: mapObjects(raw['decisions'], withAnswer) };
}

function withSource(event: JsonObject): JsonObject {
  const { name } = event;
  return { source: typeof name === 'string' && ENGINE_EVENTS.has(name) ? 'engine' : 'user', ...event };
}

function withAnswer(decision: JsonObject): JsonObject {
  const { kind } = decision;
  return typeof kind === 'string' && PICKS.has(kind) ? { options: 1, answer: 0, ...decision } : decision;
}
