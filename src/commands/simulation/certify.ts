/** The certificate of a search that has tried everything, if it was one: the claim, and all that is needed to check it. */
import type { Explored } from '../../campaign/explore/explore.ts';
import { type Certificate, CERTIFICATE_SCHEMA, sealCertificate } from '../../trace/certificate.ts';
import { engineInfo } from '../engine-info.ts';
import type { Explorable } from './explorable.ts';

/** They try everything for one seed; the others mix in runs that drew something else. */
const SYSTEMATIC: ReadonlySet<string> = new Set(['dfs', 'bfs', 'fifo']);

/** What was searched, and up to where. */
export type Claim = Pick<Certificate, 'name' | 'bound' | 'scenarioPath' | 'written' | 'scenario' | 'simulation' | 'explore'>;

/** What a search of everything found; of several that shared it, all together. */
export type Counted = Pick<Explored, 'search' | 'classes' | 'faults' | 'nondeterminism'>;

export function claimOf(subject: Explorable): Claim {
  const { scenario, simulation, explore } = subject.traceParts();
  return {
    name: subject.name,
    bound: subject.bound,
    scenarioPath: subject.projectFile,
    ...(subject.written === undefined ? {} : { written: subject.written }),
    scenario,
    ...(simulation === undefined ? {} : { simulation }),
    ...(explore === undefined ? {} : { explore }),
  };
}

export function certifier(
  { search, classes, faults, nondeterminism }: Counted,
  { name, bound, scenarioPath, written, scenario, simulation, explore }: Claim,
  seed: string,
): ((runId: string) => Certificate) | undefined {
  if (!search.exhaustive || classes === undefined || nondeterminism !== undefined || !SYSTEMATIC.has(search.strategy)) return undefined;
  return (runId) =>
    sealCertificate({
      schemaVersion: CERTIFICATE_SCHEMA,
      engine: engineInfo(),
      runId,
      name,
      strategy: search.strategy,
      seed,
      bound,
      schedules: classes.length,
      runs: search.schedules,
      ...(search.statesVisited === undefined ? {} : { states: search.statesVisited }),
      faults,
      ...(search.crashStates === undefined ? {} : { crashStates: search.crashStates }),
      classes,
      scenarioPath,
      ...(written === undefined ? {} : { written }),
      scenario,
      ...(simulation === undefined ? {} : { simulation }),
      ...(explore === undefined ? {} : { explore }),
    });
}
