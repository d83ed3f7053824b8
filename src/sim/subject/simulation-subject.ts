/**
 * A simulation as campaigns see it: sessions in which it runs, and what to do when a run needed code that was not there yet. The same
 * run is then repeated with the same decisions, so that what was missing leaves no mark.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { FozzyError } from '../../base/problem.ts';
import { Decider } from '../../decide/decider.ts';
import { DecisionLog } from '../../decide/log.ts';
import { ScriptedSource } from '../../decide/scripted.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { RunEdits } from '../../engine/run-edits.ts';
import type { RunsApart } from '../../trace/profile/measured-run.ts';
import type { Isolation } from '../../trace/summary.ts';
import { madeBuiltins } from '../builtin/table.ts';
import { HardStop } from '../contain/hard-stop.ts';
import { findLeaks } from '../isolate/find-leaks.ts';
import { NodeClasses } from '../isolate/node-classes.ts';
import { type Change, RealmWatch, redo } from '../isolate/realm-watch.ts';
import { IsolationTiers, type LeakDiagnosis } from '../isolate/tiers.ts';
import type { Program } from '../run/execute.ts';
import { canRunAtOnce, insideSimulation, runPortably, type Session, StoppedRun } from '../run/session.ts';
import { keyOf, type Needed, NeedsCode } from './needs-code.ts';
import { entryFailed } from './scenario-mistake.ts';
import type { SimulationProgram } from './simulation-program.ts';

type ExecuteOnce<T> = (decider: Decider, sink?: EventSink, edits?: RunEdits) => T;

/** How a subject is to be run. */
export interface SubjectSettings {
  /** Where the user wants it; chosen and raised as needed unless given. */
  readonly isolation?: Isolation | undefined;
  /** One run in a process of its own; absent where the scenario is no file another process could open. */
  readonly inProcess?: InProcess;
  /** Other than as a simulation. */
  readonly performance?: Performance;
}

/** How one run of the program is made: inside a session, or where that is not possible, on its own. */
export interface Performance {
  atOnce(session: Session, decider: Decider, sink?: EventSink, edits?: RunEdits): Outcome;
  portably(decider: Decider, sink?: EventSink, edits?: RunEdits): Promise<Outcome>;
  /** Whether there is anything left to run after such edits. */
  allows?(edits: RunEdits): boolean;
}

interface InProcess extends RunsApart {
  /** `needed` is what earlier runs turned out to need. */
  run(decider: Decider, sink: EventSink | undefined, edits: RunEdits | undefined, needed: readonly Needed[]): Promise<Outcome>;
}

function asSimulation(program: SimulationProgram): Performance {
  return {
    atOnce: (session, decider, sink, edits) => session.execute(program, { decider, sink, edits }),
    portably: (decider, sink, edits) => runPortably(program, { decider, sink, edits, portable: true }),
  };
}

export class SimulationSubject {
  readonly program: SimulationProgram;
  readonly tiers: IsolationTiers;
  /** Packages of the host are found from here. */
  readonly #from: string;
  readonly #supplied = new Map<string, Needed>();
  readonly #inProcess: ExecuteOnce<Promise<Outcome>> | undefined;
  readonly #apart: RunsApart | undefined;
  readonly #portably: ExecuteOnce<Promise<Outcome>> | undefined;
  readonly #performance: Performance;
  /** What shared packages did to the language when they started: they count on it. */
  #patches: readonly Change[] = [];

  private constructor(program: SimulationProgram, from: string, settings: SubjectSettings, atOnce: boolean) {
    const { isolation, inProcess } = settings;
    this.program = program;
    this.#performance = settings.performance ?? asSimulation(program);
    this.#from = from;
    this.#apart = inProcess;
    this.#inProcess = inProcess && ((decider, sink, edits) => inProcess.run(decider, sink, edits, [...this.#supplied.values()]));
    this.#portably = atOnce ? undefined : (decider, sink, edits) => this.#runPortably(decider, sink, edits);
    this.tiers = new IsolationTiers(
      { first: isolation ?? 'fresh', forced: isolation !== undefined, processes: inProcess !== undefined },
      {
        use: (tier) => {
          program.isolation = tier === 'process' ? 'fresh' : tier;
        },
        findLeaks: (diagnosis) => this.#findLeaks(diagnosis),
        get uncontrolled() {
          return program.external;
        },
      },
    );
  }

  /** `from` is the absolute path of the file that names what is to be found. */
  static async create(program: SimulationProgram, from: string, settings: SubjectSettings = {}): Promise<SimulationSubject> {
    return new SimulationSubject(program, from, settings, await canRunAtOnce());
  }

  /** Present where a run is on its own: in a process, or where Node's queues cannot be drained on request. */
  get alone(): ExecuteOnce<Promise<Outcome>> | undefined {
    return this.tiers.isolation === 'process' ? this.#inProcess : this.#portably;
  }

  get apart(): RunsApart | undefined {
    return this.tiers.isolation === 'process' ? this.#apart : undefined;
  }

  /** Whatever it does to its process, only that one run is lost. */
  get inProcess(): ExecuteOnce<Promise<Outcome>> | undefined {
    return this.#inProcess;
  }

  allows(edits: RunEdits): boolean {
    return this.#performance.allows?.(edits) ?? true;
  }

  session<T>(body: (execute: ExecuteOnce<Outcome>) => T): Promise<T> {
    const { program } = this;
    return insideSimulation((session) => {
      if (program.isolation === 'shared') redo(this.#patches);
      const classes = new NodeClasses();
      return body((decider, sink, edits) => {
        const { isolation } = program;
        if (edits?.withoutSharing === true && isolation === 'shared') program.isolation = 'fresh';
        try {
          const outcome = this.#settled(() => this.#performance.atOnce(session, decider, sink, edits));
          program.settle();
          return outcome;
        } finally {
          program.isolation = isolation;
          classes.tidy();
        }
      });
    });
  }

  /** What was missing comes first: it may be the reason for what went wrong. */
  #settled<T>(perform: () => T): T {
    try {
      return perform();
    } catch (error) {
      if (!(error instanceof HardStop)) this.program.settle();
      throw error;
    }
  }

  async #runPortably(decider: Decider, sink?: EventSink, edits?: RunEdits): Promise<Outcome> {
    const outcome = await this.#performance.portably(decider, sink, edits).catch((error: unknown) => {
      this.program.settle();
      throw error;
    });
    this.program.settle();
    return outcome;
  }

  async #findLeaks(diagnosis: LeakDiagnosis): Promise<readonly string[]> {
    const { program } = this;
    if (this.alone !== undefined) return program.packagesToShare.map((name) => keeps(name));
    const leaks = await this.session((execute) =>
      findLeaks({
        run: (watch) => {
          program.watch = watch;
          try {
            execute(diagnosis.createDecider());
          } finally {
            program.watch = undefined;
          }
        },
        builtins: madeBuiltins(),
        placeOf: (stack) => program.placeOf(stack),
        moduleName: (path) => program.moduleName(path),
      }),
    );
    return leaks.length > 0 || program.isolation !== 'shared' ? leaks : this.#findSharedLeaks(diagnosis);
  }

  /** What a package keeps in its modules cannot be seen, but each can be shared alone. */
  async #findSharedLeaks({ createDecider, isSame }: LeakDiagnosis): Promise<readonly string[]> {
    const { program } = this;
    const names = program.packagesToShare;
    const guilty: string[] = [];
    for (const name of names.length > 1 ? names : []) {
      program.shareAlone(name);
      await this.#warmUp();
      const agree = await this.session((execute) => {
        const run = (edits?: RunEdits) => execute(createDecider(), new EventSink(), edits);
        const first = run();
        return isSame(first, run()) && isSame(first, run({ withoutSharing: true }));
      });
      if (!agree) guilty.push(name);
    }
    program.shareAlone(undefined);
    return (guilty.length > 0 ? guilty : names).map((name) => keeps(name));
  }

  /** Instantiates the packages that all runs share. They start in the simulated world, on the machine of a client made for it. */
  async #warmUp(): Promise<void> {
    const { program } = this;
    const warming: Program = {
      file: program.file,
      projectFile: program.projectFile,
      options: {},
      machine: program.machine,
      open: () => (sim) => sim.client('warm-up', () => program.warmUp()),
      startModule: () => undefined,
    };
    if (this.alone !== undefined) return;
    await insideSimulation((session) => {
      const before = new RealmWatch();
      session.execute(warming, { decider: new Decider(new ScriptedSource({}), new DecisionLog()), sink: undefined });
      this.#patches = before.changes();
    });
  }

  async recover(error: unknown): Promise<'again' | Outcome | undefined> {
    if (error instanceof StoppedRun) return error.outcome;
    if (!(error instanceof NeedsCode)) return undefined;
    await this.supplyAll(error.needed);
    return 'again';
  }

  /** What can be shared is known when the code is there, and is made before a run uses it: no run may differ from the others by being the first. */
  async supplyAll(needed: readonly Needed[]): Promise<void> {
    for (const each of needed) await this.#supply(each);
    if (this.program.sharedPackages.length > 0 && this.tiers.share()) await this.#warmUp();
  }

  async #supply(needed: Needed): Promise<void> {
    const key = keyOf(needed);
    if (this.#supplied.has(key)) return;
    this.#supplied.set(key, needed);
    try {
      await this.program.supply(needed, (specifier) => this.#importFromHost(specifier));
    } catch (error) {
      if (needed.kind === 'entry' && error instanceof FozzyError) throw entryFailed(error, needed.node, needed.entry, needed.place);
      throw error;
    }
  }

  async #importFromHost(specifier: string): Promise<unknown> {
    try {
      const path = createRequire(this.#from).resolve(specifier);
      return await import(pathToFileURL(path).href);
    } catch (error) {
      throw new FozzyError('module_load_failed', `the external package '${specifier}' cannot be loaded: ${String(error)}`, {
        hint: `run \`npm install ${specifier}\`, or remove it from the option \`external\` of the simulation`,
        cause: error,
      });
    }
  }
}

function keeps(packageName: string): string {
  return `what ${packageName} keeps between runs`;
}
