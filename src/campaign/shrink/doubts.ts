/** Who stays in a shrunk run without anybody knowing why: together, so that one can say what is left when all of them are gone. */
import { executeOnce } from '../execute-many.ts';
import { failureOf } from './attempt-steps.ts';
import { editsOf, leaveOutClients } from './left-out.ts';
import type { SimulationCandidate } from './simulation-candidate.ts';
import { calmly, longestOf, type TrialParts } from './trials.ts';

/** Of `clients`, each of which could go as far as the failure goes, those that could go together. What was written last goes first. */
export async function goTogether(
  { subject, start, failure, stop }: TrialParts & { readonly stop: () => string | undefined },
  best: SimulationCandidate,
  clients: readonly string[],
): Promise<readonly string[]> {
  let gone: readonly string[] = [];
  for (const name of clients.toReversed()) {
    const smaller = leaveOutClients(best, [name, ...gone]);
    if (subject.allows?.(editsOf(smaller)) === false || stop() !== undefined) continue;
    const outcome = await executeOnce(subject, () => calmly(smaller, false, longestOf(start)));
    if (failureOf(outcome.findings)?.fingerprint === failure?.fingerprint) gone = [name, ...gone];
  }
  return gone;
}
