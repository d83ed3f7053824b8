/** The steps beyond one recorded run: searches, and the host where somebody allowed it. */
import { countText } from '../../report/quantity.ts';
import { activeBackends } from '../active-backends.ts';
import type { Options } from '../command.ts';
import { withSteps } from './discover.ts';
import { primary } from './execution-steps.ts';
import { failed, passedIf, skipped, type WorkStep, workStep } from './step.ts';

const FUZZ_GRACE_MS = 45_000;

/** The primary scenario under inputs nobody wrote. It must end as it always ends. */
export function fuzzStep(timeMs: number): WorkStep {
  return workStep(
    'fuzz',
    ['discover_scenarios'],
    async (shop, signal) => {
      const { path, expected } = primary(shop);
      const { summary } = await shop.run('fuzz', { target: `scenario:${path}`, time: timeMs, seed: shop.settings.seed }, signal);
      const { status, findings, fuzz, policyError } = summary;
      const tried = `${path} under ${countText(fuzz?.executed ?? 0, 'input')}`;
      const told = policyError?.message ?? findings.map(({ title }) => title).join(', ');
      if (policyError !== undefined || (fuzz?.executed ?? 0) === 0) return failed(`${tried}: ${told === '' ? 'nothing was tried' : told}`);
      const isMeant = status === 'pass' || (status === expected && shop.settings.allowExpectedFailures);
      return passedIf(isMeant, `${tried}: ${status}${told === '' ? '' : `: ${told}`}`);
    },
    timeMs + FUZZ_GRACE_MS,
  );
}

export interface ExploreSettings {
  readonly steps: number;
  readonly nodes: number | undefined;
}

/** Loose distributed files first: nothing else executes them. */
export function exploreStep({ steps, nodes }: ExploreSettings): WorkStep {
  return workStep('explore', ['discover_scenarios'], async (shop, signal) => {
    const { distributed, simulations } = shop.found();
    const scenario = distributed[0] ?? simulations.find(({ expected }) => expected === 'pass')?.path;
    if (scenario === undefined) return skipped('there is neither a distributed scenario nor a simulation');
    const own: Options = distributed[0] === undefined ? {} : { steps, ...(nodes === undefined ? {} : { nodes }) };
    const options = { scenario, seed: shop.settings.seed, runs: EXPLORE_RUNS, ...own };
    const { summary, exitCode } = await shop.run('explore', options, signal);
    const told = summary.policyError?.message ?? summary.findings.map(({ title }) => title).join(', ');
    return passedIf(exitCode === 0, `${scenario} ${summary.status}${told === '' ? '' : `: ${told}`}`);
  });
}

const EXPLORE_RUNS = 200;

/** Nothing runs on the host unless a flag or the config said so. */
export const hostStep = workStep('host_backends_run', ['discover_scenarios'], async (shop, signal) => {
  const { context } = shop;
  const backends = activeBackends(context);
  const enabled = Object.entries(backends).flatMap(([name, backend]) => (backend === 'host' ? [name] : []));
  if (enabled.length === 0) return skipped('no host backend is enabled by flag or config');
  const scenario = withSteps(shop.found(), enabled);
  if (scenario === undefined) return skipped(`no steps scenario that should pass has steps of ${enabled.join(', ')}`);
  const { summary, exitCode } = await shop.run('run', { scenario: scenario.path, seed: shop.settings.seed }, signal, {
    backendFlags: backends,
  });
  return passedIf(exitCode === 0, `${scenario.path} ${summary.status} with ${enabled.join(', ')} on the host`);
});
