/** The certificate of a search that has tried everything, if it was one: the claim, and all that is needed to check it. */
import { renderU64, type U64 } from '../../base/u64.ts';
import type { Explored } from '../../campaign/explore/explore.ts';
import { type Certificate, CERTIFICATE_SCHEMA, sealCertificate } from '../../trace/certificate.ts';
import { engineInfo } from '../engine-info.ts';
import type { Explorable } from './explorable.ts';

/** They try everything for one seed; the others mix in runs that drew something else. */
const SYSTEMATIC: ReadonlySet<string> = new Set(['dfs', 'bfs', 'fifo']);

export function certifier(
  { search, classes, faults, nondeterminism }: Explored,
  subject: Explorable,
  seed: U64,
): ((runId: string) => Certificate) | undefined {
  if (!search.exhaustive || classes === undefined || nondeterminism !== undefined || !SYSTEMATIC.has(search.strategy)) return undefined;
  const { scenario, simulation, explore } = subject.traceParts();
  return (runId) =>
    sealCertificate({
      schemaVersion: CERTIFICATE_SCHEMA,
      engine: engineInfo(),
      runId,
      name: subject.name,
      strategy: search.strategy,
      seed: renderU64(seed.hi, seed.lo),
      bound: subject.bound,
      schedules: classes.length,
      runs: search.schedules,
      states: search.statesVisited ?? 0,
      faults,
      classes,
      scenarioPath: subject.projectFile,
      scenario,
      ...(simulation === undefined ? {} : { simulation }),
      ...(explore === undefined ? {} : { explore }),
    });
}
