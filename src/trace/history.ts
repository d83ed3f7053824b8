/** What clients asked and what came back, and how it is judged: simulations record histories, checkers judge them. */

/** Judges a recorded history; made by the checkers, for example `linearizable(register())`. */
export interface HistoryModel {
  readonly name: string;
  /** What is wrong with the history, in words; undefined when nothing is. */
  judge(operations: readonly HistoryOperation[]): HistoryVerdict | undefined;
}

export interface HistoryVerdict {
  /** 'undecided' = the search was given up before it knew: a warning, and no pass. */
  readonly kind: 'violation' | 'undecided';
  readonly message: string;
  /** Numbers of the operations that show it, as `#n` in the message: positions in the history, from 0. */
  readonly operations: readonly number[];
}

export interface HistoryOperation {
  readonly process: string;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly result: unknown;
  /** 'open' = nobody knows whether it took effect. */
  readonly status: 'ok' | 'failed' | 'open';
  /** Moments at which it began and ended; order in real time. */
  readonly from: number;
  readonly to: number;
}
