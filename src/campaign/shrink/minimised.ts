/** What makes a shrunk run of a simulation special, as a trace keeps it: the answers by their causes, and who took no part. */
import { parseU64, renderU64 } from '../../base/u64.ts';
import type { TraceMinimised } from '../../trace/document.ts';
import type { SimulationCandidate } from './simulation-candidate.ts';
import type { CausalRun } from './simulation-shrink.ts';

export function minimisedOf({ answers, withoutClients, entropy }: SimulationCandidate): TraceMinimised {
  return { withoutClients, entropy: renderU64(entropy.hi, entropy.lo), answers };
}

export function causalRunOf({ answers, withoutClients, entropy }: TraceMinimised): CausalRun {
  return { answers, withoutClients, entropy: parseU64(entropy) ?? { hi: 0, lo: 0 } };
}
