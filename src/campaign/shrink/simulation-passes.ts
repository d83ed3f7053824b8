/**
 * The passes over a run of a simulation, in the order in which they pay off: faults, clients, order, clients again under other orders,
 * a fault in place of an order, smaller answers. A new way to shrink is one more line here.
 */
import type { CausalAnswer } from '../../decide/causal.ts';
import { ddmin } from './ddmin.ts';
import type { Dimension } from './dimension.ts';
import type { Offers, ShrinkPass } from './pass.ts';
import {
  hasAnswer,
  isFaultAnswer,
  isInputAnswer,
  isScheduleAnswer,
  type SimulationCandidate,
  withAnswer,
  withoutAnswers,
} from './simulation-candidate.ts';

type Pass = ShrinkPass<SimulationCandidate>;
type Wanted = (answer: CausalAnswer) => boolean;

export interface SimulationPassOptions {
  readonly minimize: Dimension | 'all';
  /** Pairs, and more orders than the most likely ones. */
  readonly aggressive: boolean;
}

export function simulationPasses({ minimize, aggressive }: SimulationPassOptions): readonly Pass[] {
  const pairs = (wanted: Wanted): readonly Pass[] => (aggressive ? [removePairs(wanted)] : []);
  switch (minimize) {
    case 'faults':
      return [removeAnswers('faults', isFaultAnswer), lowerAnswers(isFaultAnswer), ...pairs(isFaultAnswer)];
    case 'schedule':
      return [
        removeAnswers('order', isScheduleAnswer),
        fewerSwitches(aggressive),
        lowerAnswers(isScheduleAnswer),
        ...pairs(isScheduleAnswer),
      ];
    case 'input':
      return [removeClients, removeAnswers('choices', isInputAnswer), lowerAnswers(isInputAnswer), noEntropy, ...pairs(isInputAnswer)];
    case 'all':
      return [
        removeAnswers('faults', isFaultAnswer),
        removeClients,
        removeAnswers('order and choices', anyAnswer),
        removeClientsUnderOtherOrders,
        oneFaultInstead,
        fewerSwitches(aggressive),
        lowerAnswers(anyAnswer),
        noEntropy,
        ...pairs(anyAnswer),
      ];
  }
}

function anyAnswer(): boolean {
  return true;
}

/** Gives questions their calm answers: all of them, halves, single ones. */
function removeAnswers(name: string, wanted: Wanted): Pass {
  return {
    name,
    *offer(from): Offers<SimulationCandidate> {
      yield* ddmin(from, from.answers.filter(wanted), withoutAnswers);
    },
  };
}

const removeClients: Pass = {
  name: 'clients',
  *offer(from): Offers<SimulationCandidate> {
    yield* ddmin(from, from.ran.clients, withoutClients);
  },
};

/** A race rarely needs its switch later than this once the noise around it is gone; and what should run next rarely stands further down. */
const LIKELY = { places: 128, overtakers: 4 } as const;
const THOROUGH = { places: 512, overtakers: 16 } as const;

/** Without a client the old order may miss the race that a new one still finds. */
const removeClientsUnderOtherOrders: Pass = {
  name: 'clients under other orders',
  *offer(from): Offers<SimulationCandidate> {
    let current = from;
    for (const client of from.ran.clients.toReversed()) {
      // As many answers as before are fine: there is one client less.
      const smaller = { ...withoutClients(current, [client]), answersMax: current.answers.length + 1 };
      for (const switches of otherOrders(current, LIKELY)) {
        const kept = yield { ...smaller, switches };
        if (kept === undefined) continue;
        current = kept;
        break;
      }
    }
  },
};

/** Where several switches are needed in this order, another one may need a single switch. */
function fewerSwitches(aggressive: boolean): Pass {
  return {
    name: 'fewer switches',
    *offer(from): Offers<SimulationCandidate> {
      if (from.answers.filter(isScheduleAnswer).length < 2 || from.answers.some(isFaultAnswer)) return;
      for (const switches of otherOrders(from, aggressive ? THOROUGH : LIKELY)) {
        if ((yield { ...from, switches, answersMax: from.answers.length }) !== undefined) return;
      }
    },
  };
}

/** Faults tried one by one; a longer run has more places, and the early ones are told shorter. */
const STRIKES_MAX = 128;

/** What took several changes of order, or a fault and some, may take a single fault elsewhere. */
const oneFaultInstead: Pass = {
  name: 'one fault instead',
  *offer(from): Offers<SimulationCandidate> {
    if (from.answers.length < 2) return;
    // The failing run may have ended early; a calmer one asks more.
    for (let strike = 0; strike < Math.min(2 * from.ran.chances + 16, STRIKES_MAX); strike += 1) {
      if ((yield { ...from, switches: new Map(), strike, answersMax: from.answers.length }) !== undefined) return;
    }
  },
};

function* otherOrders(
  { ran }: SimulationCandidate,
  { places, overtakers }: { readonly places: number; readonly overtakers: number },
): Generator<ReadonlyMap<number, number>, void, void> {
  yield new Map();
  // The failing run may have ended early; a calmer one asks more.
  const until = Math.min(2 * ran.openPicks + 16, places);
  for (let overtaker = 1; overtaker <= overtakers; overtaker += 1) {
    for (let at = 0; at < until; at += 1) yield new Map([[at, overtaker]]);
  }
}

/** More values than this are not tried one by one. */
const VALUES_TRIED_MAX = 8;

/** What overtakes comes from nearer, and choices become small. */
function lowerAnswers(wanted: Wanted): Pass {
  return {
    name: 'smaller answers',
    *offer(from): Offers<SimulationCandidate> {
      let current = from;
      for (const answer of from.answers.filter(wanted)) {
        for (const lower of lowerThan(answer)) {
          if (!hasAnswer(current, answer)) break;
          const kept = yield withAnswer(current, answer, lower);
          if (kept === undefined) continue;
          current = kept;
          break;
        }
      }
    },
  };
}

function lowerThan(given: CausalAnswer): readonly CausalAnswer[] {
  const { kind, answer, calmer } = given;
  if (kind === 'transition') return calmer.map((other, at) => ({ ...given, ...other, calmer: calmer.slice(0, at) }));
  if (kind === 'chance' || typeof answer !== 'number') return [];
  const values = Array.from({ length: Math.min(answer, VALUES_TRIED_MAX) }, (_, value) => value);
  return values.map((value) => ({ ...given, answer: value, told: String(value) }));
}

/** Random values like those of the calm run are one thing less to wonder about. */
const noEntropy: Pass = {
  name: 'random values',
  *offer(from): Offers<SimulationCandidate> {
    if (from.entropy.hi !== 0 || from.entropy.lo !== 0) yield { ...from, entropy: { hi: 0, lo: 0 } };
  },
};

/** Above this a quadratic number of candidates helps nobody. */
const PAIRED_MAX = 64;

/** Two answers of which neither can go alone. */
function removePairs(wanted: Wanted): Pass {
  return {
    name: 'pairs',
    *offer(from): Offers<SimulationCandidate> {
      const answers = from.answers.filter(wanted);
      if (answers.length > PAIRED_MAX) return;
      for (const [at, first] of answers.entries()) {
        for (const second of answers.slice(at + 1)) if ((yield withoutAnswers(from, [first, second])) !== undefined) return;
      }
    },
  };
}

function withoutClients(candidate: SimulationCandidate, removed: readonly string[]): SimulationCandidate {
  return { ...candidate, withoutClients: [...candidate.withoutClients, ...removed].sort() };
}
