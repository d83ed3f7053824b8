/**
 * Every kind of decision and the layout of its record. A record lies in the log as plain numbers:
 * the kind, then its fields in this order. Texts are indexes into the log's string table, payloads
 * indexes into its payload list, 64-bit values take two slots.
 */
export type FieldType =
  | 'text'
  /** A text that may be missing; the empty text stands for that. */
  | 'optional_text'
  | 'integer'
  /** Counts from 1; 0 stands for null. */
  | 'id'
  | 'flag'
  | 'u64'
  | 'payload';

export interface FieldLayout {
  readonly name: string;
  readonly type: FieldType;
}

export interface KindLayout {
  readonly name: string;
  readonly fields: readonly FieldLayout[];
  /** Slots of one record, the kind itself included. */
  readonly slots: number;
}

function layout(name: string, ...fields: readonly (readonly [string, FieldType])[]): KindLayout {
  const slots = fields.reduce((sum, [, type]) => sum + (type === 'u64' ? 2 : 1), 1);
  return { name, fields: fields.map(([field, type]) => ({ name: field, type })), slots };
}

/** Index = kind number on disk. Append only: a number, once written, keeps its meaning for ever. */
export const kindLayouts: readonly KindLayout[] = [
  layout('scheduler_pick', ['task_id', 'text'], ['label', 'text'], ['step_path', 'text'], ['options', 'integer'], ['answer', 'integer']),
  layout('rand_u64', ['value', 'u64']),
  layout('time_sleep_ms', ['ms', 'integer']),
  layout('time_advance_ms', ['ms', 'integer']),
  layout('fs_write', ['call', 'payload']),
  layout('fs_read_assert', ['call', 'payload']),
  layout('fs_snapshot', ['call', 'payload']),
  layout('fs_restore', ['call', 'payload']),
  layout('http_request', ['call', 'payload']),
  layout('http_request_timeout', ['call', 'payload']),
  layout('proc_spawn', ['call', 'payload']),
  layout('proc_spawn_timeout', ['call', 'payload']),
  layout('net_deliver_pick', ['message_id', 'integer'], ['options', 'integer'], ['answer', 'integer']),
  layout('net_drop', ['message_id', 'integer'], ['dropped', 'flag']),
  layout(
    'memory_alloc',
    ['bytes', 'integer'],
    ['effective_bytes', 'integer'],
    ['alloc_id', 'id'],
    ['callsite_hash', 'text'],
    ['failed_reason', 'optional_text'],
  ),
  layout('memory_free', ['alloc_id', 'id'], ['existed', 'flag']),
  layout('timeout', ['step_path', 'text'], ['at_ms', 'integer']),
  layout('rule_match', ['rule_path', 'optional_text']),
  layout('transition', ['node', 'text'], ['label', 'text'], ['options', 'integer'], ['answer', 'integer']),
  layout('choice', ['label', 'text'], ['options', 'integer'], ['answer', 'integer']),
  layout('checkpoint', ['transitions', 'integer'], ['hash', 'u64']),
  layout('input_draw', ['draw', 'payload']),
];

export const Kind = {
  schedulerPick: 0,
  randU64: 1,
  sleepMs: 2,
  advanceMs: 3,
  fsWrite: 4,
  fsRead: 5,
  fsSnapshot: 6,
  fsRestore: 7,
  httpRequest: 8,
  httpTimeout: 9,
  procSpawn: 10,
  procTimeout: 11,
  netPick: 12,
  netDrop: 13,
  memoryAlloc: 14,
  memoryFree: 15,
  timeout: 16,
  ruleMatch: 17,
  /** Simulation: which of several transitions ran. Where only one could, nothing is recorded. */
  transition: 18,
  /** Simulation: any other answer that could have been different; 0 is the calm one. */
  choice: 19,
  /** Simulation: what had happened so far, so that a replay that drifts between two decisions is noticed near the place. */
  checkpoint: 20,
  /** A value that the input of a function was made of: its type and what was drawn. */
  inputDraw: 21,
} as const;

export type Kind = (typeof Kind)[keyof typeof Kind];

export function isTextField(type: FieldType): boolean {
  return type === 'text' || type === 'optional_text';
}

export function layoutOf(kind: number): KindLayout {
  const found = kindLayouts[kind];
  if (found === undefined) throw new RangeError(`unknown decision kind ${kind}`);
  return found;
}
