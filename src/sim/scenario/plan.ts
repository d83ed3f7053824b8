/** What `define` declared: machines, clients, checks. The director carries it out. */
import type { Machine } from '../machine.ts';

export interface ClientPlan {
  readonly machine: Machine;
  readonly run: () => unknown;
  /** Its failure is no finding. */
  readonly mayFail: boolean;
  state: 'waiting' | 'running' | 'done' | 'failed';
}

export type Check = () => unknown;

export interface NamedCheck {
  readonly name: string;
  readonly check: Check;
}

export interface EventualCheck extends NamedCheck {
  readonly withinMs: number;
}

/** Judges a recorded history; made by the checkers, for example `linearizable(register())`. */
export interface HistoryModel {
  readonly name: string;
  /** What is wrong with the history, in words; undefined when nothing is. */
  judge(operations: readonly HistoryOperation[]): HistoryVerdict | undefined;
}

export interface HistoryVerdict {
  readonly message: string;
  /** Numbers of the operations that show it. */
  readonly operations: readonly number[];
}

export interface HistoryOperation {
  readonly process: string;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly result: unknown;
  /** 'open' = nobody knows whether it took effect. */
  readonly status: 'ok' | 'failed' | 'open';
  /** Transitions at which it began and ended; order in real time. */
  readonly from: number;
  readonly to: number;
}

export class Plan {
  readonly nodes: Machine[] = [];
  /** Those that are started by the scenario itself. */
  readonly manual = new Set<Machine>();
  clients: ClientPlan[] = [];
  readonly always: NamedCheck[] = [];
  readonly finally: NamedCheck[] = [];
  readonly eventually: EventualCheck[] = [];
  readonly histories: { readonly model: HistoryModel; readonly operations: () => readonly HistoryOperation[] }[] = [];
  readonly waiters: { readonly machine: Machine; readonly condition: () => unknown; readonly go: () => void }[] = [];
  /** Those who wait until nothing goes on any more. */
  readonly settlers: { readonly machine: Machine; readonly go: () => void }[] = [];
  /** Ports that must be listening before clients start, by machine. */
  readonly ports = new Map<Machine, readonly number[]>();

  /** These clients never start: their machines are there, but nobody sits at them. */
  leaveOut(names: ReadonlySet<string>): void {
    if (names.size > 0) this.clients = this.clients.filter(({ machine }) => !names.has(machine.name));
  }
}
