/**
 * Nodes whose code is a module of the user, each on a simulated machine of its own: with its own instance of the module, virtual time and
 * randomness. What no code of a node catches is the end of the schedule.
 */
import { waitText } from '../run/await-watch.ts';
import { stateText, waitingTimers } from '../run/state-watch.ts';
import { compareText } from '../../base/compare.ts';
import { FozzyError } from '../../base/problem.ts';
import type { Xoshiro128 } from '../../base/xoshiro128.ts';
import type { Decider } from '../../decide/decider.ts';
import { SCENARIO } from '../../decide/footprint.ts';
import type { Footprints } from '../../decide/footprints.ts';
import type { ClientCall, ClientRequest, Cluster, Outlet } from '../../engine/distributed/cluster.ts';
import type { OptionList } from '../../engine/transition/option-list.ts';
import type { Pending } from '../../engine/transition/pending.ts';
import { describeError } from '../describe-error.ts';
import { putOnStage } from '../global/registered-globals.ts';
import { type Report, RunKernel } from '../kernel.ts';
import { OutOfFuel, siteTable } from '../load/sites.ts';
import type { Machine, MachineOptions } from '../machine.ts';
import { isPromise } from '../value-kinds.ts';
import { factoryOf, type Handler, Handlers, invariantOf, wrongModule } from './handlers.ts';
import { createContext, NAMED_TIMER } from './node-context.ts';

/** Function entries and loop iterations one event may take. */
const FUEL_PER_EVENT = 50_000_000;

/** More due timers and completions of one node than this are a flood; the others get their turn. */
const TASKS_MAX = 64;

/** The code of the nodes, instantiated on request. */
export interface ModuleCode {
  /** As people know it, and absolute. */
  readonly name: string;
  readonly path: string;
  readonly machine: MachineOptions;
  /** A run begins; its first machine is that of the invariant. */
  begin(test: Machine): void;
  /** Evaluates the module as the program of a machine; gives its exports, or a promise of them. */
  startModule(machine: Machine, path: string): unknown;
  /** `src/node.ts:3`: the innermost code of the user in a stack. */
  placeOf(stack: string): string | undefined;
}

interface Life {
  readonly handlers: Handlers;
  /** A message or a write has reached it. */
  hasHeard: boolean;
}

export class ModuleCluster implements Cluster {
  readonly kernel: RunKernel;
  readonly leavesPromises = true;
  readonly #code: ModuleCode;
  readonly #names: readonly string[];
  readonly #outlet: Outlet;
  readonly #machines: readonly Machine[];
  readonly #durable: readonly Map<string, string>[];
  readonly #lives: (Life | undefined)[] = [];
  #invariant: { readonly check: Handler | undefined } | undefined;
  #last = '';

  constructor(code: ModuleCode, names: readonly string[], decider: Decider, outlet: Outlet) {
    this.#code = code;
    this.#names = names;
    this.#outlet = outlet;
    this.kernel = new RunKernel({
      decider,
      // Its own story is told by the engine; the code of a node tells through `ctx.event`.
      sink: undefined,
      watchesAwaits: outlet.observed,
      latenessUs: 0,
      machine: code.machine,
      judge: (report) => this.#judged(report),
      uncaught: (machine, error) => this.crashed(machine, error),
      signal: () => undefined,
    });
    code.begin(this.kernel.test);
    this.#machines = names.map((name) => this.kernel.addMachine(name, 'node', {}));
    // Each has an instance of the module to itself.
    for (const machine of this.#machines) machine.isConfined = true;
    this.#durable = names.map(() => new Map<string, string>());
  }

  /** Looked at by the engine, to which it makes no difference; code of the nodes has its own way to the time. */
  get nowUs(): number {
    return this.kernel.scheduler.nowUs;
  }

  set nowUs(us: number) {
    this.kernel.scheduler.nowUs = us;
  }

  get entropy(): Xoshiro128 {
    return this.kernel.entropy;
  }

  /** Its code may look at anything of its own. */
  touches(footprints: Footprints, node: number): void {
    footprints.takes(this.#machineOf(node).loop.place);
  }

  start(node: number): void {
    const machine = this.#machineOf(node);
    machine.state = 'running';
    machine.startedUs = this.kernel.nowUs;
    this.#lives[node] = undefined;
    this.#enter(node, 'start', () => {
      const create = factoryOf(this.#code.name, this.#exportsOn(machine));
      const ctx = createContext({
        machine,
        node,
        names: this.#names,
        durable: this.#durable[node] ?? new Map(),
        outlet: this.#outlet,
        onTimer: (name) => this.#watch(machine, this.#handlersOf(node).call('onTimer', name)),
      });
      const handlers = new Handlers(this.#code.name, create(ctx));
      this.#lives[node] = { handlers, hasHeard: false };
      this.#watch(machine, handlers.call('onStart'));
    });
  }

  /** What it has heard since it started is in its variables, unless it is nowhere; and timers it has set do not come back. */
  wouldForget(node: number): boolean {
    return this.#lives[node]?.hasHeard === true || this.earliestUs(node) < Number.POSITIVE_INFINITY;
  }

  #hear(node: number): void {
    const life = this.#lives[node];
    if (life !== undefined) life.hasHeard = true;
  }

  crash(node: number): void {
    this.#machineOf(node).goDown({ how: 'process' });
    this.#lives[node] = undefined;
  }

  deliver(node: number, from: number, payload: unknown): void {
    this.#enter(node, 'message', () => {
      this.#hear(node);
      const data: unknown = JSON.parse(String(payload));
      this.#watch(this.#machineOf(node), this.#handlersOf(node).call('onMessage', this.#names[from], data));
    });
  }

  call(node: number, { op, key, value }: ClientRequest): ClientCall {
    const call: ClientCall = { isAnswered: false, value: null };
    const answer = (given: unknown): void => {
      call.value = op === 'get' ? this.#read(given, `onClient({ op: "get", key: ${JSON.stringify(key)} })`) : null;
      call.isAnswered = true;
    };
    this.#enter(node, `client ${op}`, () => {
      const machine = this.#machineOf(node);
      if (op === 'put') this.#hear(node);
      const result = this.#handlersOf(node).call('onClient', { op, key, ...(value === undefined ? {} : { value }) });
      if (isPromise(result)) this.#watch(machine, result.then(answer));
      else answer(result);
    });
    return call;
  }

  inspect(node: number, key: string): string | null {
    let found: string | null = null;
    this.#enter(node, 'inspect', () => {
      found = this.#read(this.#handlersOf(node).call('inspect', key), `inspect(${JSON.stringify(key)})`);
    });
    return found;
  }

  /** What the code says of itself, what survives a crash, and what waits for its time. */
  stateOf(node: number): string | undefined {
    const machine = this.#machineOf(node);
    const life = this.#lives[node];
    if (life?.handlers.has('state') !== true || machine.loop.hasImmediates) return undefined;
    const { nowUs } = this.kernel;
    const named: string[] = [];
    machine.loop.arrivals.forEach(({ label, atUs }) => named.push(`${label.text} ${atUs - nowUs}`));
    // Nobody can see into what else may be on its way to it.
    if (named.some((each) => !each.startsWith(NAMED_TIMER))) return undefined;
    let told: string | undefined;
    this.#enter(node, 'state', () => {
      told = stateText(life.handlers.call('state'), `${this.#code.name}: state()`);
    });
    const durable = [...(this.#durable[node] ?? [])].toSorted(([a], [b]) => compareText(a, b));
    return told === undefined ? undefined : [told, JSON.stringify(durable), ...named.sort(), waitingTimers(machine, nowUs)].join('\n');
  }

  /** Asked once per run whether the module states one. */
  readonly checkOwn = (running: readonly number[]): void => {
    this.#invariant ??= { check: invariantOf(this.#exportsOn(this.kernel.test)) };
    const { check } = this.#invariant;
    if (check === undefined) return;
    // It may look at every node.
    this.kernel.footprints?.takes(SCENARIO);
    const view = Object.fromEntries(running.map((node) => [this.#names[node] ?? '', (key: unknown) => this.inspect(node, String(key))]));
    try {
      this.kernel.current = this.kernel.test;
      check(view);
    } catch (error) {
      if (error instanceof FozzyError) throw error;
      const { text, place, stack } = describeError(error);
      const message = `invariant threw ${text}`;
      this.#outlet.fail({ kind: 'invariant', title: 'module_invariant', message, place, details: { stack } });
    }
  };

  waits(): string | undefined {
    const waits = this.kernel.awaits?.waits(this.#machines) ?? [];
    return waits.length === 0 ? undefined : waits.map(waitText).join('\n');
  }

  earliestUs(node: number): number {
    return this.#machineOf(node).loop.earliestUs();
  }

  offer(node: number, into: OptionList): void {
    this.#machineOf(node).loop.offer(this.kernel.nowUs, into, TASKS_MAX);
  }

  run(node: number, task: Pending): void {
    const machine = this.#machineOf(node);
    machine.loop.take(task, this.kernel.nowUs);
    this.#enter(node, task.label.text, () => task.act(task.subject));
  }

  /** What no code caught. */
  crashed(machine: Machine, error: unknown): void {
    if (error instanceof OutOfFuel) return;
    if (error instanceof FozzyError) throw error;
    const { text, place, stack } = describeError(error);
    const message = `${machine.name} did not catch ${text}`;
    this.#outlet.fail({ kind: 'panic', title: 'node_crashed', message, place, details: { node: machine.name, stack } });
  }

  /** After the queues were drained: code that would not end has been ended. */
  settle(): void {
    this.kernel.reportBlocked();
  }

  get doing(): string {
    return this.#last;
  }

  #judged({ kind, title, message, place = '', stack }: Report): void {
    this.#outlet.fail({ kind, title, message, place, ...(stack === undefined ? {} : { details: { stack } }) });
  }

  #enter(node: number, doing: string, act: () => void): void {
    const machine = this.#machineOf(node);
    this.#last = doing;
    siteTable().refuel(FUEL_PER_EVENT);
    putOnStage(machine);
    this.kernel.enter(machine, act, undefined);
    this.kernel.current = machine;
  }

  /** What a handler still does when it has returned belongs to it. */
  #watch(machine: Machine, result: unknown): void {
    if (!isPromise(result)) return;
    const { life } = machine;
    result.then(undefined, (error: unknown) => {
      if (machine.life === life) this.crashed(machine, error);
    });
  }

  #exportsOn(machine: Machine): unknown {
    let exports: unknown;
    try {
      exports = this.#code.startModule(machine, this.#code.path);
    } catch (error) {
      if (error instanceof FozzyError) throw error;
      const { text, stack } = describeError(error);
      throw wrongModule(this.#code.placeOf(stack) ?? this.#code.name, `the module threw while it was loaded: ${text}`, error);
    }
    if (!isPromise(exports)) return exports;
    exports.catch(() => undefined);
    throw wrongModule(this.#code.name, 'it waits (await) at its top level, so no node can be started');
  }

  #handlersOf(node: number): Handlers {
    const life = this.#lives[node];
    if (life === undefined) throw new Error(`node ${this.#names[node] ?? ''} did not start`);
    return life.handlers;
  }

  #machineOf(node: number): Machine {
    const machine = this.#machines[node];
    if (machine === undefined) throw new RangeError(`there is no node ${node}`);
    return machine;
  }

  #read(value: unknown, what: string): string | null {
    if (typeof value === 'string') return value;
    if (value === null || value === undefined) return null;
    throw new TypeError(`${what} must give a string or null, it gave ${typeof value}`);
  }
}
