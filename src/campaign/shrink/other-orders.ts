/**
 * Passes that search again: without a client, or with fewer switches, the old order may miss the race that another one still finds. The
 * calm run with as little says where something could overtake at all; an overtaking among transitions that have nothing to do with each
 * other would be the calm run once more, and is not made.
 */
import type { OpenPick } from '../../decide/causal.ts';
import { commute } from '../../decide/footprint.ts';
import type { PastEvent } from '../../decide/past.ts';
import { leaveOutClients } from './left-out.ts';
import type { Offers, ShrinkPass } from './pass.ts';
import {
  isFaultAnswer,
  isInputAnswer,
  isScheduleAnswer,
  type Ran,
  type SimulationCandidate,
  simulationKey,
} from './simulation-candidate.ts';

type Pass = ShrinkPass<SimulationCandidate>;

interface Reach {
  /** Picks from the beginning of the run. */
  readonly places: number;
  readonly overtakers: number;
}

/** A race rarely needs its switch later than this once the noise around it is gone; and what should run next rarely stands further down. */
const LIKELY: Reach = { places: 128, overtakers: 4 };
const THOROUGH: Reach = { places: 512, overtakers: 16 };

/** The calm runs that were made, by what they went without; shared by the passes of one search. */
export class CalmRuns {
  readonly #known = new Map<string, Ran>();

  /** The calm run with as little as this; undefined where the scenario does not hold without what is left out. */
  *with(smaller: SimulationCandidate): Generator<SimulationCandidate, Found, SimulationCandidate | undefined> {
    const calm = { ...smaller, answers: smaller.answers.filter(isInputAnswer), switches: new Map<number, number>() };
    const key = simulationKey(calm);
    const kept = yield { ...calm, onRan: (ran) => void this.#known.set(key, ran) };
    return { kept, ran: this.#known.get(key) };
  }
}

interface Found {
  /** It fails calmly. */
  readonly kept: SimulationCandidate | undefined;
  readonly ran: Ran | undefined;
}

export function removeClientsUnderOtherOrders(calm: CalmRuns): Pass {
  return {
    name: 'clients under other orders',
    *offer(from): Offers<SimulationCandidate> {
      let current = from;
      for (const client of from.ran.clients.toReversed()) {
        // As many answers as before are fine: there is one client less.
        const smaller = { ...leaveOutClients(current, [client]), answersMax: current.answers.length + 1 };
        current = (yield* anyOrder(smaller, LIKELY, calm)) ?? current;
      }
    },
  };
}

/** Where several switches are needed in this order, another one may need a single switch. */
export function fewerSwitches(calm: CalmRuns, aggressive: boolean): Pass {
  return {
    name: 'fewer switches',
    *offer(from): Offers<SimulationCandidate> {
      if (from.answers.filter(isScheduleAnswer).length < 2 || from.answers.some(isFaultAnswer)) return;
      yield* anyOrder({ ...from, answersMax: from.answers.length }, aggressive ? THOROUGH : LIKELY, calm);
    },
  };
}

/** Faults tried one by one; a longer run has more places, and the early ones are told shorter. */
const STRIKES_MAX = 128;

/** What took several changes of order, or a fault and some, may take a single fault elsewhere. */
export function oneFaultInstead(calm: CalmRuns): Pass {
  return {
    name: 'one fault instead',
    *offer(from): Offers<SimulationCandidate> {
      if (from.answers.length < 2) return;
      const smaller = { ...from, answersMax: from.answers.length };
      const { kept, ran } = yield* calm.with(smaller);
      if (kept !== undefined) return;
      for (let strike = 0; strike < Math.min(ran?.chances ?? 0, STRIKES_MAX); strike += 1) {
        if ((yield { ...smaller, switches: new Map(), strike }) !== undefined) return;
      }
    },
  };
}

/** The calm order, then each with a single switch that could make a difference. */
function* anyOrder(
  smaller: SimulationCandidate,
  reach: Reach,
  calm: CalmRuns,
): Generator<SimulationCandidate, SimulationCandidate | undefined, SimulationCandidate | undefined> {
  const { kept, ran } = yield* calm.with(smaller);
  if (kept !== undefined || ran === undefined) return kept;
  for (const switches of switchesIn(ran, reach)) {
    const found = yield { ...smaller, switches };
    if (found !== undefined) return found;
  }
  return undefined;
}

function* switchesIn(calm: Ran, { places, overtakers }: Reach): Generator<ReadonlyMap<number, number>, void, void> {
  const run = new CalmOrder(calm.events);
  const picks = calm.openPicks.slice(0, places);
  for (let overtaker = 1; overtaker <= overtakers; overtaker += 1) {
    for (const [at, pick] of picks.entries())
      if (overtaker < pick.count && run.couldMatter(pick, overtaker)) yield new Map([[at, overtaker]]);
  }
}

/** To compare more with each other would take longer than to make the runs. */
const EVENTS_MAX = 2000;

/** What ran calmly, and which of it can be told apart from another order. */
class CalmOrder {
  readonly #events: readonly PastEvent[];
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(events: readonly PastEvent[]) {
    this.#events = events;
    this.#numbers = new Map(events.map(({ name }, at) => [name, at]));
  }

  /**
   * What overtakes takes all that comes of it along: whatever it and they pass must have to do with one of them, or nobody could tell. What
   * did not run calmly has never shown what it has to do with.
   */
  couldMatter({ names, begun }: OpenPick, overtaker: number): boolean {
    const first = this.#numbers.get(names[overtaker] ?? '');
    if (first === undefined || this.#events.length > EVENTS_MAX) return true;
    const family = new Set([first]);
    const passed: PastEvent[] = this.#events.slice(begun, first);
    for (let at = first; at < this.#events.length; at += 1) {
      const event = this.#events[at];
      if (event === undefined) continue;
      if (!family.has(at) && !family.has(event.parent)) {
        passed.push(event);
        continue;
      }
      family.add(at);
      if (passed.some((other) => !commute(other.footprint, event.footprint, other.footprint.beforeUs))) return true;
    }
    return false;
  }
}
