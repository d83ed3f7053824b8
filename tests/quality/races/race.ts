/** A race planted in a small program, and the same program without it. */
import type * as fsPromises from 'node:fs/promises';
import { builtinModule } from '../../../src/sim/builtin/table.ts';
import type { Sim } from '../../../src/sim/scenario/sim.ts';
import { simulation, type Simulation } from '../../../src/sim/scenario/simulation.ts';

interface Optimum {
  readonly answers: number;
  readonly why: string;
}

const ONE: Optimum = { answers: 1, why: 'the calm run passes, so one answer has to differ, and one is enough' };

export interface Race {
  readonly name: string;
  /** What kind of mistake it is. */
  readonly kind: 'atomicity' | 'order' | 'timer' | 'double completion' | 'lost wake-up' | 'file' | 'services';
  /** How few answers (changes of order and faults) its failure can do with, and why no fewer. */
  readonly optimum: Optimum;
  readonly racy: Simulation;
  readonly fixed: Simulation;
}

/** The simulated module has the functions of the real one. */
export const disk = builtinModule('fs/promises') as typeof fsPromises;

export function race(kind: Race['kind'], name: string, define: (sim: Sim, isFixed: boolean) => void, optimum = ONE): Race {
  return {
    name,
    kind,
    optimum,
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
