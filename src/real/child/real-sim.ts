/** The `sim` of a confirmation: the same words, meaning real processes, directories and ports. */
import { createRequire } from 'node:module';
import type * as nodeFs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { History } from '../../sim/scenario/history.ts';
import type { Check } from '../../sim/scenario/plan.ts';
import type { NodeEntry } from '../../sim/lifecycle.ts';
import type { NodeOptions } from '../../sim/scenario/node-options.ts';
import type { ClientOptions } from '../../sim/scenario/sim.ts';
import type { HistoryModel } from '../../trace/history.ts';
import { RealDisk } from './disk-of-machine.ts';
import type { Driver, RealPlan } from './driver.ts';
import { diskOf } from './hold-files.ts';
import type { Keeper } from './keeper.ts';
import { RealHandle } from './real-handle.ts';
import { Unsupported } from './unsupported.ts';

/** Taken before they are replaced. */
const { mkdirSync, writeFileSync } = createRequire(import.meta.url)('node:fs') as typeof nodeFs;

export class RealSim {
  readonly #keeper: Keeper;
  readonly #plan: RealPlan;
  readonly #driver: Driver;
  readonly #from: string;
  readonly #began = performance.now();
  readonly #asked = new Map<string, number>();

  constructor(keeper: Keeper, plan: RealPlan, driver: Driver, from: string) {
    this.#keeper = keeper;
    this.#plan = plan;
    this.#driver = driver;
    this.#from = from;
  }

  node(name: string, entry: NodeEntry, options: NodeOptions = {}): RealHandle {
    if (options.clock !== undefined) throw new Unsupported('machines with clocks of their own');
    const isProgram = typeof entry === 'string';
    const disk = diskOf(this.#keeper.role.disks, name);
    mkdirSync(join(disk, 'tmp'), { recursive: true });
    for (const [path, data] of Object.entries(options.files ?? {})) {
      const real = join(disk, resolve('/', path));
      mkdirSync(dirname(real), { recursive: true });
      writeFileSync(real, data);
    }
    const node = {
      declared: {
        name,
        ...(isProgram ? { program: resolve(dirname(this.#from), entry) } : {}),
        argv: options.argv ?? [],
        env: options.env ?? {},
        cwd: options.cwd,
        stdin: options.stdin,
      },
      main: isProgram ? undefined : (): unknown => Reflect.apply(entry, undefined, []),
      exports: undefined,
      state: 'stopped' as const,
      exit: undefined,
      output: [],
    };
    this.#plan.nodes.set(name, node);
    return new RealHandle(this.#keeper, this.#driver, node);
  }

  client(name: string, run: () => unknown, options: ClientOptions = {}): void {
    mkdirSync(join(diskOf(this.#keeper.role.disks, name), 'tmp'), { recursive: true });
    this.#plan.clients.push({ name, run, mayFail: options.mayFail ?? false });
  }

  program(): void {
    throw new Unsupported('programs that are started as child processes');
  }

  /** What happened of them is in the found order. */
  faults(): void {}

  always(name: string, check: Check): void {
    this.#plan.always.push({ name, check });
  }

  finally(name: string, check: Check): void {
    this.#plan.finally.push({ name, check });
  }

  eventually(name: string, check: Check): void {
    this.#plan.eventually.push({ name, check });
  }

  history(model: HistoryModel): History {
    const keeper = this.#keeper;
    const told = {
      get current() {
        return { name: keeper.machine };
      },
      observed: false,
      note: () => undefined,
    };
    const history = new History(told, model);
    this.#plan.histories.push({ model, operations: () => history.operations });
    return history;
  }

  allow(...titles: readonly string[]): void {
    for (const title of titles) this.#plan.allowed.add(title);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((done) => {
      const keeper = this.#keeper;
      const name = keeper.name('sleep');
      const id = keeper.newId();
      keeper.say({ is: 'set', id, periodic: false, ...name });
      realTimeout(() => keeper.hold(name, 'timer', done, { id, delayMs: ms }), ms);
    });
  }

  until(condition: () => unknown): Promise<void> {
    const keeper = this.#keeper;
    const { machine } = keeper;
    return new Promise((go) => {
      if (condition() === true) keeper.hold(keeper.name('until'), 'arrival', go);
      else this.#plan.waiters.push({ machine, condition, go });
    });
  }

  settle(): Promise<void> {
    const keeper = this.#keeper;
    return new Promise((go) => {
      keeper.hold({ ...keeper.name('settle'), parent: -1 }, 'arrival', go);
    });
  }

  choose(label: string, _count: number): number {
    const nth = this.#asked.get(label) ?? 0;
    this.#asked.set(label, nth + 1);
    return this.#keeper.role.choices?.[label]?.[nth] ?? 0;
  }

  rand(): number {
    return Math.random();
  }

  log(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  disk(node: RealHandle): RealDisk {
    return new RealDisk(node.name, node.cwd ?? this.#keeper.role.project, diskOf(this.#keeper.role.disks, node.name));
  }

  connect(): void {}

  get net(): never {
    throw new Unsupported('a network that can be cut');
  }

  clock(): number {
    return Date.now();
  }

  get now(): number {
    return performance.now() - this.#began;
  }
}

const realTimeout = setTimeout;
