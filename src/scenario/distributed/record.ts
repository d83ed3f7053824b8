/**
 * What a distributed scenario holds after validation: the client and fault script, what must hold,
 * and which faults the explorer may inject.
 */
import type { Match, Text } from '../text.ts';

export type DistributedStep =
  | { readonly type: 'client_put'; readonly node: string; readonly key: string; readonly value: Text }
  | {
      readonly type: 'client_get_assert';
      readonly node: string;
      readonly key: string;
      readonly equals?: Match;
      readonly isNull: boolean;
    }
  | { readonly type: 'partition' | 'heal'; readonly a: string; readonly b: string }
  | { readonly type: 'crash' | 'restart'; readonly node: string }
  | { readonly type: 'tick'; readonly durationMs: number };

export type Phase = 'quiescence' | 'always' | 'eventually';

interface Judged {
  readonly phase: Phase;
  /** Of phase `eventually`: the nodes that must be enough, once faults have stopped and all others are dead. */
  readonly core?: readonly string[];
  /** How long they have for it. */
  readonly withinMs?: number;
}

export type Invariant =
  | ({ readonly type: 'kv_all_equal' | 'kv_present_on_all'; readonly key: string } & Judged)
  | ({ readonly type: 'kv_node_equals'; readonly node: string; readonly key: string; readonly equals: Match } & Judged);

/** Absent names stand for any node, pair or link. */
export type Fault =
  | { readonly type: 'partition'; readonly a?: string; readonly b?: string; readonly max: number; readonly heal: boolean }
  | { readonly type: 'crash'; readonly node?: string; readonly max: number; readonly restart: boolean }
  | { readonly type: 'loss' | 'duplicate'; readonly from?: string; readonly to?: string; readonly max: number }
  | { readonly type: 'delay'; readonly from?: string; readonly to?: string; readonly byMs: number; readonly max: number };

/** Something with the place it was written at. */
export interface Placed<R> {
  readonly record: R;
  /** JSON pointer, for example /distributed/steps/0. */
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}
