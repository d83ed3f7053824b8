/**
 * The steps of a scenario after validation: every default filled in, every duration in
 * milliseconds, every text parsed. The engine executes these and never looks at raw JSON again.
 */
import type { Json, JsonObject } from '../base/json.ts';
import type { Match, Text } from './text.ts';

/** Header map; names trimmed and lower-cased. */
export type Headers = readonly (readonly [name: string, value: Text])[];
export type HeaderMatches = readonly (readonly [name: string, value: Match])[];

export type Step =
  | { readonly type: 'trace_event'; readonly name: string; readonly fields: JsonObject }
  | { readonly type: 'rand_u64'; readonly key?: string }
  | { readonly type: 'assert_ok'; readonly value: boolean | Text; readonly msg?: Text }
  | { readonly type: 'assert_eq_int' | 'assert_ne_int'; readonly a: Text; readonly b: Text; readonly msg?: Text }
  | { readonly type: 'assert_eq_str' | 'assert_ne_str'; readonly a: Text; readonly b: Text; readonly msg?: Text }
  | { readonly type: 'sleep'; readonly durationMs: number }
  | { readonly type: 'advance'; readonly durationMs: number }
  | { readonly type: 'freeze'; readonly atMs?: number }
  | { readonly type: 'unfreeze' }
  | { readonly type: 'set_kv'; readonly key: string; readonly value: Text }
  | { readonly type: 'get_kv_assert'; readonly key: string; readonly equals?: Match; readonly isNull: boolean }
  | {
      readonly type: 'assert_eventually_kv' | 'assert_never_kv';
      readonly key: string;
      readonly equals: Match;
      readonly withinMs: number;
      readonly pollMs: number;
      readonly msg?: Text;
    }
  | { readonly type: 'fs_write'; readonly path: Text; readonly data: Text }
  | { readonly type: 'fs_read_assert'; readonly path: Text; readonly equals: Match }
  | { readonly type: 'fs_snapshot' | 'fs_restore'; readonly name: string }
  | HttpWhen
  | HttpRequest
  | ProcWhen
  | ProcSpawn
  | { readonly type: 'net_partition' | 'net_heal'; readonly a: string; readonly b: string }
  | { readonly type: 'net_set_drop_rate'; readonly rate: number }
  | { readonly type: 'net_set_reorder'; readonly enabled: boolean }
  | { readonly type: 'net_send'; readonly from: string; readonly to: string; readonly payload: Text }
  | { readonly type: 'net_deliver_one'; readonly strategy?: 'fifo' | 'random' }
  | { readonly type: 'net_recv_assert'; readonly node: string; readonly from?: string; readonly payload: Match }
  | { readonly type: 'memory_alloc'; readonly bytes: number; readonly key?: string; readonly tag?: Text }
  | { readonly type: 'memory_free'; readonly allocId?: number; readonly key?: string }
  | { readonly type: 'memory_limit_mb'; readonly mb: number }
  | { readonly type: 'memory_fail_after_allocs'; readonly count: number }
  | { readonly type: 'memory_fragmentation' /** Decimal text of a u64. */; readonly seed: string }
  | { readonly type: 'memory_pressure_wave'; readonly pattern: string; readonly multipliers: readonly number[] }
  | { readonly type: 'memory_checkpoint'; readonly name: string }
  | { readonly type: 'memory_assert_in_use_bytes'; readonly equals: number }
  | { readonly type: 'assert_throws' | 'assert_rejects'; readonly steps: readonly PlacedStep[] }
  | { readonly type: 'parallel'; readonly tasks: readonly ParallelTask[] }
  | { readonly type: 'repeat'; readonly times: number; readonly steps: readonly PlacedStep[]; readonly indexKey?: string }
  | { readonly type: 'fail' | 'panic'; readonly message: Text };

export interface HttpWhen {
  readonly type: 'http_when';
  /** Upper-cased. */
  readonly method: string;
  readonly path: Text;
  readonly status: number;
  readonly headers: Headers;
  readonly body?: Text;
  /** Present even when the JSON value is null. */
  readonly json?: Json;
  readonly delayMs: number;
  /** Absent = unlimited. */
  readonly times?: number;
  readonly matchHeaders: HeaderMatches;
  readonly matchBody?: Match;
  readonly matchJson?: Json;
}

export interface HttpRequest {
  readonly type: 'http_request';
  /** Upper-cased. */
  readonly method: string;
  readonly path: Text;
  readonly headers: Headers;
  readonly body?: Text;
  readonly expectStatus?: number;
  readonly expectHeaders: HeaderMatches;
  readonly expectBody?: Match;
  readonly expectJson?: Json;
  readonly saveBodyAs?: string;
}

export interface ProcWhen {
  readonly type: 'proc_when';
  readonly cmd: Text;
  readonly args: readonly Text[];
  readonly exitCode: number;
  /** Absent = scripted: empty; as a contract: anything. */
  readonly stdout?: Text;
  readonly stderr?: Text;
  readonly times?: number;
}

export interface ProcSpawn {
  readonly type: 'proc_spawn';
  readonly cmd: Text;
  readonly args: readonly Text[];
  readonly expectExit?: number;
  readonly expectStdout?: Match;
  readonly expectStderr?: Match;
  readonly saveStdoutAs?: string;
}

export interface ParallelTask {
  readonly name: string;
  readonly steps: readonly PlacedStep[];
}

/** A step with the place it was written at. */
export interface PlacedStep {
  readonly step: Step;
  /** JSON pointer of the step, for example /steps/3/steps/0. */
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

export type StepType = Step['type'];
