/**
 * The passes over a run of a simulation, in the order in which they pay off: what did not lie in the past of the failure, faults, clients,
 * nodes, order, clients again under other orders, a fault in place of an order, time, plainer values, smaller answers. A new way to shrink is one more line here.
 */
import type { CausalAnswer } from '../../decide/causal.ts';
import { causalSlice } from './causal-slice.ts';
import { ddmin } from './ddmin.ts';
import type { Dimension } from './dimension.ts';
import { leaveOutClients, leaveOutNodes } from './left-out.ts';
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
import { CalmRuns, fewerSwitches, oneFaultInstead, removeClientsUnderOtherOrders } from './other-orders.ts';
import { plainerPuts } from './plainer-puts.ts';
import { earlier, shorterTimes } from './shorter-time.ts';

type Pass = ShrinkPass<SimulationCandidate>;
type Wanted = (answer: CausalAnswer) => boolean;

export interface SimulationPassOptions {
  readonly minimize: Dimension | 'all';
  /** Pairs, and more orders than the most likely ones. */
  readonly aggressive: boolean;
}

export function simulationPasses({ minimize, aggressive }: SimulationPassOptions): readonly Pass[] {
  const calm = new CalmRuns();
  const pairs = (wanted: Wanted): readonly Pass[] => (aggressive ? [removePairs(wanted)] : []);
  switch (minimize) {
    case 'faults':
      return [
        causalSlice({ wanted: isFaultAnswer, parts: false }),
        removeAnswers('faults', isFaultAnswer),
        lowerAnswers(isFaultAnswer),
        ...pairs(isFaultAnswer),
      ];
    case 'schedule':
      return [
        causalSlice({ wanted: isScheduleAnswer, parts: false }),
        removeAnswers('order', isScheduleAnswer),
        fewerSwitches(calm, aggressive),
        lowerAnswers(isScheduleAnswer),
        ...pairs(isScheduleAnswer),
      ];
    case 'input':
      return [
        causalSlice({ wanted: isInputAnswer, parts: true }),
        removeClients,
        removeNodes,
        removeAnswers('choices', isInputAnswer),
        shorterTimes,
        plainerPuts,
        lowerAnswers(isInputAnswer),
        noEntropy,
        ...pairs(isInputAnswer),
      ];
    case 'all':
      return [
        causalSlice({ wanted: anyAnswer, parts: true }),
        removeAnswers('faults', isFaultAnswer),
        removeClients,
        removeNodes,
        removeAnswers('order and choices', anyAnswer),
        removeClientsUnderOtherOrders(calm),
        oneFaultInstead(calm),
        fewerSwitches(calm, aggressive),
        shorterTimes,
        earlier,
        plainerPuts,
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
    yield* ddmin(from, from.ran.clients, leaveOutClients);
  },
};

/** Whole nodes: nothing runs on them any more. */
const removeNodes: Pass = {
  name: 'nodes',
  *offer(from): Offers<SimulationCandidate> {
    yield* ddmin(from, from.ran.nodes, leaveOutNodes);
  },
};

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
