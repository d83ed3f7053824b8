/** The machines of a confirmation while they are real: who runs, who listens where, what waits, what went wrong. */
import { Alarm } from './alarm.ts';
import { ComingTimers } from './coming-timers.ts';
import type { FoundStep } from './found-order.ts';
import type { Gate, Waiting } from './gate.ts';
import { givenIn, type Injected } from './given-faults.ts';
import { type Hears, Processes, type RealProcess } from './processes.ts';
import type { NodeDeclaration, Saying } from './protocol.ts';
import { exitFailure, type RealFailure } from './real-failure.ts';

export interface StageOptions {
  /** The program of the processes. */
  readonly entry: string;
  readonly project: string;
  readonly file: string;
  readonly simulation: string;
  readonly withoutClients: readonly string[];
  readonly withoutNodes: readonly string[];
  readonly choices: Readonly<Record<string, readonly number[]>>;
  readonly steps: readonly FoundStep[];
  readonly signal: AbortSignal;
  /** For those who want to know how it went. */
  readonly log: (text: string) => void;
}

/** What has a counterpart comes sooner than this, or never. */
export const HARD_WAIT_MS = 3_000;

export class Stage {
  readonly #options: StageOptions;
  readonly #gate: Gate;
  readonly #processes: Processes;
  readonly #nodes = new Map<string, { readonly declared: NodeDeclaration; process: RealProcess | undefined; isReady: boolean }>();
  readonly #waiting = new Map<RealProcess, Map<number, Waiting>>();
  readonly #timers = new ComingTimers();
  readonly #ports = new Map<string, Record<string, number>>();
  readonly #clients = new Set<string>();
  readonly #killed = new Set<RealProcess>();
  readonly #driver: RealProcess;
  readonly failures: RealFailure[] = [];
  readonly injected: Injected[] = [];
  /** Why it cannot be done at all. */
  refused: string | undefined;
  isPlanned = false;
  hasChecked = false;
  #hasLooked = true;
  /** What was let go on and is not done. */
  #running: { readonly process: RealProcess; readonly id: number } | undefined;
  #ids = -1;
  readonly #alarm = new Alarm();

  constructor(options: StageOptions, gate: Gate) {
    this.#options = options;
    this.#gate = gate;
    const hears: Hears = {
      says: (from, saying) => this.#hear(from, saying),
      ends: (from, code, signal) => this.#ended(from, code, signal),
    };
    this.#processes = new Processes(options.entry, options.project, givenIn(options.steps), hears);
    options.signal.addEventListener('abort', () => this.#alarm.ring(), { once: true });
    const { file, simulation, withoutClients, withoutNodes, choices } = options;
    this.#driver = this.#processes.startDriver({ entry: file, simulation, withoutClients, withoutNodes, choices });
  }

  end(): Promise<void> {
    return this.#processes.end();
  }

  get isOver(): boolean {
    return this.failures.length > 0 || this.refused !== undefined || this.#options.signal.aborted;
  }

  /** Clients are not done, or something will happen by itself. */
  get isBusy(): boolean {
    return this.#clients.size > 0 || this.#timers.hasSingle;
  }

  /** A timer that is set and has not fired. */
  isComing(step: FoundStep): boolean {
    return this.#timers.has(step);
  }

  check(step: number): void {
    this.#driver.tell({ is: 'check', step });
  }

  canBegin({ label, machine }: FoundStep): boolean {
    if (label === 'client') return this.#clients.has(machine);
    return label === 'start' && this.#nodes.has(machine);
  }

  /** A node starts, or a client begins: nothing has to arrive for that. */
  async begin(step: FoundStep): Promise<void> {
    const { label, machine, parent, nth } = step;
    const node = this.#nodes.get(machine);
    let target: RealProcess = this.#driver;
    if (label === 'start' && node?.declared.program !== undefined) {
      this.#kill(node.process);
      node.process = this.#processes.startNode(node.declared);
      node.isReady = false;
      for (const [name, ports] of this.#ports) node.process.tell({ is: 'ports', machine: name, ports });
      target = node.process;
      if (!(await this.becomes(() => node.isReady, HARD_WAIT_MS * 3))) return;
    }
    const to = target;
    const is = label === 'start' ? 'start' : 'client';
    const release = (number: number) => {
      const id = this.#begun(to);
      to.tell({ is, id, step: number, machine });
      if (is === 'start') this.#driver.tell({ is: 'state', machine, state: 'running', exit: undefined });
    };
    this.#gate.add({ machine, kind: 'arrival', label, parent, nth, release });
  }

  #begun(process: RealProcess): number {
    const id = this.#ids;
    this.#ids -= 1;
    this.#running = { process, id };
    return id;
  }

  async let(what: Waiting, step: number, resets: readonly string[]): Promise<void> {
    this.#options.log(`${this.#gate.gone}: ${what.machine} ${what.label} goes on as step ${step}`);
    what.release(step, resets);
    await this.becomes(() => this.#running === undefined, HARD_WAIT_MS);
    // One that does not come back waits for something that is held itself.
    this.#running = undefined;
    for (const machine of this.#options.steps[step]?.crashes ?? []) this.#crash(machine, step);
    this.#hasLooked = false;
    this.#driver.tell({ is: 'look', step });
    await this.becomes(() => this.#hasLooked, HARD_WAIT_MS);
  }

  #crash(machine: string, step: number): void {
    const node = this.#nodes.get(machine);
    if (node?.process === undefined) {
      this.refused ??= `it needs ${machine} to crash, and ${machine} is a function of the scenario, which has no process of its own`;
      return;
    }
    this.#kill(node.process);
    this.injected.push({ step, machine, fault: 'crash' });
    this.#gate.dropAllOf(machine);
    this.#driver.tell({ is: 'state', machine, state: 'stopped', exit: undefined });
    this.#listens(machine, {});
  }

  #kill(process: RealProcess | undefined): void {
    if (process === undefined) return;
    this.#killed.add(process);
    process.kill();
    this.#timers.forget(process.machine);
  }

  #listens(machine: string, ports: Record<string, number>): void {
    this.#ports.set(machine, ports);
    this.#processes.tellAll({ is: 'ports', machine, ports });
  }

  #hear(from: RealProcess, saying: Saying): void {
    if (this.#killed.has(from)) return;
    this.#options.log(`${from.machine} says ${JSON.stringify(saying)}`);
    this.#take(from, saying);
    this.#alarm.ring();
  }

  #take(from: RealProcess, saying: Saying): void {
    switch (saying.is) {
      case 'held':
        return this.#held(from, saying);
      case 'set':
        return this.#timers.add(saying);
      case 'dropped': {
        const what = this.#waitingOf(from).get(saying.id);
        if (what !== undefined) this.#gate.drop(what);
        return this.#timers.cleared(from.machine, saying.id);
      }
      case 'ran':
        if (this.#running?.process === from && this.#running.id === saying.id) this.#running = undefined;
        return undefined;
      case 'dialled':
        return this.#gate.wires.dialled(saying.port, saying.machine, saying.to, saying.parent);
      case 'wrote':
        return this.#gate.wires.wrote(saying.port, saying.machine, saying.step);
      case 'listens':
        return this.#listens(saying.machine, { ...this.#ports.get(saying.machine), [saying.port]: saying.real });
      case 'output':
        return this.#driver.tell(saying);
      case 'failure':
        return void this.failures.push(saying);
      case 'injected': {
        const { is: _is, ...injected } = saying;
        return void this.injected.push(injected);
      }
      case 'plan':
        return this.#planned(saying.nodes, saying.clients);
      case 'client-done':
        return void this.#clients.delete(saying.machine);
      case 'ready': {
        const node = this.#nodes.get(from.machine);
        if (node?.process === from) node.isReady = true;
        return undefined;
      }
      case 'looked':
        return void (this.#hasLooked = true);
      case 'checked':
        return void (this.hasChecked = true);
      case 'unsupported':
        return void (this.refused = `the scenario uses ${saying.what}`);
      case 'kill':
        return this.#nodes.get(saying.machine)?.process?.kill(saying.signal as NodeJS.Signals); // as the scenario wrote it
      case 'call':
        return this.#called(saying);
      case 'returned':
        return this.#returned(saying);
    }
  }

  #held(from: RealProcess, { id, machine, kind, label, parent, nth, port, delayMs }: Extract<Saying, { readonly is: 'held' }>): void {
    const waiting = this.#waitingOf(from);
    const release = (step: number, resets: readonly string[]): void => {
      waiting.delete(id);
      this.#running = { process: from, id };
      from.tell({ is: 'run', id, step, resets: this.#gate.wires.between(machine, resets) });
    };
    this.#timers.fired({ machine, label, parent, nth });
    const what: Waiting = { machine, kind, label, parent, nth, port, delayMs, release };
    waiting.set(id, what);
    this.#gate.add(what);
  }

  #waitingOf(process: RealProcess): Map<number, Waiting> {
    let waiting = this.#waiting.get(process);
    if (waiting === undefined) {
      waiting = new Map();
      this.#waiting.set(process, waiting);
    }
    return waiting;
  }

  #planned(nodes: readonly NodeDeclaration[], clients: readonly string[]): void {
    for (const declared of nodes) {
      this.#nodes.set(declared.name, { declared, process: undefined, isReady: false });
      this.#listens(declared.name, {});
    }
    for (const client of clients) this.#clients.add(client);
    this.isPlanned = true;
  }

  #called({ number, caller, call, args, machine, label, parent, nth }: Extract<Saying, { readonly is: 'call' }>): void {
    const release = (step: number): void => {
      const process = this.#nodes.get(machine)?.process;
      if (process !== undefined) process.tell({ is: 'call', id: this.#begun(process), step, number, caller, call, args });
    };
    this.#gate.add({ machine, kind: 'arrival', label, parent, nth, release });
  }

  #returned({ number, machine, label, parent, nth, value, error }: Extract<Saying, { readonly is: 'returned' }>): void {
    const driver = this.#driver;
    const release = (step: number): void => {
      driver.tell({ is: 'returned', id: this.#begun(driver), step, number, machine, value, error });
    };
    this.#gate.add({ machine, kind: 'arrival', label, parent, nth, release });
  }

  #ended(from: RealProcess, code: number | null, signal: string | null): void {
    if (this.#killed.has(from)) return;
    const { machine } = from;
    if (from === this.#driver) {
      const why = from.complaint;
      if (!this.hasChecked && this.failures.length === 0)
        this.refused ??= `the process of the scenario ended (${signal ?? `exit code ${code}`})${why === undefined ? '' : `: ${why}`}`;
    } else {
      this.#gate.dropAllOf(machine);
      this.#driver.tell({ is: 'state', machine, state: 'exited', exit: code ?? undefined });
      if (code !== null && code !== 0) this.failures.push(exitFailure(machine, code));
    }
    if (this.#running?.process === from) this.#running = undefined;
    this.#alarm.ring();
  }

  /** Waits for something to be said, or for a while. */
  something(ms: number): Promise<void> {
    return this.#alarm.wait(ms);
  }

  async becomes(condition: () => boolean, withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    while (!condition()) {
      if (this.isOver || performance.now() > until) return false;
      await this.something(20);
    }
    return true;
  }
}
