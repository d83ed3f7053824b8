/** What makes a shrunk run of a simulation special, as a trace keeps it: the answers by their causes, and who took no part. */
import { parseU64, renderU64 } from '../../base/u64.ts';
import type { TraceSimulation } from '../../trace/document.ts';
import { type LeftOut, nothingLeftOut } from './left-out.ts';
import type { SimulationCandidate } from './simulation-candidate.ts';
import type { CausalRun } from './simulation-shrink.ts';

/** What is empty is left away. */
export type MinimisedParts = Pick<TraceSimulation, 'minimised'> & Partial<LeftOut>;

export function minimisedOf({ answers, withoutClients, withoutNodes, durations, values, entropy }: SimulationCandidate): MinimisedParts {
  return {
    ...(withoutClients.length === 0 ? {} : { withoutClients }),
    ...(withoutNodes.length === 0 ? {} : { withoutNodes }),
    ...(Object.keys(durations).length === 0 ? {} : { durations }),
    ...(Object.keys(values).length === 0 ? {} : { values }),
    minimised: { entropy: renderU64(entropy.hi, entropy.lo), answers },
  };
}

export function causalRunOf({ minimised, ...leftOut }: MinimisedParts): CausalRun {
  return {
    ...leftOutOfParts(leftOut),
    answers: minimised?.answers ?? [],
    entropy: parseU64(minimised?.entropy ?? '0') ?? { hi: 0, lo: 0 },
  };
}

export function leftOutOfParts({ withoutClients, withoutNodes, durations, values }: Omit<MinimisedParts, 'minimised'>): LeftOut {
  return {
    withoutClients: withoutClients ?? nothingLeftOut.withoutClients,
    withoutNodes: withoutNodes ?? nothingLeftOut.withoutNodes,
    durations: durations ?? nothingLeftOut.durations,
    values: values ?? nothingLeftOut.values,
  };
}
