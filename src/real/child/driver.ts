/** The process that holds the scenario: its clients, checks and functions, with a `sim` that speaks to real Node. */
import type { NamedCheck } from '../../sim/scenario/plan.ts';
import { describeError } from '../../sim/describe-error.ts';
import type { HistoryModel, HistoryOperation } from '../../trace/history.ts';
import type { NodeDeclaration, Order } from '../protocol.ts';
import type { Keeper } from './keeper.ts';
import { uncaughtError } from './tell-failures.ts';

export interface RealClient {
  readonly name: string;
  readonly run: () => unknown;
  readonly mayFail: boolean;
}

export interface RealNode {
  readonly declared: NodeDeclaration;
  /** Of a node that is a function. */
  readonly main: (() => unknown) | undefined;
  exports: unknown;
  state: 'stopped' | 'running' | 'exited';
  exit: number | undefined;
  readonly output: { readonly fd: 1 | 2; readonly text: string }[];
}

/** What `define` declared. */
export class RealPlan {
  readonly nodes = new Map<string, RealNode>();
  readonly clients: RealClient[] = [];
  readonly always: NamedCheck[] = [];
  readonly finally: NamedCheck[] = [];
  readonly eventually: NamedCheck[] = [];
  readonly histories: { readonly model: HistoryModel; readonly operations: () => readonly HistoryOperation[] }[] = [];
  readonly waiters: { readonly machine: string; readonly condition: () => unknown; readonly go: () => void }[] = [];
  readonly allowed = new Set<string>();
}

export class Driver {
  readonly #keeper: Keeper;
  readonly #plan: RealPlan;
  readonly #returns = new Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }>();

  constructor(keeper: Keeper, plan: RealPlan) {
    this.#keeper = keeper;
    this.#plan = plan;
  }

  hear(order: Order): void {
    switch (order.is) {
      case 'start':
        return this.#start(order);
      case 'client':
        return this.#client(order);
      case 'look':
        return this.#look(order.step);
      case 'check':
        return void this.#check(order.step);
      case 'state':
        return this.#state(order);
      case 'output':
        this.#plan.nodes.get(order.machine)?.output.push({ fd: order.fd, text: order.text });
        return undefined;
      case 'returned':
        return this.#returned(order);
      default:
        return undefined;
    }
  }

  /** A call of a function that a program exports; settled when its process has answered. */
  call(number: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#returns.set(number, { resolve, reject });
    });
  }

  #start({ id, step, machine }: { readonly id: number; readonly step: number; readonly machine: string }): void {
    const node = this.#plan.nodes.get(machine);
    this.#keeper.perform(id, step, machine, () => {
      if (node?.main === undefined) return undefined;
      node.state = 'running';
      const exports = node.main();
      node.exports = exports;
      // What ends a program that is a function ends it like an error that nobody catches.
      if (exports instanceof Promise) exports.catch((error: unknown) => this.#uncaught(machine, error));
      return undefined;
    });
  }

  #client({ id, step, machine }: { readonly id: number; readonly step: number; readonly machine: string }): void {
    const client = this.#plan.clients.find(({ name }) => name === machine);
    this.#keeper.perform(id, step, machine, () => void this.#drive(machine, client));
  }

  async #drive(machine: string, client: RealClient | undefined): Promise<void> {
    try {
      await client?.run();
    } catch (error) {
      if (client?.mayFail !== true) this.#clientFailed(machine, error);
    }
    this.#keeper.say({ is: 'client-done', machine });
  }

  #clientFailed(machine: string, error: unknown): void {
    const { text, place, stack } = describeError(error);
    this.#fail('assertion', 'client_failed', `client ${machine} failed: ${text}`, `${machine} ${place}`, stack);
  }

  #uncaught(machine: string, error: unknown): void {
    if (!this.#plan.allowed.has('uncaught_error')) this.#keeper.say(uncaughtError(machine, error));
  }

  #look(step: number): void {
    this.#keeper.step = step;
    for (const { name, check } of this.#plan.always) if (this.#guard(`always '${name}'`, check) === false) this.#violated('always', name);
    for (const waiter of [...this.#plan.waiters]) {
      if (this.#guard('until', waiter.condition) !== true) continue;
      this.#plan.waiters.splice(this.#plan.waiters.indexOf(waiter), 1);
      this.#keeper.hold(this.#keeper.name('until', waiter.machine), 'arrival', waiter.go);
    }
    this.#keeper.say({ is: 'looked' });
  }

  async #check(step: number): Promise<void> {
    this.#keeper.step = step;
    this.#keeper.machine = 'test';
    for (const { name, check } of this.#plan.eventually) {
      const held = this.#guard(`eventually '${name}'`, check);
      if (held === false || held === undefined) this.#violated('eventually', name);
    }
    for (const { name, check } of this.#plan.finally) {
      try {
        if ((await this.#guard(`finally '${name}'`, check)) === false) this.#violated('finally', name);
      } catch (error) {
        this.#threw(`finally '${name}'`, error);
      }
    }
    for (const { model, operations } of this.#plan.histories) {
      const wrong = model.judge(operations());
      if (wrong?.kind === 'violation') this.#fail('checker', 'history_violated', `${model.name}: ${wrong.message}`, model.name);
    }
    this.#keeper.say({ is: 'checked' });
  }

  #guard(name: string, check: () => unknown): unknown {
    const { machine } = this.#keeper;
    this.#keeper.machine = 'test';
    try {
      return check();
    } catch (error) {
      this.#threw(name, error);
      return undefined;
    } finally {
      this.#keeper.machine = machine;
    }
  }

  #threw(name: string, error: unknown): void {
    const { text, place, stack } = describeError(error);
    this.#fail('invariant', 'check_threw', `${name} threw ${text}`, `${name} ${place}`, stack);
  }

  #violated(what: string, name: string): void {
    this.#fail('invariant', `${what}_violated`, name, `${what} ${name}`);
  }

  #fail(kind: 'invariant' | 'assertion' | 'checker', title: string, message: string, place: string, stack?: string): void {
    if (this.#plan.allowed.has(title)) return;
    this.#keeper.say({ is: 'failure', kind, title, message, place, ...(stack === undefined ? {} : { stack }) });
  }

  #state({ machine, state, exit }: Extract<Order, { readonly is: 'state' }>): void {
    const node = this.#plan.nodes.get(machine);
    if (node === undefined) return;
    node.state = state;
    node.exit = exit;
  }

  #returned({ id, step, number, machine, value, error }: Extract<Order, { readonly is: 'returned' }>): void {
    const waiting = this.#returns.get(number);
    this.#returns.delete(number);
    this.#keeper.perform(id, step, machine, () => {
      if (error === undefined) waiting?.resolve(value);
      else waiting?.reject(new Error(error));
    });
  }
}
