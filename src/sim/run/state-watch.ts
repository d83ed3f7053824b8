/**
 * What the state of a simulated world is, for whoever looks whether it goes round in circles: everything that waits, every disk and the
 * scenario's own view of its programs. It is looked at only while nothing is on its way, because nobody can see into that.
 */
import { RollingHash } from '../../base/rolling-hash.ts';
import { type Circle as Round, CircleWatch, livelock } from '../../engine/circle-watch.ts';
import { diskIfAny } from '../builtin/fs/machine-disk.ts';
import type { Report, RunKernel } from '../kernel.ts';

export type { Round };

export class StateWatch {
  readonly #kernel: RunKernel;
  readonly #view: () => unknown;
  readonly #circles = new CircleWatch();
  #transitions: number;

  constructor(kernel: RunKernel, view: () => unknown) {
    this.#kernel = kernel;
    this.#view = view;
    this.#transitions = kernel.transitions;
  }

  /** After every transition; the circle, once there is one. */
  look(): Round | undefined {
    const kernel = this.#kernel;
    const { nowUs } = kernel.scheduler;
    if (kernel.transitions !== this.#transitions) {
      this.#transitions = kernel.transitions;
      this.#circles.saw(`${kernel.current.name} ${kernel.lastLabel}`);
    }
    return this.#circles.look(nowUs, () => (this.#isUnderWay() ? undefined : this.#state(nowUs)));
  }

  #isUnderWay(): boolean {
    return this.#kernel.scheduler.loops.some((loop) => loop.arrivals.size > 0 || loop.hasImmediates);
  }

  #state(nowUs: number): string {
    const hash = new RollingHash();
    hash.mixString(String(this.#view()));
    for (const machine of this.#kernel.machines) {
      hash.mixString(`${machine.name} ${machine.state} ${machine.handles}`);
      hash.mixString(waitingTimers(machine, nowUs));
      hash.mix((machine.host === machine ? diskIfAny(machine)?.stateHash() : undefined) ?? 0);
    }
    return hash.hex();
  }
}

/** As a finding about what did not become true. */
export function livelocked(name: string, round: Round): Report {
  return { ...livelock(name, round), place: `eventually ${name}` };
}

/** Everything that waits for its time on a machine, and for how long. */
export function waitingTimers(machine: Pick<RunKernel['test'], 'loop'>, nowUs: number): string {
  const waiting: string[] = [];
  machine.loop.timers.forEach(({ label, atUs }) => waiting.push(`${label.text} ${atUs - nowUs}`));
  return waiting.sort().join('\n');
}

/** What the scenario sees of its programs, to be compared. */
export function stateText(view: unknown, whose = 'sim.eventually(…, { state })'): string {
  const text: unknown = JSON.stringify(view);
  if (typeof text !== 'string') throw new TypeError(`${whose}: state must return data that JSON can hold`);
  return text;
}
