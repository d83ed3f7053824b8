/** The steps beyond one recorded run: searches, corpora, and the host where somebody allowed it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { activeBackends } from '../active-backends.ts';
import type { Options } from '../command.ts';
import { withSteps } from './discover.ts';
import { failed, passed, passedIf, skipped, type WorkStep, workStep } from './step.ts';
import type { Workshop } from './workshop.ts';

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

/** The corpus commands work on a small corpus of their own. */
export const corpusSteps: readonly WorkStep[] = [
  workStep('corpus_export', [], async (shop, signal) => {
    const { document } = await shop.command('corpus export', { dir: corpusOf(shop), out: shop.path('corpus.zip') }, signal);
    return passedIf(entriesIn(document) > 0, `${entriesIn(document)} inputs`);
  }),
  workStep('corpus_import', ['corpus_export'], async (shop, signal) => {
    const { document } = await shop.command('corpus import', { zip: shop.path('corpus.zip'), out: shop.path('imported') }, signal);
    const before = await shop.command('corpus export', { dir: shop.path('imported'), out: shop.path('again.zip') }, signal);
    return entriesIn(document) === entriesIn(before.document)
      ? passed(`${entriesIn(document)} inputs`)
      : failed('the import does not hold what was exported');
  }),
];

function entriesIn(document: object): number {
  return 'entries' in document && typeof document.entries === 'number' ? document.entries : 0;
}

function corpusOf(shop: Workshop): string {
  const folder = shop.path('corpus');
  mkdirSync(folder, { recursive: true });
  for (const input of ['', 'a', 'ab']) writeFileSync(join(folder, `input-${input.length}.bin`), input);
  return folder;
}
