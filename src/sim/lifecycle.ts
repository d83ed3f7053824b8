/**
 * The lives of machines: a process starts, ends by itself, is killed, crashes with its machine, and comes back. What no code of a
 * process caught ends it, as in Node, and is a finding.
 */
import { inboxOf } from '../decide/footprints.ts';
import type { Report } from './kernel.ts';
import type { CrashMode, Machine } from './machine.ts';
import { exitStatus } from './process/exit-code.ts';
import { isFatal, numberOfSignal } from './process/signals.ts';
import { ExitSignal, processIfAny } from './process/sim-process.ts';
import { describeError } from './describe-error.ts';
import { titleOfMisuse } from './misuse.ts';
import { withoutModule } from './load/imported-names.ts';
import { OutOfFuel } from './load/sites.ts';
import { write } from './process/output-stream.ts';
import { isPromise } from './value-kinds.ts';

/** Starts the program of a machine: its entry module or function. */
export type StartProgram = (machine: Machine) => unknown;

/** A module, or a function of the scenario. */
export type NodeEntry = string | ((...args: never[]) => unknown);

export interface Restart {
  readonly delayMs: number;
}

interface Program {
  start: StartProgram;
  readonly restart: Restart | undefined;
  readonly startOther: ((entry: NodeEntry) => StartProgram) | undefined;
  /** The entry has been evaluated, top-level await included. */
  loaded: boolean;
}

/** A process that waits for a promise nothing can settle ends with this code in Node. */
const UNSETTLED_AWAIT = 13;

export class Lifecycle {
  readonly #programs = new Map<Machine, Program>();
  readonly #absent = new Set<Machine>();
  readonly #report: (report: Report) => void;

  constructor(report: (report: Report) => void) {
    this.#report = report;
  }

  /** Nothing will ever run on these, whoever asks for it. */
  leaveOut(machines: readonly Machine[]): void {
    for (const machine of machines) this.#absent.add(machine);
  }

  /** `startOther` starts another program on the machine. */
  install(machine: Machine, start: StartProgram, restart: Restart | undefined, startOther?: (entry: NodeEntry) => StartProgram): void {
    this.#programs.set(machine, { start, restart, startOther, loaded: false });
  }

  /** From its next start on it runs another program, the next version for example. */
  become(machine: Machine, entry: NodeEntry): void {
    const program = this.#programs.get(machine);
    if (program?.startOther === undefined) return;
    program.start = program.startOther(entry);
    if (machine.kernel.observed)
      machine.kernel.note('become', { target: machine.name, program: typeof entry === 'string' ? entry : entry.name });
  }

  /** Whether its entry has been evaluated; machines without a program are always ready. */
  isLoaded(machine: Machine): boolean {
    return this.#programs.get(machine)?.loaded ?? true;
  }

  /** As a transition of its own, like everything else. */
  start(machine: Machine, delayUs = 0): void {
    if (this.#absent.has(machine)) return;
    machine.state = 'running';
    machine.startedUs = machine.kernel.nowUs + delayUs;
    machine.exitCode = undefined;
    machine.kernel.arrive(machine, 'start', delayUs, () => this.#evaluate(machine), undefined);
  }

  #evaluate(machine: Machine): void {
    const program = this.#programs.get(machine);
    if (program === undefined) return;
    program.loaded = false;
    if (machine.kernel.observed) machine.kernel.note('start', { life: machine.life });
    const { life } = machine;
    const result = program.start(machine);
    if (!isPromise(result)) {
      program.loaded = true;
      return;
    }
    result.then(
      () => {
        program.loaded = true;
      },
      (error: unknown) => {
        if (machine.life === life) this.uncaught(machine, error);
      },
    );
  }

  uncaught(machine: Machine, error: unknown): void {
    // Code that was ended because it did not end by itself; reported with its stack after the transition.
    if (error instanceof OutOfFuel) return;
    if (error instanceof ExitSignal) {
      this.end(machine, error.code);
      return;
    }
    if (machine.role !== 'node') {
      this.#report(this.#failure(machine, 'uncaught_error', error));
      return;
    }
    if (this.#offered(machine, 'uncaughtException', [error, 'uncaughtException'])) return;
    if (this.#toldParent(machine, error)) return;
    this.#report(this.#failure(machine, 'uncaught_error', error));
    this.#die(machine, error);
  }

  /** An error in a thread is told to whoever started it. */
  #toldParent(machine: Machine, error: unknown): boolean {
    if (machine.options.parent?.as !== 'thread') return false;
    machine.options.parent.failed?.(error);
    this.end(machine, 1);
    return true;
  }

  rejected(machine: Machine, reason: unknown, promise: Promise<unknown>): void {
    if (reason instanceof OutOfFuel) return;
    if (reason instanceof ExitSignal) {
      this.end(machine, reason.code);
      return;
    }
    if (machine.role !== 'node') {
      this.#report(this.#failure(machine, 'unhandled_rejection', reason));
      return;
    }
    if (this.#offered(machine, 'unhandledRejection', [reason, promise])) return;
    if (this.#offered(machine, 'uncaughtException', [reason, 'unhandledRejection'])) return;
    if (this.#toldParent(machine, reason)) return;
    this.#report(this.#failure(machine, 'unhandled_rejection', reason));
    this.#die(machine, reason);
  }

  /** A rejection it was told of found somebody after all. */
  handledLate(machine: Machine, promise: Promise<unknown>): void {
    if (machine.role === 'node' && machine.state === 'running') this.#offered(machine, 'rejectionHandled', [promise]);
  }

  /** Whether the program listens for such errors itself; a listener that throws ends it. */
  #offered(machine: Machine, event: string, args: readonly unknown[]): boolean {
    const own = processIfAny(machine);
    if (own === undefined || own.listenerCount(event) === 0) return false;
    try {
      own.emit(event, ...args);
    } catch (error) {
      if (error instanceof ExitSignal) this.end(machine, error.code);
      else {
        this.#report(this.#failure(machine, 'uncaught_error', error));
        this.#die(machine, error);
      }
    }
    return true;
  }

  #failure(machine: Machine, how: 'uncaught_error' | 'unhandled_rejection', error: unknown): Report {
    const { text, place, stack } = describeError(error);
    const what = how === 'uncaught_error' ? 'did not catch' : 'did not handle a rejection:';
    const title = titleOfMisuse(error) ?? how;
    return { kind: 'target_behavior', title, message: `${machine.name} ${what} ${text}`, place: `${machine.name} ${place}`, stack };
  }

  #die(machine: Machine, error: unknown): void {
    write(machine, 2, `${withoutModule(describeError(error).stack)}\n`);
    this.end(machine, 1);
  }

  /** The process is over; files stay as they are, sockets close. */
  end(machine: Machine, code: number, isUnsettled = false): void {
    if (machine.state !== 'running') return;
    machine.exitCode = code;
    if (machine.kernel.observed) machine.kernel.note('exit', { code });
    machine.goDown({ how: 'exit' });
    if (code !== 0 && machine.role === 'node' && machine.options.parent === undefined) {
      const why = isUnsettled ? ': a top-level await never settles, and nothing is left that could settle it' : '';
      const message = `${machine.name} ended with exit code ${code}${why}`;
      const stack = isUnsettled ? machine.kernel.awaits?.placeOf(machine) : undefined;
      this.#report({
        kind: 'target_behavior',
        title: 'nonzero_exit',
        message,
        place: machine.name,
        ...(stack === undefined ? {} : { stack }),
      });
    }
    this.#restartLater(machine);
  }

  /** Killed from outside, alone or with its whole machine. */
  crash(machine: Machine, mode: CrashMode): void {
    if (machine.state !== 'running') return;
    if (machine.kernel.observed) machine.kernel.note('crash', { mode, target: machine.name });
    machine.goDown({ how: mode });
    this.#restartLater(machine);
  }

  #restartLater(machine: Machine): void {
    const restart = this.#programs.get(machine)?.restart;
    if (restart !== undefined) this.start(machine, restart.delayMs * 1000);
  }

  restart(machine: Machine): void {
    if (machine.state === 'running') machine.goDown({ how: 'process' });
    this.start(machine);
  }

  /** Asks a process to end for good: whatever it leaves with, it does not come back. */
  retire(machine: Machine): void {
    const program = this.#programs.get(machine);
    if (program !== undefined) this.#programs.set(machine, { ...program, restart: undefined });
    this.signal(machine, 'SIGTERM');
  }

  /** Brings these back and makes all others dead for good. Who ended by itself stays so. */
  keepOnly(core: readonly Machine[], nodes: readonly Machine[]): void {
    for (const machine of nodes) {
      if (core.includes(machine)) {
        if (machine.state === 'stopped' && machine.life > 0) this.start(machine);
        continue;
      }
      const program = this.#programs.get(machine);
      if (program !== undefined) this.#programs.set(machine, { ...program, restart: undefined });
      this.crash(machine, 'process');
    }
  }

  signal(machine: Machine, name: string): void {
    if (machine.state !== 'running') return;
    if (machine.kernel.observed) machine.kernel.note('signal', { signal: name, target: machine.name });
    machine.kernel.arrive(machine, `signal ${name}`, 0, () => this.#receive(machine, name), undefined);
  }

  #receive(machine: Machine, name: string): void {
    const own = processIfAny(machine);
    if (name !== 'SIGKILL' && own !== undefined && own.listenerCount(name) > 0) {
      own.emit(name, name, numberOfSignal(name) ?? 0);
      return;
    }
    if (!isFatal(name)) return;
    // As shells show it.
    machine.exitCode = 128 + (numberOfSignal(name) ?? 0);
    machine.goDown({ how: 'process' });
    this.#restartLater(machine);
  }

  /** After a transition: a process with nothing left to wait for ends, as in Node. */
  settle(machine: Machine): void {
    if (machine.role !== 'node' || machine.state !== 'running' || machine.handles > 0) return;
    // Whether something is on its way to it, sent by whomever, keeps it alive.
    machine.kernel.footprints?.takesThing(inboxOf(machine.loop.index));
    if (machine.loop.alive > 0) return;
    const own = processIfAny(machine);
    const { kernel } = machine;
    if (own !== undefined && own.listenerCount('beforeExit') > 0) {
      kernel.enter(machine, () => own.emit('beforeExit', own.exitCode ?? 0), undefined);
      if (machine.loop.alive > 0 || machine.handles > 0) return;
    }
    const isUnsettled = !this.isLoaded(machine) && own?.exitCode === undefined;
    const code = isUnsettled ? UNSETTLED_AWAIT : (own?.exitCode ?? 0);
    if (own !== undefined) kernel.enter(machine, () => own.emit('exit', code), undefined);
    this.end(machine, exitStatus(own?.exitCode ?? code), isUnsettled);
  }
}
