/**
 * What lies in the past of a failure: the transitions that could have had a part in it, by who asked for whom and by what they had to do
 * with. Everything else in the run happened beside it. How far one has to look is a matter of opinion, so there are several reaches; a
 * shrinker tries the nearest first, and executes what it proposes, so that a past that was too small costs a run and no more.
 */
import { Chronicle, NO_CAUSE } from './chronicle.ts';
import { Footprint, SCENARIO } from './footprint.ts';
import { Footprints } from './footprints.ts';

const NOBODY = -1;

export interface PastEvent {
  /** By its causes: the same in every run in which it comes up. */
  readonly name: string;
  /** The machine and what it is. */
  readonly what: string;
  /** Which one it came up in, or -1. */
  readonly parent: number;
  readonly footprint: Footprint;
}

/**
 * `causes`: who asked for whom, from the transition in which it failed back to the beginning. `state`: whoever had to do with the same
 * machine, wire, file or key before one of them as well. `variables`: and with the variables of the scenario, which all its clients share.
 */
export type Reach = 'causes' | 'state' | 'variables';

interface Failing {
  /** How many had begun before it failed. */
  readonly begun: number;
  /** It failed in the course of the last of them, and not after it. */
  readonly isInside: boolean;
  readonly places: number;
  readonly things: number;
  /** Of a failure that is nothing but waiting: where somebody waits. */
  readonly waiting: number;
}

/** What a run in another process knows of its events beside their causes, and of its failure. */
export interface ToldPast {
  readonly footprints: readonly (readonly [exclusive: number, ownThings: number])[];
  readonly failing: Failing;
}

export class Past {
  readonly events: readonly PastEvent[];
  readonly #failing: Failing;

  constructor(events: readonly PastEvent[], failing: Failing) {
    this.events = events;
    this.#failing = failing;
  }

  /** Numbers of the events in it; undefined where this reach says nothing: what failed after everything was caused by none in particular. */
  within(reach: Reach): ReadonlySet<number> | undefined {
    const { begun, isInside, places, things, waiting } = this.#failing;
    const looked = reach === 'causes' ? 0 : reach === 'state' ? ~SCENARIO : -1;
    const found = this.#begunBy(waiting & ~SCENARIO);
    if (!isInside && found.size === 0 && reach !== 'variables') return undefined;
    let [somePlaces, someThings] = reach === 'causes' ? [0, 0] : [places & looked, things];
    if (isInside) found.add(begun - 1);
    for (let at = begun - 1; at >= 0; at -= 1) {
      const event = this.events[at];
      if (event === undefined) continue;
      const { exclusive, ownThings } = event.footprint;
      if (!found.has(at) && (exclusive & somePlaces) === 0 && (ownThings & someThings) === 0) continue;
      found.add(at);
      if (event.parent >= 0) found.add(event.parent);
      if (reach === 'causes') continue;
      somePlaces |= exclusive & looked;
      someThings |= ownThings;
    }
    return found;
  }

  /** Whoever waits in vain waits for something that did not happen, in the course of what came of what it did. */
  #begunBy(waiting: number): Set<number> {
    const found = new Set<number>();
    if (waiting === 0) return found;
    for (const [at, { footprint, parent }] of this.events.entries())
      if (at < this.#failing.begun && ((footprint.exclusive & waiting) !== 0 || found.has(parent))) found.add(at);
    return found;
  }
}

export class PastWatch extends Chronicle {
  readonly footprints = new Footprints();
  readonly #events: PastEvent[] = [];
  readonly #whats: string[] = [''];
  readonly #bornIn: number[] = [NOBODY];
  /** The event that is under way, for what comes up; and whether what is told now still belongs to it. */
  #running = NOBODY;
  #isInside = false;
  #failing: Failing | undefined;

  constructor() {
    super();
    this.footprints.onCut = () => {
      this.#settle();
      this.#isInside = false;
    };
    this.footprints.onFail = (isCheck) => this.#fail(isCheck);
  }

  override born(what: string): number {
    const number = super.born(what);
    this.#whats[number] = what;
    this.#bornIn[number] = this.#running;
    return number;
  }

  override runs(number: number): void {
    super.runs(number);
    this.#running = NOBODY;
    if (number === NO_CAUSE || this.#failing !== undefined) return;
    this.#settle();
    this.#running = this.#events.length;
    this.#isInside = true;
    const what = this.#whats[number] ?? '';
    this.#events.push({ name: this.nameOf(number), what, parent: this.#bornIn[number] ?? NOBODY, footprint: new Footprint() });
  }

  /** The event that something belongs to that is asked now, or -1. */
  get under(): number {
    return this.#isInside ? this.#events.length - 1 : NOBODY;
  }

  /** How many have run so far, or begun to. */
  get begun(): number {
    return this.#events.length;
  }

  /** Everything that has run so far, in order. */
  get events(): readonly PastEvent[] {
    if (this.#failing === undefined) this.#settle();
    return this.#events;
  }

  /** Undefined where the run has not failed, or nobody can say what its failure had to do with. */
  get past(): Past | undefined {
    return this.#failing === undefined ? undefined : new Past(this.#events, this.#failing);
  }

  /** The same for whoever made its decisions elsewhere. */
  get told(): ToldPast | undefined {
    if (this.#failing === undefined) return undefined;
    return { footprints: this.#events.map(({ footprint }) => [footprint.exclusive, footprint.ownThings]), failing: this.#failing };
  }

  /** Of a run whose transitions were told one by one, and the rest at its end. */
  hear({ footprints, failing }: ToldPast): void {
    for (const [at, [exclusive, ownThings]] of footprints.entries()) {
      const footprint = this.#events[at]?.footprint;
      if (footprint !== undefined) Object.assign(footprint, { exclusive, ownThings, isUnknown: false });
    }
    this.#failing ??= failing;
  }

  #fail(isCheck: boolean): void {
    if (this.#failing !== undefined) return;
    const { current, waiting } = this.footprints;
    if (current.isUnknown && !isCheck && !this.#isInside && waiting === 0) return;
    this.#settle();
    const isInside = this.#isInside && waiting === 0;
    this.#failing = { begun: this.#events.length, isInside, places: current.exclusive, things: current.ownThings, waiting };
  }

  /** What was told so far belongs to the last one. */
  #settle(): void {
    const last = this.#events.at(-1);
    if (!this.#isInside || last === undefined) return;
    last.footprint.isUnknown = false;
    last.footprint.merge(this.footprints.current);
  }
}
