/** The `sim` that a simulation's `define` gets: declares machines, clients, faults and checks, and shows the world to the test. */
import { DiskView } from '../disk-view.ts';
import type { HistoryModel } from '../../trace/history.ts';
import type { LinkOptions } from '../../world/wire/topology.ts';
import type { FaultSpec } from '../fault/fault.ts';
import type { RunKernel } from '../kernel.ts';
import type { Lifecycle, NodeEntry, Restart } from '../lifecycle.ts';
import type { Machine } from '../machine.ts';
import { NetView } from '../net-view.ts';
import { programsOf } from '../process/process-host.ts';
import type { ProgramMain } from '../process/program.ts';
import { History } from './history.ts';
import { NodeHandle } from './node-handle.ts';
import { checkNumber, checkOptions } from './check-options.ts';
import { checkJudge, declaredCheck } from './declared-check.ts';
import { checkNode, type NodeOptions } from './node-options.ts';
import { checkTitles, checkValue, rule } from './option-rules.ts';
import type { Check, Plan } from './plan.ts';
import { write } from '../process/output-stream.ts';

export interface ClientOptions {
  /** Its failure is part of the scenario and no finding. */
  readonly mayFail?: boolean;
}

export interface EventuallyOptions {
  /** Virtual milliseconds after the last fault. */
  readonly within?: number;
  /** The nodes that must be enough: they are brought back if they are down, and all others are dead from then on. */
  readonly core?: readonly NodeHandle[];
  /** All that matters in the programs, as data. When the world comes back to the same state, it has been shown that nothing new will come. */
  readonly state?: () => unknown;
}

const CLIENT_OPTIONS: ReadonlySet<string> = new Set(['mayFail']);
const EVENTUALLY_OPTIONS: ReadonlySet<string> = new Set(['within', 'core', 'state']);

const RESTART_DELAY_MS = 100;
const EVENTUALLY_MS = 30_000;

/** What the API needs beside the kernel; handed in by whoever executes the simulation. */
export interface SimParts {
  readonly kernel: RunKernel;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
  /** Evaluates a module as the program of a machine; returns its exports. */
  readonly startModule: (machine: Machine, path: string) => unknown;
  /** The absolute path of a node's program. */
  readonly entryPath: (entry: string, node: string) => string;
  /** Whether nodes that are modules share nothing: no package has one instance for all of them. */
  readonly confines: boolean;
  /** Switches a finding off for this scenario. */
  readonly allow: (title: string) => void;
}

export class Sim {
  readonly #parts: SimParts;
  readonly #handles = new Map<string, NodeHandle>();

  constructor(parts: SimParts) {
    this.#parts = parts;
  }

  /** A machine with its own disk, clock, environment and modules. `entry` is a module, run as `node entry` would, or a function. */
  node(name: string, entry: NodeEntry, options: NodeOptions = {}): NodeHandle {
    this.#checkName(name, 'node');
    const { kernel, plan, lifecycle, startModule, entryPath } = this.#parts;
    if (typeof entry !== 'string' && typeof entry !== 'function')
      throw new TypeError(`sim.node('${name}', entry): entry must be the path of a module or a function`);
    checkNode(name, options);
    const path = typeof entry === 'string' ? entryPath(entry, name) : `/${name}`;
    const machine = kernel.addMachine(name, 'node', {
      argv: [path, ...(options.argv ?? [])],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.env === undefined ? {} : { env: asTexts(options.env) }),
      ...(options.stdin === undefined ? {} : { stdin: { text: options.stdin } }),
      ...(options.files === undefined ? {} : { files: options.files }),
    });
    machine.skewUs = (options.clock?.skewMs ?? 0) * 1000;
    machine.driftPpm = options.clock?.driftPpm ?? 0;
    machine.isConfined = typeof entry === 'string' && this.#parts.confines;
    const handle = new NodeHandle(machine, lifecycle);
    const startOf = (program: NodeEntry) => {
      const file = typeof program === 'string' ? entryPath(program, name) : undefined;
      if (file === undefined) machine.isConfined = false;
      return (started: Machine) =>
        handle.started(typeof program === 'string' ? startModule(started, file ?? program) : Reflect.apply(program, undefined, []));
    };
    lifecycle.install(machine, startOf(entry), restartOf(options.restart), startOf);
    plan.nodes.push(machine);
    if (options.start === 'manual') plan.manual.add(machine);
    if (options.ports !== undefined) plan.ports.set(machine, options.ports);
    this.#handles.set(name, handle);
    return handle;
  }

  /** Drives the world; its failure is a finding unless it may fail. */
  client(name: string, run: () => unknown, options: ClientOptions = {}): void {
    this.#checkName(name, 'client');
    if (typeof run !== 'function') throw new TypeError(`sim.client('${name}', run): run must be a function`);
    checkOptions(`sim.client('${name}', …)`, options, CLIENT_OPTIONS);
    const machine = this.#parts.kernel.addMachine(name, 'client', {});
    machine.state = 'running';
    this.#parts.plan.clients.push({ machine, run, mayFail: options.mayFail ?? false, state: 'waiting' });
  }

  /**
   * A program that nodes start with `child_process`: runs as a process of its own on the disk of the node. What it returns, or its
   * promise gives, is the exit code; nothing means 0.
   */
  program(name: string, main: ProgramMain): void {
    if (typeof main !== 'function')
      throw new TypeError(`sim.program('${name}', main): main must be a function ({ args, stdout, … }) => exit code`);
    programsOf(this.#parts.kernel).set(name, main);
  }

  /** The fault space of this scenario; how often each happens is drawn anew for every run. */
  faults(...specs: readonly FaultSpec[]): void {
    for (const [index, spec] of specs.entries()) {
      if (typeof spec !== 'object' || spec === null || typeof spec.matches !== 'function')
        throw new TypeError(
          `sim.faults(…): argument ${index + 1} is no fault; make one with faults.crash(node), faults.pause() and the like`,
        );
      this.#parts.kernel.faults.arm(spec);
    }
  }

  /** Must hold after every transition. Synchronous; false or a throw is a violation. */
  always(name: string, check: Check): void {
    this.#parts.plan.always.push(declaredCheck('always', name, check));
  }

  /** Must hold at the end, when clients are done, faults are healed and nothing goes on any more. */
  finally(name: string, check: Check): void {
    this.#parts.plan.finally.push(declaredCheck('finally', name, check));
  }

  /** Must become true once faults have stopped; within 30 s of virtual time unless given, in milliseconds. */
  eventually(name: string, check: Check, options: EventuallyOptions = {}): void {
    checkOptions(`sim.eventually('${name}', …)`, options, EVENTUALLY_OPTIONS);
    const { within = EVENTUALLY_MS, core, state } = options;
    checkNumber(`sim.eventually('${name}', …)`, 'within, in milliseconds,', within);
    for (const node of core ?? []) checkHandle(node, `sim.eventually('${name}', …, { core })`);
    if (state !== undefined && typeof state !== 'function')
      throw new TypeError(`sim.eventually('${name}', …, { state }): state must be a function that returns data`);
    const declared = declaredCheck('eventually', name, check);
    this.#parts.plan.eventually.push({ ...declared, withinMs: within, core: core?.map(({ machine }) => machine), state });
  }

  /** Records operations, and has them judged at the end. */
  history(model: HistoryModel): History {
    checkJudge(model);
    const history = new History(this.#parts.kernel, model);
    this.#parts.plan.histories.push({ model, operations: () => history.operations, declared: new Error('declared') });
    return history;
  }

  /** Switches findings off for this scenario, by title; reports say so. */
  allow(...titles: readonly string[]): void {
    for (const title of titles) {
      checkTitles(`sim.allow('${title}')`, [title]);
      this.#parts.allow(title);
    }
  }

  /** Waits in virtual time. */
  sleep(ms: number): Promise<void> {
    checkValue('sim.sleep(ms)', 'ms', ms, rule.notNegative);
    const { kernel } = this.#parts;
    const machine = kernel.current;
    return new Promise((resolve) => {
      kernel.timer(machine, 'sleep', Math.max(0, Math.round(ms * 1000)), () => resolve(), undefined);
    });
  }

  /** Waits until a condition holds; looked at after every transition. */
  until(condition: () => unknown): Promise<void> {
    checkValue('sim.until(condition)', 'condition', condition, rule.function);
    const { kernel, plan } = this.#parts;
    const machine = kernel.current;
    return new Promise((resolve) => {
      // What holds already needs no further transition, and there may be none.
      if (condition() === true) kernel.arrive(machine, 'until', 0, () => resolve(), undefined);
      else plan.waiters.push({ machine, condition, go: resolve });
    });
  }

  /** Waits until nothing goes on any more except what comes again and again. */
  settle(): Promise<void> {
    const { kernel, plan } = this.#parts;
    const machine = kernel.current;
    return new Promise((resolve) => {
      plan.settlers.push({ machine, go: resolve });
    });
  }

  /** A decision of the test: one of `count` answers, 0 is the calm one. */
  choose(label: string, count: number): number {
    checkValue(`sim.choose('${label}', count)`, 'count', count, rule.count);
    return this.#parts.kernel.choose(`choose ${label}`, count);
  }

  /** A seeded fraction; costs no decision. */
  rand(): number {
    return this.#parts.kernel.current.random.nextU32() / 2 ** 32;
  }

  /** A line in the story of the run. */
  log(text: string): void {
    write(this.#parts.kernel.current, 1, `${text}\n`);
  }

  /** The disk of a machine as it is now, and what of it would survive a power loss. */
  disk(node: NodeHandle): DiskView {
    checkHandle(node, 'sim.disk(node)');
    return new DiskView(node.machine);
  }

  /** What a link between two machines is like: latency, loss, bandwidth. Unless given, 0.5 ms one way and nothing else. */
  connect(a: string | NodeHandle, b: string | NodeHandle, link: LinkOptions): void {
    this.net.connect(a, b, link);
  }

  /** The network as it is now, to look at and to cut. */
  get net(): NetView {
    this.#parts.kernel.footprints?.takesEverything();
    return new NetView(this.#parts.kernel);
  }

  /** Milliseconds since 1970 as a machine sees it; without one, as the world does. */
  clock(node?: NodeHandle): number {
    const { kernel } = this.#parts;
    if (node !== undefined) checkHandle(node, 'sim.clock(node)');
    return node === undefined ? kernel.epochMs + Math.floor(kernel.nowUs / 1000) : node.machine.wallMs();
  }

  /** Virtual milliseconds since the world began. */
  get now(): number {
    return this.#parts.kernel.nowUs / 1000;
  }

  #checkName(name: string, what: string): void {
    if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/iu.test(name)) {
      throw new TypeError(`sim.${what}('${name}', …): a name is also a host name, so it consists of letters, digits, '-' and '.'`);
    }
    if (this.#parts.kernel.machineNamed(name) !== undefined)
      throw new TypeError(`sim.${what}('${name}', …): there is a machine of that name already`);
  }
}

/** An environment holds texts, whatever it was given. */
function asTexts(env: Readonly<Record<string, string | number | boolean | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])));
}

function checkHandle(node: unknown, call: string): void {
  if (node instanceof NodeHandle) return;
  const given = typeof node === 'string' ? `'${node}'` : typeof node;
  throw new TypeError(`${call}: pass what sim.node(…) returned, not ${given}`);
}

function restartOf(restart: NodeOptions['restart']): Restart | undefined {
  if (restart === undefined || restart === false) return undefined;
  return restart === true ? { delayMs: RESTART_DELAY_MS } : restart;
}
