/**
 * Looks for a world that goes round in circles: the same state as some time before. Nobody is passed over while time goes by, so what
 * happened in between can happen again and again, and what did not become true in it never has to. What a state is, those say who can see it.
 */
import { type Failure, failed } from './failure.ts';

/** More transitions than a circle that anybody would read. */
const STEPS_MAX = 20_000;
const TOLD_MAX = 30;

export interface Circle {
  readonly everyMs: number;
  /** What happens in it, one line per transition. */
  readonly steps: readonly string[];
}

export class CircleWatch {
  readonly #known = new Map<string, { readonly atUs: number; readonly step: number }>();
  readonly #steps: string[] = [];

  /** A transition was made. */
  saw(step: string): void {
    this.#steps.push(step);
  }

  /** After every transition; `state` is undefined where nobody can see all of it. The circle, once there is one. */
  look(nowUs: number, state: () => string | undefined): Circle | undefined {
    const seen = this.#steps.length > STEPS_MAX ? undefined : state();
    if (seen === undefined) return undefined;
    const before = this.#known.get(seen);
    if (before === undefined) this.#known.set(seen, { atUs: nowUs, step: this.#steps.length });
    // Where no time passes others may be waiting for their turn.
    if (before === undefined || before.atUs === nowUs) return undefined;
    const steps = this.#steps.slice(before.step);
    const more = steps.length - TOLD_MAX;
    return {
      everyMs: (nowUs - before.atUs) / 1000,
      steps: more > 0 ? [...steps.slice(0, TOLD_MAX), `and ${more} more`] : steps,
    };
  }
}

export function livelock(name: string, { everyMs, steps }: Circle): Failure {
  const message = `${name}: it never has to, the world comes back to the same state every ${everyMs} ms, and everybody has had a turn in between`;
  return failed('hang', 'livelock', message, { everyMs, circle: steps.join('\n') });
}
