/** A race planted in a small program, and the same program without it. */
import type * as fsPromises from 'node:fs/promises';
import { builtinModule } from '../../../src/sim/builtin/table.ts';
import type { Sim } from '../../../src/sim/scenario/sim.ts';
import { simulation, type Simulation } from '../../../src/sim/scenario/simulation.ts';

export interface Race {
  readonly name: string;
  /** What kind of mistake it is. */
  readonly kind: 'atomicity' | 'order' | 'timer' | 'double completion' | 'lost wake-up' | 'file' | 'services';
  readonly racy: Simulation;
  readonly fixed: Simulation;
}

/** The simulated module has the functions of the real one. */
export const disk = builtinModule('fs/promises') as typeof fsPromises;

export function race(kind: Race['kind'], name: string, define: (sim: Sim, isFixed: boolean) => void): Race {
  return {
    name,
    kind,
    racy: simulation(`${name}, racy`, (sim) => define(sim, false)),
    fixed: simulation(`${name}, fixed`, (sim) => define(sim, true)),
  };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** One after the other, in the order of asking. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}
