/**
 * The order of a found run, as something real Node can be held to: every transition with its machine, what it is, and the one in whose
 * course it came up. Real processes know the same of what they do, so both are matched by cause, not by position.
 */
import { Chronicle, NO_CAUSE } from '../decide/chronicle.ts';
import { Kind } from '../decide/kinds.ts';
import { LayeredSource } from '../decide/layered.ts';
import type { Offer } from '../decide/source.ts';
import { beginsStep, type TraceEvent } from '../trace/event.ts';
import { faultsIn, type FoundFaults } from './found-faults.ts';
import { ROOT } from './protocol.ts';

export interface FoundStep extends FoundFaults {
  readonly machine: string;
  readonly label: string;
  /** Number of the step in whose course it came up. */
  readonly parent: number;
  readonly nth: number;
  readonly timeMs: number;
}

interface Birth {
  readonly what: string;
  readonly parent: number;
  readonly nth: number;
}

/** Remembers what came up in the course of what, and in which order everything ran. */
class OrderChronicle extends Chronicle {
  readonly births: Birth[] = [{ what: '', parent: NO_CAUSE, nth: 0 }];
  readonly order: number[] = [];
  readonly #counts = new Map<string, number>();
  #now = NO_CAUSE;

  override forget(): void {
    super.forget();
    this.births.length = 1;
    this.order.length = 0;
    this.#counts.clear();
    this.#now = NO_CAUSE;
  }

  override born(what: string): number {
    const key = `${this.#now} ${what}`;
    const nth = this.#counts.get(key) ?? 0;
    this.#counts.set(key, nth + 1);
    this.births.push({ what, parent: this.#now, nth });
    return super.born(what);
  }

  override runs(number: number): void {
    super.runs(number);
    this.#now = number;
    if (number !== NO_CAUSE) this.order.push(number);
  }
}

/** Answers as the source below does, and listens. */
export class OrderSource extends LayeredSource {
  readonly #chronicle = new OrderChronicle();
  /** What `sim.choose` was answered, by label. */
  readonly choices: Record<string, number[]> = {};

  override get chronicle(): OrderChronicle {
    return this.#chronicle;
  }

  override pick(offer: Offer): number {
    const answer = super.pick(offer);
    const asked = offer.kind === Kind.choice ? offer.nameOf(-1) : '';
    if (asked.startsWith('choose ')) (this.choices[asked.slice('choose '.length)] ??= []).push(answer);
    return answer;
  }

  /** The steps of the run that was answered, with what its events say about each. */
  steps(events: readonly TraceEvent[]): readonly FoundStep[] {
    const { births, order } = this.#chronicle;
    const numberOf = new Map(order.map((birth, step) => [birth, step]));
    const slices = sliceByStep(events);
    return order.map((number, step) => {
      const { what, parent, nth } = births[number] ?? { what: '', parent: NO_CAUSE, nth: 0 };
      const space = what.indexOf(' ');
      const slice = slices[step] ?? [];
      return {
        machine: what.slice(0, space),
        label: what.slice(space + 1),
        parent: numberOf.get(parent) ?? ROOT,
        nth,
        timeMs: slice[0]?.time_ms ?? 0,
        ...faultsIn(slice),
      };
    });
  }
}

function sliceByStep(events: readonly TraceEvent[]): readonly (readonly TraceEvent[])[] {
  const slices: TraceEvent[][] = [];
  for (const event of events) {
    if (beginsStep(event)) slices.push([event]);
    else slices.at(-1)?.push(event);
  }
  return slices;
}
