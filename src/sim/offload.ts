/**
 * Work that Node gives to its pool of threads: files, name lookups, compression, key derivation. At most four are under way per
 * machine, as in Node; which of them completes first is open. The work takes effect at the moment its completion is chosen.
 */
import type { Kernel, Machine, Part } from './machine.ts';

/** Node's default UV_THREADPOOL_SIZE. */
const THREADS = 4;

interface Job {
  readonly label: string;
  readonly latencyUs: number;
  readonly work: () => unknown;
  /** A method, so that a callback of any result type fits. */
  done(error: unknown, value: unknown): void;
}

class Pool {
  readonly #kernel: Kernel;
  readonly #machine: Machine;
  readonly #waiting: Job[] = [];
  #busy = 0;

  constructor(machine: Machine) {
    this.#kernel = machine.kernel;
    this.#machine = machine;
  }

  add(job: Job): void {
    if (this.#busy < THREADS) this.#start(job);
    else this.#waiting.push(job);
  }

  #start(job: Job): void {
    this.#busy += 1;
    this.#kernel.arrive(this.#machine, job.label, job.latencyUs, () => this.#complete(job), undefined);
  }

  #complete(job: Job): void {
    this.#busy -= 1;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#start(next);
    let value: unknown;
    try {
      value = job.work();
    } catch (error) {
      job.done(error, undefined);
      return;
    }
    job.done(null, value);
  }
}

const poolPart: Part<Pool> = { name: 'thread pool', create: (machine) => new Pool(machine) };

/** `work` runs when the scheduler chooses its completion, `done` right after it in the same transition. */
export function offload<T>(
  machine: Machine,
  label: string,
  latencyUs: number,
  work: () => T,
  done: (error: unknown, value: T | undefined) => void,
): void {
  // Reason for the cast: `done` gets what `work` returned, or nothing beside an error.
  machine.part(poolPart).add({ label, latencyUs, work, done: (error, value) => done(error, value as T | undefined) });
}
