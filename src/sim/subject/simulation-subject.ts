/**
 * A simulation as campaigns see it: sessions in which it runs, and what to do when a run needed code that was not there yet. The same
 * run is then repeated with the same decisions, so that what was missing leaves no mark.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { FozzyError } from '../../base/problem.ts';
import type { Decider } from '../../decide/decider.ts';
import type { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { insideSimulation, StoppedRun } from '../run/session.ts';
import { keyOf, type Needed, NeedsCode } from './needs-code.ts';
import { entryFailed } from './scenario-mistake.ts';
import type { SimulationProgram } from './simulation-program.ts';

export class SimulationSubject {
  readonly program: SimulationProgram;
  /** Packages of the host are found from here. */
  readonly #from: string;
  readonly #supplied = new Set<string>();

  /** `from` is the absolute path of the file that names what is to be found. */
  constructor(program: SimulationProgram, from: string) {
    this.program = program;
    this.#from = from;
  }

  session<T>(body: (execute: (decider: Decider, sink?: EventSink) => Outcome) => T): Promise<T> {
    const { program } = this;
    return insideSimulation((session) =>
      body((decider, sink) => {
        const outcome = session.execute(program, { decider, sink });
        program.settle();
        return outcome;
      }),
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
