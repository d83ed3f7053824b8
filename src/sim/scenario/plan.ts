/** What `define` declared: machines, clients, checks. The director carries it out. */
import type { RunEdits } from '../../engine/run-edits.ts';
import type { HistoryModel, HistoryOperation } from '../../trace/history.ts';
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

export interface DeclaredCheck extends NamedCheck {
  /** Made where the scenario declares it: a check that only says no has no other place. */
  readonly declared: Error;
}

export interface EventualCheck extends DeclaredCheck {
  readonly withinMs: number;
  /** Those that are brought back, while all others are dead from then on; undefined = everybody stays as the faults left them. */
  readonly core: readonly Machine[] | undefined;
  /** All that matters in the programs, as data: where it repeats, nothing new will come. */
  readonly state: (() => unknown) | undefined;
}

export interface DeclaredHistory {
  readonly model: HistoryModel;
  readonly operations: () => readonly HistoryOperation[];
  readonly declared: Error;
}

export class Plan {
  nodes: Machine[] = [];
  /** Those that are started by the scenario itself. */
  readonly manual = new Set<Machine>();
  clients: ClientPlan[] = [];
  readonly always: DeclaredCheck[] = [];
  readonly finally: DeclaredCheck[] = [];
  readonly eventually: EventualCheck[] = [];
  readonly histories: DeclaredHistory[] = [];
  readonly waiters: { readonly machine: Machine; readonly condition: () => unknown; readonly go: () => void }[] = [];
  /** Those who wait until nothing goes on any more. */
  readonly settlers: { readonly machine: Machine; readonly go: () => void }[] = [];
  /** Ports that must be listening before clients start, by machine. */
  readonly ports = new Map<Machine, readonly number[]>();

  /** These clients and nodes never start: their machines are there, but nobody sits at them and nothing runs on them. Returns those nodes. */
  leaveOut({ withoutClients, withoutNodes }: RunEdits): readonly Machine[] {
    if (withoutClients !== undefined) this.clients = this.clients.filter(({ machine }) => !withoutClients.has(machine.name));
    if (withoutNodes === undefined || withoutNodes.size === 0) return [];
    const absent = this.nodes.filter(({ name }) => withoutNodes.has(name));
    this.nodes = this.nodes.filter((machine) => !absent.includes(machine));
    return absent;
  }
}
