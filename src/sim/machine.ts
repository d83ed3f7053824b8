/**
 * One simulated machine: a node, a client, or the test itself. It has its own event loop, clock, environment and modules; disk,
 * sockets and whatever else belongs to a machine are parts that are made when somebody first asks for them, because most runs need few.
 */
import type { Xoshiro128 } from '../base/xoshiro128.ts';
import { type Footprints, inboxOf } from '../decide/footprints.ts';
import type { ChoiceManner } from '../decide/source.ts';
import type { EventLoop } from '../engine/transition/event-loop.ts';
import type { ImageNode } from '../world/disk/image.ts';
import type { FaultSite, FaultTarget, Firing } from './fault/fault.ts';
import type { Pending } from '../engine/transition/pending.ts';
import type { Failure } from '../engine/failure.ts';
import type { EventFields } from '../engine/event-sink.ts';
import type { CrashedDisk } from '../engine/outcome.ts';

/** What machines and everything simulated may ask of the run. */
export interface Kernel {
  /** The machine whose code is running. */
  readonly current: Machine;
  readonly nowUs: number;
  /** Kept when somebody wants to know what transitions have to do with each other; whoever reaches into another machine says so here. */
  readonly footprints: Footprints | undefined;
  /** Wall-clock time at which the world began. */
  readonly epochMs: number;
  /** Transitions so far. */
  readonly transitions: number;
  readonly entropy: Xoshiro128;
  /** Disks that lost power, in their order. */
  readonly powerLosses: CrashedDisk[];
  /** True when somebody wants to read the story; building events for nobody is a waste. */
  readonly observed: boolean;
  /** Where machines wait, if somebody reads the story. */
  readonly awaits: { placeOf(machine: Machine): string | undefined } | undefined;
  /** Runs on the machine after the delay, in the order in which timers are due. */
  timer(machine: Machine, label: string, delayUs: number, act: (subject: unknown) => void, subject: unknown): Pending;
  /** A timer that comes again and again; it is no sign that something is still going on. */
  interval(machine: Machine, label: string, delayUs: number, act: (subject: unknown) => void, subject: unknown): Pending;
  /** Puts a timer that is running back, for its next round. */
  again(pending: Pending, delayUs: number): void;
  immediate(machine: Machine, label: string, act: (subject: unknown) => void, subject: unknown): Pending;
  /** A completion or message that is due after the delay; free against all other arrivals. */
  arrive(machine: Machine, label: string, delayUs: number, act: (subject: unknown) => void, subject: unknown, turn?: number): Pending;
  /** A place in the order of what is due at the same time, for something that waits before it can arrive. */
  turn(): number;
  /** False when it has run or was cancelled before. */
  cancel(pending: Pending): boolean;
  /** A decision: one of `count` answers, 0 is what idle Node on a healthy machine would see. Not recorded when there is only one. */
  choose(label: string, count: number, calm?: number, manner?: ChoiceManner): number;
  /** A decision at a rate, for faults. */
  happens(label: string, rate: number): boolean;
  /** Part of the story of a run: what happened, on the current machine. Call only when observed. */
  note(name: string, fields: EventFields): void;
  /** Something is wrong with the subject; the run ends after this transition unless the scenario switched this finding off. */
  report(failure: Failure & { readonly place?: string; readonly stack?: string }): void;
  /** Time that a machine spends computing. */
  passBusyTime(us: number): void;
  /** Runs code of a machine now, inside the transition under way: its errors are its own. */
  enter(machine: Machine, act: (subject: unknown) => void, subject: unknown): void;
  /** A signal from one process to another, or to itself. */
  signal(target: Machine, signal: string): void;
  /** False once the world heals: what faults left behind is over too. */
  readonly faults: { readonly active: boolean; arms(type: string): boolean };
  /** Asks whether a fault of the scenario happens here and now. */
  fault(site: FaultSite, target: FaultTarget): Firing | undefined;
  machineNamed(name: string): Machine | undefined;
  /** In the order in which they were declared; the place is that of their loop. */
  readonly machines: readonly Machine[];
}

export type MachineRole = 'node' | 'client' | 'test';

/** 'stopped' = not started yet, or down until it is restarted. */
export type MachineState = 'stopped' | 'running' | 'exited';

export type CrashMode = 'process' | 'power-loss';

/** Something lazily attached to a machine, and what becomes of it when the machine goes down. */
export interface Part<T> {
  readonly name: string;
  create(machine: Machine): T;
  /** The machine went down: a crash, a kill, or its process ended. What is returned is the part of the next life; undefined = a new one. */
  down?(machine: Machine, part: T, how: Down): T | undefined;
}

export interface Down {
  /** 'exit' = the process ended by itself, 'process' = killed, 'power-loss' = the whole machine vanished. */
  readonly how: 'exit' | CrashMode;
}

export interface Parent {
  readonly machine: Machine;
  readonly as: 'process' | 'thread';
  /** Its process or thread is over. */
  ended(how: { readonly code: number | null; readonly signal: string | null }): void;
  /** Hears of an error in a thread that nothing there caught. */
  failed?(error: unknown): void;
}

/** Takes what a process writes to its output. */
export type OutputSink = (chunk: Uint8Array) => void;

export interface MachineOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  readonly cwd?: string;
  /** The real files its disk shows, read when asked for and never written; shared by all runs of a campaign. */
  readonly image?: ImageNode;
  /** Files on its disk before it first starts. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** What its standard input holds; nothing unless given. 'pipe' = somebody will write to it. */
  readonly stdin?: { readonly text: string } | 'pipe';
  /** Where its output goes beside its story; undefined or absent = nowhere else. */
  readonly stdio?: { readonly stdout?: OutputSink | undefined; readonly stderr?: OutputSink | undefined };
  /** Started by another machine: as a process of its own, or as a thread of the same one. How it ends is that one's business. */
  readonly parent?: Parent;
}

export class Machine {
  declare readonly kernel: Kernel;
  declare readonly name: string;
  declare readonly role: MachineRole;
  declare readonly loop: EventLoop;
  declare readonly options: MachineOptions;
  state: MachineState = 'stopped';
  /** Counts its lives; whatever was asked for in an earlier one must not come back in this one. */
  life = 0;
  exitCode: number | undefined;
  /** Handles that keep the process alive beside pending transitions: listening servers, open sockets, watchers, child processes. */
  handles = 0;
  /** Its code shares no variables with the scenario or another machine. */
  isConfined = false;
  /** It used its disk or the network in the transition under way: a place where crashes hurt. */
  touched = false;
  /** Wall clock against the world's: an offset, and a rate in parts per million. */
  skewUs = 0;
  driftPpm = 0;
  /** Where drift counts from. */
  driftSinceUs = 0;
  /** Its wall clock goes ahead, back, behind and back again. */
  swing: Swing | undefined;
  /** What was written to its standard output and error. */
  readonly output: { readonly fd: 1 | 2; readonly text: string; readonly atUs: number }[] = [];
  readonly #parts = new Map<Part<unknown>, unknown>();
  #random: Xoshiro128 | undefined;
  #clockReads = 0;
  #clockReadsIn = -1;

  constructor(kernel: Kernel, name: string, role: MachineRole, loop: EventLoop, options: MachineOptions) {
    this.kernel = kernel;
    this.name = name;
    this.role = role;
    this.loop = loop;
    this.options = options;
  }

  /** The computer it runs on, whose disk, network and name it has; itself unless another machine started it. */
  get host(): Machine {
    return this.options.parent?.machine.host ?? this;
  }

  /** The process it belongs to; itself unless it is a thread. */
  get leader(): Machine {
    const { parent } = this.options;
    return parent?.as === 'thread' ? parent.machine.leader : this;
  }

  part<T>(kind: Part<T>): T {
    this.kernel.footprints?.takes(this.loop.place);
    const known = this.#parts.get(kind);
    if (known !== undefined) return known as T; // a part is only ever stored under its own kind
    const made = kind.create(this);
    this.#parts.set(kind, made);
    return made;
  }

  /** A part if it exists already, for those that only want to look. */
  peek<T>(kind: Part<T>): T | undefined {
    this.kernel.footprints?.takes(this.loop.place);
    // Reason for the cast: a part is only ever stored under its own kind.
    return this.#parts.get(kind) as T | undefined;
  }

  /** Ends this life: nothing pending comes back, every part is told. */
  goDown(down: Down): void {
    this.kernel.footprints?.takes(this.loop.place);
    this.kernel.footprints?.takesThing(inboxOf(this.loop.index));
    this.life += 1;
    this.loop.clear();
    this.handles = 0;
    this.state = down.how === 'exit' ? 'exited' : 'stopped';
    for (const [kind, part] of [...this.#parts]) {
      const next = kind.down?.(this, part, down);
      if (next === undefined) this.#parts.delete(kind);
      else this.#parts.set(kind, next);
    }
  }

  /** Randomness of this machine; a stream of its own, so that others drawing more does not disturb it. */
  get random(): Xoshiro128 {
    this.kernel.footprints?.usesRandomness();
    this.#random ??= this.kernel.entropy.splitStream(this.name);
    return this.#random;
  }

  /** Time since its process started, in µs; never goes back. */
  uptimeUs(): number {
    this.#countRead();
    return this.kernel.nowUs - this.startedUs;
  }

  startedUs = 0;

  /** How far its wall clock is ahead of the world's. */
  wrongByUs(nowUs: number): number {
    const drift = this.driftPpm === 0 ? 0 : ((nowUs - this.driftSinceUs) * this.driftPpm) / 1e6;
    return this.skewUs + drift + (this.swing === undefined ? 0 : swungUs(this.swing, nowUs));
  }

  /** Its wall clock runs faster or slower from now on; what it was ahead or behind it stays. */
  driftFrom(nowUs: number, ppm: number): void {
    this.skewUs = this.wrongByUs(nowUs) - (this.swing === undefined ? 0 : swungUs(this.swing, nowUs));
    this.driftPpm = ppm;
    this.driftSinceUs = nowUs;
  }

  /** How often code has looked at the wall clock. */
  wallReads = 0;

  /** Milliseconds since 1970 on the clock of this machine. */
  wallMs(): number {
    this.wallReads += 1;
    this.#countRead();
    const { nowUs, epochMs } = this.kernel;
    return epochMs + Math.floor((nowUs + this.wrongByUs(nowUs)) / 1000);
  }

  /** A program that reads its clock over and over waits for time to pass, so it passes: otherwise it would wait for ever. */
  #countRead(): void {
    const { transitions } = this.kernel;
    if (this.#clockReadsIn !== transitions) {
      this.#clockReadsIn = transitions;
      this.#clockReads = 0;
    }
    this.#clockReads += 1;
    if (this.#clockReads > CLOCK_READS_FREE) this.kernel.passBusyTime(BUSY_READ_US);
  }
}

export interface Swing {
  readonly sinceUs: number;
  readonly byUs: number;
  readonly periodUs: number;
}

/** A straight line up, down and up again: the same on every computer. */
function swungUs({ sinceUs, byUs, periodUs }: Swing, nowUs: number): number {
  const phase = (((nowUs - sinceUs) % periodUs) / periodUs) * 4;
  return Math.round(byUs * (phase < 1 ? phase : phase < 3 ? 2 - phase : phase - 4));
}

/** More readings in one transition than any program takes that does not wait for the clock. */
const CLOCK_READS_FREE = 1000;
const BUSY_READ_US = 100;
