/**
 * The run as everything simulated sees it: time, order, decisions and the machine whose code is running. It carries out one transition
 * at a time: take what the scheduler chose, run it on its machine, drain, and look at what it did.
 */
import { RollingHash } from '../base/rolling-hash.ts';
import { Xoshiro128 } from '../base/xoshiro128.ts';
import type { ChoiceManner } from '../decide/source.ts';
import type { Decider } from '../decide/decider.ts';
import { DecisionDivergence } from '../decide/divergence.ts';
import { placeOf, SCENARIO } from '../decide/footprint.ts';
import { type Footprints, RedundantRun } from '../decide/footprints.ts';
import type { EventFields, EventSink } from '../engine/event-sink.ts';
import type { Failure } from '../engine/failure.ts';
import type { CrashedDisk } from '../engine/outcome.ts';
import { labelOf } from '../engine/transition/label.ts';
import { type Pending, PendingKind } from '../engine/transition/pending.ts';
import { Scheduler } from '../engine/transition/scheduler.ts';
import { AwaitWatch } from './run/await-watch.ts';
import { siteTable } from './load/sites.ts';
import { memoryWatch } from './contain/memory-watch.ts';
import { describeError } from './describe-error.ts';
import { bindContext } from './async-context.ts';
import type { FaultSite, FaultTarget, Firing } from './fault/fault.ts';
import { FaultSpace } from './fault/fault-space.ts';
import { leaveStage, putOnStage } from './global/registered-globals.ts';
import { type Kernel, Machine, type MachineOptions, type MachineRole } from './machine.ts';

/** 2030-01-01T00:00:00Z: a time no test mistakes for the present. */
const EPOCH_MS = 1_893_456_000_000;

/** Close enough to place a drift, rare enough to cost nothing in the log. */
const TRANSITIONS_PER_CHECKPOINT = 64;

/** Function entries and loop iterations one transition may take: some tenths of a second, far beyond what an event loop should be blocked. */
const FUEL_PER_TRANSITION = 50_000_000;

export interface KernelOptions {
  readonly decider: Decider;
  readonly sink: EventSink | undefined;
  /** Whether to note where code waits although nobody listens to events here. */
  readonly watchesAwaits?: boolean;
  readonly latenessUs: number;
  /** What machines have unless they say otherwise. */
  readonly machine?: MachineOptions | undefined;
  /** Takes every failure; the scenario may have switched some off. */
  readonly judge: (report: Report) => void;
  /** An error that no code of the machine caught. */
  readonly uncaught: (machine: Machine, error: unknown) => void;
  readonly signal: (target: Machine, signal: string) => void;
}

export interface Report extends Failure {
  readonly place?: string;
  readonly stack?: string;
  /** Where the check stands that was not met; it has not thrown, so this is a place and no stack of what went wrong. */
  readonly declared?: Error;
}

export class RunKernel implements Kernel {
  declare readonly scheduler: Scheduler;
  /** Kept when somebody wants to know what transitions have to do with each other. */
  declare readonly footprints: Footprints | undefined;
  readonly machines: Machine[] = [];
  readonly faults: FaultSpace = new FaultSpace(this);
  readonly epochMs = EPOCH_MS;
  declare readonly entropy: Xoshiro128;
  readonly powerLosses: CrashedDisk[] = [];
  /** The machine of the scenario itself: its checks and conditions run here. */
  declare readonly test: Machine;
  declare current: Machine;
  transitions = 0;
  /** Where a replay asked something the recording does not answer. */
  divergence: DecisionDivergence | undefined;
  /** Where clients wait, for a story that somebody reads. */
  declare readonly awaits: AwaitWatch | undefined;
  declare private readonly decider: Decider;
  declare private readonly sink: EventSink | undefined;
  declare private readonly options: KernelOptions;
  #lastLabel = labelOf('start');
  readonly #hash = new RollingHash();
  readonly #owners: Machine[] = [];
  readonly #fuel = siteTable();

  constructor(options: KernelOptions) {
    this.options = options;
    this.#fuel.reset();
    this.#fuel.isTooMuch = memoryWatch.look;
    this.decider = options.decider;
    this.sink = options.sink;
    this.awaits = options.sink === undefined && options.watchesAwaits !== true ? undefined : new AwaitWatch(this);
    this.scheduler = new Scheduler(options.decider, options.latenessUs);
    this.footprints = this.scheduler.footprints;
    options.decider.draw('entropy');
    this.entropy = new Xoshiro128({ hi: options.decider.source.hi, lo: options.decider.source.lo });
    this.test = this.addMachine('test', 'test', {});
    this.test.state = 'running';
    this.current = this.test;
    leaveStage();
    putOnStage(this.test);
  }

  get nowUs(): number {
    this.footprints?.readsTime();
    return this.scheduler.nowUs;
  }

  /** What the transition under way is. */
  get lastLabel(): string {
    return this.#lastLabel.text;
  }

  get observed(): boolean {
    return this.sink !== undefined;
  }

  addMachine(name: string, role: MachineRole, options: MachineOptions): Machine {
    const loop = this.scheduler.addLoop(name);
    const machine = new Machine(this, name, role, loop, { ...this.options.machine, ...options });
    loop.place = placeOf(machine.host.loop.index);
    this.footprints?.takesEverything();
    this.machines.push(machine);
    this.#owners[loop.index] = machine;
    return machine;
  }

  machineNamed(name: string): Machine | undefined {
    return this.machines.find((machine) => machine.name === name);
  }

  timer(machine: Machine, label: string, delayUs: number, act: (subject: unknown) => void, subject: unknown): Pending {
    return this.scheduler.add(machine.loop, PendingKind.timer, label, delayUs, bindContext(act), subject);
  }

  interval(machine: Machine, label: string, delayUs: number, act: (subject: unknown) => void, subject: unknown): Pending {
    return this.scheduler.add(machine.loop, PendingKind.timer, label, delayUs, bindContext(act), subject, true);
  }

  again(pending: Pending, delayUs: number): void {
    this.scheduler.again(pending, delayUs);
  }

  immediate(machine: Machine, label: string, act: (subject: unknown) => void, subject: unknown): Pending {
    return this.scheduler.add(machine.loop, PendingKind.immediate, label, 0, bindContext(act), subject);
  }

  arrive(machine: Machine, label: string, delayUs: number, act: (subject: unknown) => void, subject: unknown, turn?: number): Pending {
    return this.scheduler.add(machine.loop, PendingKind.arrival, label, delayUs, bindContext(act), subject, false, turn);
  }

  turn(): number {
    return this.scheduler.turn();
  }

  cancel(pending: Pending): boolean {
    const { footprints } = this;
    if (footprints !== undefined) {
      footprints.takes(pending.loop.place);
      if (pending.place >= 0) footprints.onPrevent?.(pending.cause, pending.atUs);
    }
    return pending.loop.cancel(pending);
  }

  choose(label: string, count: number, calm = 0, manner?: ChoiceManner): number {
    if (count < 2 || this.divergence !== undefined) return 0;
    try {
      return this.decider.choose(label, count, calm, manner);
    } catch (error) {
      return this.#diverged(error);
    }
  }

  happens(label: string, rate: number): boolean {
    if (rate <= 0 || this.divergence !== undefined) return false;
    try {
      return this.decider.happens(label, rate);
    } catch (error) {
      return this.#diverged(error) === 1;
    }
  }

  /** Questions are asked in the middle of user code, which must not get to see, or catch, that a replay went astray. */
  #diverged(error: unknown): 0 | 1 {
    if (!(error instanceof DecisionDivergence)) throw error;
    this.divergence = error;
    return 0;
  }

  note(name: string, fields: EventFields): void {
    this.sink?.emit(Math.floor(this.nowUs / 1000), name, 'engine', { node: this.current.name, ...fields });
  }

  report(report: Report): void {
    this.options.judge(report);
    this.footprints?.takesEverything();
  }

  fault(site: FaultSite, target: FaultTarget): Firing | undefined {
    return this.faults.isEmpty ? undefined : this.faults.at(site, target);
  }

  signal(target: Machine, signal: string): void {
    this.options.signal(target, signal);
  }

  passBusyTime(us: number): void {
    this.footprints?.takesEverything();
    this.scheduler.nowUs += us;
  }

  /** Runs the next transition but for the draining, which is up to whoever leads the run; false when nothing is due by the limit. */
  step(limitUs: number): boolean {
    if (this.divergence !== undefined) throw this.divergence;
    if (this.footprints?.isRedundant === true) throw new RedundantRun();
    const pending = this.scheduler.next(limitUs);
    if (pending === undefined) return false;
    const machine = this.#owners[pending.loop.index];
    if (machine === undefined) return true;
    this.#count(pending);
    this.current = machine;
    if (this.sink !== undefined) this.#noteTransition(pending);
    this.#fuel.refuel(FUEL_PER_TRANSITION);
    putOnStage(machine);
    if (this.footprints !== undefined) this.#noteEntered(this.footprints, machine);
    // Not through `enter`, which puts back who was there before: after a transition its machine stays, for what is drained.
    const { act } = pending;
    try {
      act(pending.subject);
    } catch (error) {
      this.current = machine;
      this.options.uncaught(machine, error);
    }
    this.current = machine;
    return true;
  }

  enter(machine: Machine, act: (subject: unknown) => void, subject: unknown): void {
    const before = this.current;
    this.current = machine;
    if (this.footprints !== undefined) this.#noteEntered(this.footprints, machine);
    try {
      act(subject);
    } catch (error) {
      this.options.uncaught(machine, error);
    } finally {
      this.current = before;
    }
  }

  /** Code of this machine runs: its own state, and the variables of the scenario unless it has modules of its own. */
  #noteEntered(footprints: Footprints, machine: Machine): void {
    footprints.takes(machine.isConfined ? machine.loop.place : machine.loop.place | SCENARIO);
  }

  /** The last word of a run about itself: a replay must end in the same state. */
  seal(): void {
    this.decider.checkpoint(this.transitions, this.#hash.hi, this.#hash.lo);
  }

  /** The code that ran did not come to an end by itself. */
  get isBlocked(): boolean {
    return this.#fuel.stopped !== undefined;
  }

  #noteTransition({ label }: Pending): void {
    this.note('transition', { label: label.text });
  }

  /** Ends a machine whose code did not come to an end by itself; what it swallowed of that does not count. */
  reportBlocked(): void {
    const { stopped } = this.#fuel;
    if (stopped === undefined) return;
    const { place, stack } = describeError(stopped);
    const message = `${this.current.name} did not come back from its ${this.lastLabel}: more than ${FUEL_PER_TRANSITION} loop rounds and calls without a pause`;
    this.report({ kind: 'hang', title: 'event_loop_blocked', message, place: `${this.current.name} ${place}`, stack });
  }

  get hash(): string {
    return this.#hash.hex();
  }

  #count(pending: Pending): void {
    this.transitions += 1;
    this.#lastLabel = pending.label;
    this.#hash.mix3(pending.loop.index, pending.label.hash, this.scheduler.nowUs);
    if (this.transitions % TRANSITIONS_PER_CHECKPOINT === 0) this.seal();
  }
}
