/**
 * Leads real processes through a found order: one thing after the other is let go on, and what comes of it is compared with what was
 * found. It ends with the failure, with the reason why it could not be forced, or with the whole order gone and nothing wrong.
 */
import type { FindingKind } from '../trace/finding.ts';
import type { FoundStep } from './found-order.ts';
import { Gate, type Waiting } from './gate.ts';
import { type Hears, Processes, type RealProcess } from './processes.ts';
import type { NodeDeclaration, Saying } from './protocol.ts';

export interface RealFailure {
  readonly kind: FindingKind;
  readonly title: string;
  readonly message: string;
  readonly place: string;
  readonly stack?: string;
}

export type Confirmed =
  | { readonly is: 'failed'; readonly failures: readonly RealFailure[]; readonly gone: number }
  | { readonly is: 'passed'; readonly gone: number }
  | { readonly is: 'refused'; readonly why: string }
  | { readonly is: 'stuck'; readonly why: string; readonly gone: number };

export interface ConfirmOptions {
  /** The program of the processes. */
  readonly entry: string;
  readonly project: string;
  readonly file: string;
  readonly simulation: string;
  readonly withoutClients: readonly string[];
  readonly choices: Readonly<Record<string, readonly number[]>>;
  readonly steps: readonly FoundStep[];
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  readonly onStep: (gone: number) => void;
  /** For those who want to know how it went. */
  readonly log: (text: string) => void;
}

/** Something that has no counterpart may not come; what has one comes sooner than this, or never. */
const SOFT_WAIT_MS = 250;
const HARD_WAIT_MS = 3_000;
/** So long nothing happens, and it is quiet. */
const QUIET_MS = 120;
const SETTLE_MS = 5_000;

export async function confirmRun(options: ConfirmOptions): Promise<Confirmed> {
  const run = new ConfirmRun(options);
  try {
    return await run.lead();
  } finally {
    await run.end();
  }
}

class ConfirmRun {
  readonly #options: ConfirmOptions;
  readonly #gate: Gate;
  readonly #processes: Processes;
  readonly #nodes = new Map<string, { readonly declared: NodeDeclaration; process: RealProcess | undefined; isReady: boolean }>();
  readonly #waiting = new Map<RealProcess, Map<number, Waiting>>();
  readonly #timers = new Map<string, { readonly machine: string; readonly periodic: boolean }>();
  readonly #ports = new Map<string, Record<string, number>>();
  readonly #clients = new Set<string>();
  readonly #failures: RealFailure[] = [];
  readonly #killed = new Set<RealProcess>();
  #driver: RealProcess | undefined;
  #isPlanned = false;
  #hasChecked = false;
  #hasLooked = true;
  #refused: string | undefined;
  /** What was let go on and is not done. */
  #running: { readonly process: RealProcess; readonly id: number } | undefined;
  #ids = -1;
  #wake: () => void = () => undefined;

  constructor(options: ConfirmOptions) {
    this.#options = options;
    this.#gate = new Gate(options.steps);
    const hears: Hears = { says: (from, saying) => this.#hear(from, saying), ends: (from, code, signal) => this.#ended(from, code, signal) };
    this.#processes = new Processes(options.entry, options.project, hears);
    options.signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  end(): Promise<void> {
    return this.#processes.end();
  }

  async lead(): Promise<Confirmed> {
    const { file, simulation, withoutClients, choices, budgetMs } = this.#options;
    const until = performance.now() + budgetMs;
    this.#driver = this.#processes.startDriver({ entry: file, simulation, withoutClients, choices });
    if (!(await this.#becomes(() => this.#isPlanned, until - performance.now()))) return this.#stuck('the scenario could not be loaded');
    let waitsSince = performance.now();
    for (;;) {
      if (this.#isOver) return this.#verdict();
      if (performance.now() > until) return this.#stuck(`the time box of ${Math.round(budgetMs / 1000)} s was used up`);
      const next = this.#gate.next();
      if (next.is === 'impossible') return this.#stuck(next.why);
      if (next.is === 'end') break;
      if (next.is === 'release') {
        await this.#let(next.what, next.step, next.resets);
        waitsSince = performance.now();
        continue;
      }
      if (this.#canBegin(next.for)) {
        await this.#begin(next.for);
        waitsSince = performance.now();
        continue;
      }
      const waited = performance.now() - waitsSince;
      const isComing = this.#timers.has(keyOf(next.for));
      if (!isComing && waited > SOFT_WAIT_MS && this.#gate.skip()) {
        this.#options.log(`${next.for.machine} ${next.for.label} did not come in the course of step ${next.for.parent}; waiting: ${this.#gate.told}`);
        waitsSince = performance.now();
        continue;
      }
      if (!isComing && waited > HARD_WAIT_MS)
        return this.#stuck(
          `the order could not be forced: “${next.for.machine} ${next.for.label}” has its turn at ${next.for.timeMs} ms, in the course of step ${next.for.parent}, and does not come` +
            (this.#gate.isEmpty ? '' : `; waiting are ${this.#gate.told}`),
        );
      await this.#something(isComing ? 50 : 20);
    }
    return this.#finish(until);
  }

  /** The rest goes as it comes; when it is quiet, the last checks are made. */
  async #finish(until: number): Promise<Confirmed> {
    const gone = this.#gate.gone;
    this.#gate.open();
    const end = Math.min(until, performance.now() + SETTLE_MS);
    let quietSince = performance.now();
    while (!this.#isOver && performance.now() < end) {
      const next = this.#gate.next();
      if (next.is === 'release') {
        await this.#let(next.what, next.step, next.resets);
        quietSince = performance.now();
        continue;
      }
      const isBusy = this.#clients.size > 0 || [...this.#timers.values()].some(({ periodic }) => !periodic);
      if (!isBusy && performance.now() - quietSince > QUIET_MS) break;
      await this.#something(20);
    }
    if (!this.#isOver) {
      this.#driver?.tell({ is: 'check', step: gone });
      while (!this.#isOver && !this.#hasChecked && performance.now() < until) {
        const next = this.#gate.next();
        if (next.is === 'release') await this.#let(next.what, next.step, next.resets);
        else await this.#something(20);
      }
    }
    return this.#verdict();
  }

  get #isOver(): boolean {
    return this.#failures.length > 0 || this.#refused !== undefined || this.#options.signal.aborted;
  }

  #verdict(): Confirmed {
    const { gone } = this.#gate;
    if (this.#refused !== undefined) return { is: 'refused', why: this.#refused };
    if (this.#options.signal.aborted) return { is: 'stuck', why: 'interrupted', gone };
    return this.#failures.length > 0 ? { is: 'failed', failures: this.#failures, gone } : { is: 'passed', gone };
  }

  #stuck(why: string): Confirmed {
    return this.#isOver ? this.#verdict() : { is: 'stuck', why, gone: this.#gate.gone };
  }

  #canBegin({ label, machine }: FoundStep): boolean {
    if (label === 'client') return this.#clients.has(machine);
    return label === 'start' && this.#nodes.has(machine);
  }

  /** A node starts, or a client begins: nothing has to arrive for that. */
  async #begin(step: FoundStep): Promise<void> {
    const { label, machine, parent, nth } = step;
    const node = this.#nodes.get(machine);
    let target = this.#driver;
    if (label === 'start' && node?.declared.program !== undefined) {
      this.#kill(node.process);
      node.process = this.#processes.startNode(node.declared);
      node.isReady = false;
      for (const [name, ports] of this.#ports) node.process.tell({ is: 'ports', machine: name, ports });
      target = node.process;
      if (!(await this.#becomes(() => node.isReady, HARD_WAIT_MS * 3))) return;
    }
    if (target === undefined) return;
    const to = target;
    const is = label === 'start' ? 'start' : 'client';
    const release = (number: number) => {
      const id = this.#begun(to);
      to.tell({ is, id, step: number, machine });
      if (is === 'start') this.#driver?.tell({ is: 'state', machine, state: 'running', exit: undefined });
    };
    this.#gate.add({ machine, kind: 'arrival', label, parent, nth, release });
  }

  #begun(process: RealProcess): number {
    const id = this.#ids;
    this.#ids -= 1;
    this.#running = { process, id };
    return id;
  }

  async #let(what: Waiting, step: number, resets: readonly string[]): Promise<void> {
    this.#options.log(`${this.#gate.gone}: ${what.machine} ${what.label} goes on as step ${step}`);
    what.release(step, resets);
    await this.#becomes(() => this.#running === undefined, HARD_WAIT_MS);
    // One that does not come back waits for something that is held itself.
    this.#running = undefined;
    for (const machine of this.#options.steps[step]?.crashes ?? []) this.#crash(machine);
    this.#hasLooked = false;
    this.#driver?.tell({ is: 'look', step });
    await this.#becomes(() => this.#hasLooked, HARD_WAIT_MS);
    this.#options.onStep(this.#gate.gone);
  }

  #crash(machine: string): void {
    const node = this.#nodes.get(machine);
    if (node?.process === undefined) {
      this.#refused ??= `it needs ${machine} to crash, and ${machine} is a function of the scenario, which has no process of its own`;
      return;
    }
    this.#kill(node.process);
    this.#gate.dropAllOf(machine);
    this.#driver?.tell({ is: 'state', machine, state: 'stopped', exit: undefined });
    this.#listens(machine, {});
  }

  #kill(process: RealProcess | undefined): void {
    if (process === undefined) return;
    this.#killed.add(process);
    process.kill();
    for (const key of [...this.#timers.keys()]) if (this.#timers.get(key)?.machine === process.machine) this.#timers.delete(key);
  }

  #listens(machine: string, ports: Record<string, number>): void {
    this.#ports.set(machine, ports);
    this.#processes.tellAll({ is: 'ports', machine, ports });
  }

  #hear(from: RealProcess, saying: Saying): void {
    if (this.#killed.has(from)) return;
    this.#options.log(`${from.machine} says ${JSON.stringify(saying)}`);
    this.#take(from, saying);
    this.#wake();
  }

  #take(from: RealProcess, saying: Saying): void {
    switch (saying.is) {
      case 'held':
        return this.#held(from, saying);
      case 'set':
        return void this.#timers.set(keyOf(saying), saying);
      case 'dropped': {
        const what = this.#waitingOf(from).get(saying.id);
        if (what !== undefined) this.#gate.drop(what);
        return undefined;
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
        return this.#driver?.tell(saying);
      case 'failure':
        return void this.#failures.push(saying);
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
        this.#hasLooked = true;
        return undefined;
      case 'checked':
        this.#hasChecked = true;
        return undefined;
      case 'unsupported':
        this.#refused = `the scenario uses ${saying.what}`;
        return undefined;
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
    this.#timers.delete(keyOf({ machine, label, parent, nth }));
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
    this.#isPlanned = true;
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
    if (driver === undefined) return;
    const release = (step: number): void => {
      driver.tell({ is: 'returned', id: this.#begun(driver), step, number, machine, value, error });
    };
    this.#gate.add({ machine, kind: 'arrival', label, parent, nth, release });
  }

  #ended(from: RealProcess, code: number | null, signal: string | null): void {
    if (this.#killed.has(from)) return;
    const { machine } = from;
    if (from === this.#driver) {
      const why = from.stderr.trim().split('\n').find((line) => /error/iu.test(line));
      if (!this.#hasChecked && this.#failures.length === 0)
        this.#refused ??= `the process of the scenario ended (${signal ?? `exit code ${code}`})${why === undefined ? '' : `: ${why.trim()}`}`;
    } else {
      this.#gate.dropAllOf(machine);
      this.#driver?.tell({ is: 'state', machine, state: 'exited', exit: code ?? undefined });
      if (code !== null && code !== 0)
        this.#failures.push({ kind: 'target_behavior', title: 'nonzero_exit', message: `${machine} ended with exit code ${code}`, place: machine });
    }
    if (this.#running?.process === from) this.#running = undefined;
    this.#wake();
  }

  /** Waits for something to be said, or for a while. */
  #something(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timeout = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timeout);
        resolve();
      };
    });
  }

  async #becomes(condition: () => boolean, withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    while (!condition()) {
      if (this.#isOver || performance.now() > until) return false;
      await this.#something(20);
    }
    return true;
  }
}

function keyOf({ machine, label, parent, nth }: { readonly machine: string; readonly label: string; readonly parent: number; readonly nth: number }): string {
  return `${machine} ${label} ${parent} ${nth}`;
}

