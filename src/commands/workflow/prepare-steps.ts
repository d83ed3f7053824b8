/** The steps before anything is executed: what lies there, what the program says of itself, and which scenarios there are. */
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { cleanTree } from './clean-tree.ts';
import { discover, type Discovered } from './discover.ts';
import { failed, passed, passedIf, type StepEnd, type WorkStep, workStep } from './step.ts';
import type { Workshop } from './workshop.ts';

export const cleanTreeStep = workStep('clean_tree', [], cleanTree);

export const usageStep = informs('usage', (document) => Object.hasOwn(document, 'items'));
export const versionStep = informs('version', (document) => Object.hasOwn(document, 'version'));
export const envStep = informs('env', (document) => Object.hasOwn(document, 'capabilities'));

function informs(name: string, isWhole: (document: object) => boolean): WorkStep {
  return workStep(name, [], async (shop, signal) => {
    const { document, exitCode } = await shop.command(name, {}, signal);
    return passedIf(exitCode === 0 && isWhole(document), `exit ${exitCode}`);
  });
}

/** In a directory of its own: the project is not touched. */
export const initStep = workStep('init', [], async (shop, signal) => {
  const cwd = mkdtempSync(join(realpathSync(tmpdir()), 'fozzy-init-'));
  try {
    await shop.command('init', {}, signal, {
      cwd,
      configPath: join(cwd, 'fozzy.toml'),
      config: { ...shop.context.config, baseDir: '.fozzy' },
    });
    const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
    return passedIf(files.includes('fozzy.toml'), `${files.length} files in a new project`);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});

const DISCOVERY_MS = 15_000;

/** Invalid files, or none that can be executed step by step, and nothing below can be trusted. */
export function discoverStep(name: string, filter?: string): WorkStep {
  return workStep(
    name,
    [],
    async (shop) => {
      const found = await discover(shop.settings.scenarioRoot, shop.settings.seed, shop.context);
      const kept = filter === undefined ? found : filtered(found, filter);
      shop.discovered = kept;
      return judge(kept, shop);
    },
    DISCOVERY_MS,
  );
}

function judge(found: Discovered, shop: Workshop): StepEnd {
  const { invalid, steps, paths, looseDistributed } = found;
  if (invalid.length > 0)
    return failed(
      `not valid: ${invalid.map(({ path, problems, failure }) => `${path}: ${failure?.message ?? problems[0]?.message ?? 'unreadable'}`).join('; ')}`,
    );
  if (steps.length === 0) return failed(`no steps scenario below ${shop.settings.scenarioRoot}`);
  const loose = looseDistributed.length === 0 ? '' : `; in no suite: ${looseDistributed.join(', ')}`;
  return passed(`${paths.length} files, ${steps.length} with steps${loose}`);
}

/** By a part of the path. */
function filtered(found: Discovered, filter: string): Discovered {
  const matches = (path: string): boolean => path.includes(filter);
  const kept = {
    ...found,
    paths: found.paths.filter(matches),
    testable: found.testable.filter(matches),
    tests: found.tests.filter(({ path }) => matches(path)),
    steps: found.steps.filter(({ path }) => matches(path)),
    simulations: found.simulations.filter(({ path }) => matches(path)),
    looseDistributed: found.looseDistributed.filter(matches),
    distributed: found.distributed.filter(matches),
    invalid: found.invalid.filter(({ path }) => matches(path)),
  };
  if (kept.paths.length === 0) throw new FozzyError('no_match', `no scenario matches --scenario-filter ${filter}`);
  return kept;
}
