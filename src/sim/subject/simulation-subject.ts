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
import type { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Program } from '../run/execute.ts';
import { canRunAtOnce, insideSimulation, runPortably, StoppedRun } from '../run/session.ts';
import { keyOf, type Needed, NeedsCode } from './needs-code.ts';
import { entryFailed } from './scenario-mistake.ts';
import type { SimulationProgram } from './simulation-program.ts';

interface Edits {
  readonly withoutClients: ReadonlySet<string>;
}

type ExecuteOnce<T> = (decider: Decider, sink?: EventSink, edits?: Edits) => T;

export class SimulationSubject {
  /** Present where Node's queues cannot be drained on request: one run on its own. */
  readonly alone?: ExecuteOnce<Promise<Outcome>>;
  readonly program: SimulationProgram;
  /** Packages of the host are found from here. */
  readonly #from: string;
  readonly #supplied = new Set<string>();

  private constructor(program: SimulationProgram, from: string, atOnce: boolean) {
    this.program = program;
    this.#from = from;
    if (!atOnce) {
      this.alone = async (decider, sink, edits) => {
        const outcome = await runPortably(program, { decider, sink, withoutClients: edits?.withoutClients, portable: true });
        program.settle();
        return outcome;
      };
    }
  }

  /** `from` is the absolute path of the file that names what is to be found. */
  static async create(program: SimulationProgram, from: string): Promise<SimulationSubject> {
    return new SimulationSubject(program, from, await canRunAtOnce());
  }

  session<T>(body: (execute: ExecuteOnce<Outcome>) => T): Promise<T> {
    const { program } = this;
    return insideSimulation((session) =>
      body((decider, sink, edits) => {
        const outcome = session.execute(program, { decider, sink, withoutClients: edits?.withoutClients });
        program.settle();
        return outcome;
      }),
    );
  }

  /** Instantiates the packages that all runs share. They start in the simulated world, on the machine of a client made for it. */
  async warmUp(): Promise<void> {
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
    await insideSimulation((session) =>
      session.execute(warming, { decider: new Decider(new ScriptedSource({}), new DecisionLog()), sink: undefined }),
    );
  }

  async recover(error: unknown): Promise<'again' | Outcome | undefined> {
    if (error instanceof StoppedRun) return error.outcome;
    if (!(error instanceof NeedsCode)) return undefined;
    for (const needed of error.needed) await this.#supply(needed);
    return 'again';
  }

  async #supply(needed: Needed): Promise<void> {
    const key = keyOf(needed);
    if (this.#supplied.has(key)) return;
    this.#supplied.add(key);
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
