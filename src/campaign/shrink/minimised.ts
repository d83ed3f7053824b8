/** What makes a shrunk run of a simulation special, as a trace keeps it: the answers by their causes, and who took no part. */
import { parseU64, renderU64 } from '../../base/u64.ts';
import type { TraceSimulation } from '../../trace/document.ts';
import type { SimulationCandidate } from './simulation-candidate.ts';
import type { CausalRun } from './simulation-shrink.ts';

export type MinimisedParts = Pick<TraceSimulation, 'withoutClients' | 'minimised'>;

export function minimisedOf({ answers, withoutClients, entropy }: SimulationCandidate): MinimisedParts {
  return {
    ...(withoutClients.length === 0 ? {} : { withoutClients }),
    minimised: { entropy: renderU64(entropy.hi, entropy.lo), answers },
  };
}

export function causalRunOf({ withoutClients, minimised }: MinimisedParts): CausalRun {
  return {
    answers: minimised?.answers ?? [],
    withoutClients: withoutClients ?? [],
    entropy: parseU64(minimised?.entropy ?? '0') ?? { hi: 0, lo: 0 },
  };
}
