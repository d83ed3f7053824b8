/**
 * Looks for a world that goes round in circles: everything that waits, every disk and the scenario's own view of its programs are the
 * same as some time before. Nobody is passed over while time goes by, so what happened in between can happen again and again, and what
 * did not become true in it never has to. It is looked at only while nothing is on its way, because nobody can see into that.
 */
import { RollingHash } from '../../base/rolling-hash.ts';
import { diskIfAny } from '../builtin/fs/machine-disk.ts';
import type { Report, RunKernel } from '../kernel.ts';

/** More transitions than a circle that anybody would read. */
const STEPS_MAX = 20_000;
const TOLD_MAX = 30;

export interface Circle {
  readonly everyMs: number;
  /** What happens in it, one line per transition. */
  readonly steps: readonly string[];
}

export class StateWatch {
  readonly #kernel: RunKernel;
  readonly #view: () => unknown;
  readonly #known = new Map<string, { readonly atUs: number; readonly step: number }>();
  readonly #steps: string[] = [];
  #transitions: number;

  constructor(kernel: RunKernel, view: () => unknown) {
    this.#kernel = kernel;
    this.#view = view;
    this.#transitions = kernel.transitions;
  }

  /** After every transition; the circle, once there is one. */
  look(): Circle | undefined {
    const kernel = this.#kernel;
    const { nowUs } = kernel.scheduler;
    if (kernel.transitions !== this.#transitions) {
      this.#transitions = kernel.transitions;
      this.#steps.push(`${kernel.current.name} ${kernel.lastLabel}`);
    }
    if (this.#steps.length > STEPS_MAX || this.#isUnderWay()) return undefined;
    const state = this.#state(nowUs);
    const before = this.#known.get(state);
    if (before === undefined) this.#known.set(state, { atUs: nowUs, step: this.#steps.length });
    // Where no time passes others may be waiting for their turn.
    if (before === undefined || before.atUs === nowUs) return undefined;
    const steps = this.#steps.slice(before.step);
    const more = steps.length - TOLD_MAX;
    return {
      everyMs: (nowUs - before.atUs) / 1000,
      steps: more > 0 ? [...steps.slice(0, TOLD_MAX), `and ${more} more`] : steps,
    };
  }

  #isUnderWay(): boolean {
    return this.#kernel.scheduler.loops.some((loop) => loop.arrivals.size > 0 || loop.hasImmediates);
  }

  #state(nowUs: number): string {
    const hash = new RollingHash();
    hash.mixString(String(this.#view()));
    for (const machine of this.#kernel.machines) {
      hash.mixString(`${machine.name} ${machine.state} ${machine.handles}`);
      const waiting: string[] = [];
      machine.loop.timers.forEach(({ label, atUs }) => waiting.push(`${label} ${atUs - nowUs}`));
      hash.mixString(waiting.sort().join('\n'));
      hash.mix((machine.host === machine ? diskIfAny(machine)?.stateHash() : undefined) ?? 0);
    }
    return hash.hex();
  }
}

export function livelock(name: string, { everyMs, steps }: Circle): Report {
  const message = `${name}: it never has to, the world comes back to the same state every ${everyMs} ms, and everybody has had a turn in between`;
  return { kind: 'hang', title: 'livelock', message, place: `eventually ${name}`, details: { everyMs, circle: steps.join('\n') } };
}

/** What the scenario sees of its programs, to be compared. */
export function stateText(view: unknown): string {
  const text: unknown = JSON.stringify(view);
  if (typeof text !== 'string') throw new TypeError('sim.eventually(…, { state }): state must return data that JSON can hold');
  return text;
}
