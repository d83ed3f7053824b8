/**
 * One run of a simulation, from an empty world to its outcome. It must be called inside a session (see session.ts): simulated globals
 * in place, entered from a task of the event loop.
 */
import { DecisionDivergence } from '../../decide/divergence.ts';
import { RedundantRun } from '../../decide/footprints.ts';
import type { Decider } from '../../decide/decider.ts';
import type { EventSink } from '../../engine/event-sink.ts';
import type { DecisionMismatch, Outcome } from '../../engine/outcome.ts';
import type { RunEdits } from '../../engine/run-edits.ts';
import { setActive } from '../active.ts';
import { completeRecords } from '../../decide/complete-records.ts';
import { useAsyncContext } from '../async-context.ts';
import { drain } from '../drain.ts';
import { tidyGlobals } from '../global/tidy-globals.ts';
import { keepSharedSettings } from '../global/shared-settings.ts';
import { type Report, RunKernel } from '../kernel.ts';
import { Lifecycle } from '../lifecycle.ts';
import type { Machine, MachineOptions } from '../machine.ts';
import { setProcessHost } from '../process/process-host.ts';
import { closeNetwork, networkOf } from '../net/network.ts';
import { siteTable } from '../load/sites.ts';
import { Plan } from '../scenario/plan.ts';
import { Sim } from '../scenario/sim.ts';
import type { Define, SimulationOptions } from '../scenario/simulation.ts';
import type { Deadline } from './deadline.ts';
import { Director } from './director.ts';
import { Verdict } from './verdict.ts';

/** How late things may be while others go first, unless a simulation says otherwise. */
export const LATENESS_MS = 10;

/** A simulation with everything needed to run it. */
export interface Program {
  /** As the user named it, and relative to the project. */
  readonly file: string;
  readonly projectFile: string;
  readonly options: SimulationOptions;
  /** What machines have unless they say otherwise: a working directory, the files of the project. */
  readonly machine?: MachineOptions;
  /** Virtual time at which the run is ended, whatever it is doing. */
  readonly deadline?: Deadline | undefined;
  /** The scenario, instantiated for this run. */
  open(test: Machine): Define;
  /** The absolute path of a node's program, from the text the scenario names it with; as it stands unless given. */
  entryPath?(entry: string, node: string): string;
  /** Evaluates a module as the program of a machine; returns its exports, or a promise of them. */
  startModule(machine: Machine, path: string): unknown;
}

export interface RunSettings {
  readonly decider: Decider;
  readonly sink: EventSink | undefined;
  /** Who takes no part in this run. */
  readonly edits?: RunEdits | undefined;
  /** Only for a host that cannot drain its queues on request: the run stops wherever that is needed. */
  readonly portable?: boolean;
}

/** The run under way, for those who lead it. */
export class SimulationRun {
  readonly kernel: RunKernel;
  readonly verdict: Verdict;
  readonly #program: Program;
  readonly #lifecycle: Lifecycle;
  readonly #plan = new Plan();
  readonly #settings: RunSettings;
  readonly #acts: Generator<void, void, void>;
  #mismatch: DecisionMismatch | undefined;
  #isOver = false;
  #isRedundant = false;

  constructor(program: Program, settings: RunSettings) {
    this.#program = program;
    this.#settings = settings;
    this.verdict = new Verdict(program.file, program.projectFile, program.options.allow ?? [], ({ kind }) =>
      this.kernel.footprints?.failsHere(kind === 'invariant'),
    );
    const report = (what: Report) => {
      if (this.#isOver) return;
      this.verdict.report(what);
      this.kernel.footprints?.takesEverything();
    };
    this.#lifecycle = new Lifecycle(report);
    this.kernel = new RunKernel({
      decider: settings.decider,
      sink: settings.sink,
      latenessUs: (program.options.latenessMs ?? LATENESS_MS) * 1000,
      machine: program.machine,
      judge: report,
      uncaught: (machine, error) => this.#lifecycle.uncaught(machine, error),
      signal: (target, signal) => this.#lifecycle.signal(target, signal),
    });
    setProcessHost(this.kernel, {
      addMachine: (name, role, options) => this.kernel.addMachine(name, role, options),
      start: (machine, start) => {
        this.#lifecycle.install(machine, start, undefined);
        this.#lifecycle.start(machine);
      },
      end: (machine, code) => this.#lifecycle.end(machine, code),
      signal: (machine, signal) => this.#lifecycle.signal(machine, signal),
      startModule: (machine, path) => this.#program.startModule(machine, path),
    });
    if (program.options.httpPath !== undefined) networkOf(this.kernel).httpPath = program.options.httpPath;
    this.#acts = this.#lead();
  }

  /** Runs on until Node's queues must be drained; false when the run is over. */
  advance(): boolean {
    try {
      return this.#acts.next().done !== true;
    } catch (error) {
      if (error instanceof RedundantRun) this.#isRedundant = true;
      else if (error instanceof DecisionDivergence) this.#diverged(error);
      else throw error;
      return false;
    }
  }

  uncaught(error: unknown): void {
    this.#lifecycle.uncaught(this.kernel.current, error);
  }

  rejected(reason: unknown, promise: Promise<unknown>): void {
    this.#lifecycle.rejected(this.kernel.current, reason, promise);
  }

  handledLate(promise: Promise<unknown>): void {
    this.#lifecycle.handledLate(this.kernel.current, promise);
  }

  *#lead(): Generator<void, void, void> {
    const { kernel, verdict } = this;
    const plan = this.#plan;
    const program = this.#program;
    const { options, deadline } = program;
    const { portable, edits = {} } = this.#settings;
    const director = new Director({
      kernel,
      plan,
      lifecycle: this.#lifecycle,
      verdict,
      options,
      deadline,
      edits,
      drain: portable === true ? undefined : drain,
    });
    yield* director.acts(() => {
      const sim = new Sim({
        kernel,
        plan,
        lifecycle: this.#lifecycle,
        startModule: (machine, path) => program.startModule(machine, path),
        entryPath: (entry, node) => program.entryPath?.(entry, node) ?? entry,
        confines: (options.shared ?? []).length === 0 && (options.external ?? []).length === 0,
        allow: (title) => verdict.allow(title),
      });
      program.open(kernel.test)(sim);
    });
    if (kernel.divergence !== undefined) throw kernel.divergence;
    // A replay that was stopped on the way has not come to the end that the recording speaks of.
    if (!isCutOff(verdict)) kernel.seal();
    // What follows takes the world down and is no part of the schedule.
    kernel.footprints?.settle();
  }

  /** Takes the world down, to be drained at each stop: sockets and streams that stay open would keep memory for ever. */
  *closing(): Generator<void, void, void> {
    this.#isOver = true;
    this.kernel.awaits?.stop();
    closeNetwork(this.kernel);
    for (const machine of this.kernel.machines) {
      this.kernel.current = machine;
      machine.goDown({ how: 'exit' });
      yield;
    }
  }

  /** The transition under way never came back; the world is left as it is, because its code can no longer be trusted to end. */
  stopped(limitMs: number): Outcome {
    this.#isOver = true;
    this.kernel.awaits?.stop();
    const { current, lastLabel } = this.kernel;
    const message = `${current.name} did not come back from its ${lastLabel} within ${limitMs} ms of real time`;
    this.verdict.report({ kind: 'hang', title: 'event_loop_blocked', message, place: `${current.name} ${lastLabel}` });
    setActive(undefined);
    return { ...this.outcome(), log: completeRecords(this.#settings.decider.log), unusedDecisions: 0 };
  }

  outcome(): Outcome {
    const { kernel, verdict } = this;
    const { decider, sink } = this.#settings;
    const { source } = decider;
    if (source.covered !== undefined) siteTable().forEachHit((block) => source.covered?.(block));
    const outcome: { -readonly [Part in keyof Outcome]: Outcome[Part] } = {
      status: this.#mismatch === undefined ? verdict.status : 'error',
      findings: verdict.findings,
      faults: kernel.faults.reports(verdict.hasFailed),
      allowed: verdict.allowed.size === 0 ? {} : Object.fromEntries(verdict.allowed),
      clients: this.#plan.clients.map(({ machine }) => machine.name),
      nodes: this.#plan.nodes.map(({ name }) => name),
      memory: undefined,
      virtualTimeMs: Math.floor(kernel.nowUs / 1000),
      stepsExecuted: kernel.transitions,
      log: decider.log,
      events: sink?.events ?? [],
      interrupted: false,
      mismatch: this.#mismatch,
      unusedDecisions: this.#mismatch === undefined ? decider.unused : 0,
    };
    const isRedundant = this.#isRedundant || (decider.footprints?.isRedundant === true && !verdict.hasFailed);
    // What is not always there is added: to spread the object above into another one takes several times as long as all the rest of it.
    if (kernel.powerLosses.length > 0) outcome.powerLosses = kernel.powerLosses;
    if (decider.footprints !== undefined) {
      outcome.scheduleClass = decider.footprints.hex();
      outcome.usesRandomness = decider.footprints.isRandomnessUsed;
    }
    if (isRedundant) outcome.isRedundant = true;
    return outcome;
  }

  #diverged({ index, expected, actual, stack = '' }: DecisionDivergence): void {
    const timeMs = Math.floor(this.kernel.nowUs / 1000);
    this.#mismatch = { index, stepPath: this.kernel.current.name, timeMs, expected, actual, stack };
  }
}

/**
 * The same run where queues drain only between tasks: it stops wherever they must, and whoever leads it goes on in the next task. Slow,
 * and it needs nothing undocumented.
 */
export function* executePortably(
  program: Program,
  settings: RunSettings,
  started: (run: SimulationRun) => void,
): Generator<void, Outcome, void> {
  const run = new SimulationRun(program, { ...settings, portable: true });
  const putBack = keepSharedSettings();
  setActive(run.kernel);
  started(run);
  try {
    while (run.advance()) yield;
    yield* run.closing();
    return run.outcome();
  } finally {
    putBack();
    tidyGlobals();
    useAsyncContext(false);
    setActive(undefined);
  }
}

export function executeRun(program: Program, settings: RunSettings, started?: (run: SimulationRun) => void): Outcome {
  const run = new SimulationRun(program, settings);
  const putBack = keepSharedSettings();
  setActive(run.kernel);
  started?.(run);
  try {
    while (run.advance()) drain();
    for (const _ of run.closing()) drain();
    return run.outcome();
  } finally {
    putBack();
    tidyGlobals();
    useAsyncContext(false);
    setActive(undefined);
  }
}

/** Ended by something outside of the recording: a replay that was told to stop, or the memory of the process. */
function isCutOff({ findings }: Verdict): boolean {
  const title = findings[0]?.title;
  return title === 'until' || title === 'memory_growth';
}
