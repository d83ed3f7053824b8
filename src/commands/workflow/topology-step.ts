/** Whether every risky file of a source tree has the tests its risk asks for. Only where somebody asked: `--require-topology-coverage`. */
import { FozzyError } from '../../base/problem.ts';
import type { Options } from '../command.ts';
import type { SuitesDocument } from '../map/documents.ts';
import { numberOption, textOption } from '../option-values.ts';
import { failed, passed, skipped, type WorkStep, workStep } from './step.ts';

const TOPOLOGY_MS = 30_000;
const NAMES_MAX = 3;
const RISK_MAX = 100;

const flags = [
  ['topologyMinRisk', 'minRisk', '--topology-min-risk'],
  ['topologyProfile', 'profile', '--topology-profile'],
  ['topologyShrinkPolicy', 'shrinkPolicy', '--topology-shrink-policy'],
] as const;

export function topologyStep(options: Options): WorkStep {
  const root = textOption(options, 'requireTopologyCoverage');
  const given = flags.filter(([option]) => options[option] !== undefined);
  const [first] = given;
  if (root === undefined && first !== undefined)
    throw new FozzyError('usage', `${first[2]} needs --require-topology-coverage <ROOT>: the source tree that must be covered`);
  const minRisk = numberOption(options, 'topologyMinRisk') ?? 0;
  if (minRisk > RISK_MAX)
    throw new FozzyError(
      'usage',
      `invalid value '${minRisk}' for '--topology-min-risk <TOPOLOGY_MIN_RISK>': risk goes from 0 to ${RISK_MAX}`,
    );
  const asked = Object.fromEntries(given.map(([option, name]) => [name, options[option]]));
  return workStep(
    'topology_coverage',
    [],
    async (shop, signal) => {
      if (root === undefined) return skipped('no --require-topology-coverage <ROOT> names a source tree');
      // Evidence is what the project itself has recorded, not what this check records.
      const over = { config: shop.context.config };
      const wanted = { root, scenarioRoot: shop.settings.scenarioRoot, onlyUncovered: true, all: true, ...asked };
      const { document } = await shop.command('map suites', wanted, signal, over);
      // The command always answers with this document.
      const { suites, requiredHotspotCount, confidence } = document as SuitesDocument;
      const doubt = confidence.level === 'full' ? '' : `; not everything could be read: ${confidence.reasons.join(', ')}`;
      if (suites.length === 0) return passed(`${requiredHotspotCount} files need tests and have them${doubt}`);
      const named = suites
        .slice(0, NAMES_MAX)
        .map(({ path, missingRequiredSuites }) => `${path} misses ${missingRequiredSuites.join(', ')}`);
      const more = suites.length > NAMES_MAX ? `; and ${suites.length - NAMES_MAX} more` : '';
      return failed(`${suites.length} of ${requiredHotspotCount} files lack tests: ${named.join('; ')}${more}${doubt}`);
    },
    TOPOLOGY_MS,
  );
}
