/** The steps before anything is executed: what lies there, what the program says of itself, and which scenarios there are. */
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { onDisk } from '../../store/file-error.ts';
import { activeBackends } from '../active-backends.ts';
import { buildInfo } from '../build-info.ts';
import type { EnvDocument } from '../env/perform.ts';
import { cleanTree } from './clean-tree.ts';
import { discover, type Discovered } from './discover.ts';
import { failed, passed, passedIf, type StepEnd, type WorkStep, workStep } from './step.ts';
import type { Workshop } from './workshop.ts';

export const cleanTreeStep = workStep('clean_tree', [], cleanTree);

/** Every command there is must be told of, with a line that can be typed. */
export const usageStep = workStep('usage', [], async (shop, signal) => {
  const { document } = await shop.command('usage', {}, signal);
  // What is not there is what this step is about.
  const { items = [] } = document as { readonly items?: readonly { readonly command: string; readonly how: string }[] };
  const told = new Set(items.filter(({ how }) => how.startsWith('fozzy ')).map(({ command }) => command));
  const untold = shop.names().filter((name) => !told.has(name));
  return passedIf(untold.length === 0, untold.length === 0 ? `${told.size} commands` : `nothing is said of ${untold.join(', ')}`);
});

export const versionStep = workStep('version', [], async (shop, signal) => {
  const { document } = await shop.command('version', {}, signal);
  // What is not there is what this step is about.
  const { version } = document as { readonly version?: string };
  return passedIf(version === buildInfo.version, `says ${version ?? 'nothing'}, is ${buildInfo.version}`);
});

/** What it says must be what flags and config make of the backends. */
export const envStep = workStep('env', [], async (shop, signal) => {
  const { config, backendFlags } = shop.context;
  const { document } = await shop.command('env', {}, signal, { config, backendFlags });
  // What is not there is what this step is about.
  const { capabilities } = document as { readonly capabilities?: Partial<EnvDocument['capabilities']> };
  const backends = activeBackends(shop.context);
  const wrong = (['proc', 'fs', 'http'] as const)
    .filter((name) => capabilities?.[name]?.deterministic !== (backends[name] !== 'host'))
    .map((name) => [name, backends[name]] as const);
  const told = (names: readonly (readonly [string, string])[]): string =>
    names.map(([name, backend]) => `${name} is ${backend}`).join(', ');
  return passedIf(wrong.length === 0, wrong.length === 0 ? told(Object.entries(backends)) : `but ${told(wrong)}`);
});

/** In a directory of its own: the project is not touched. */
export const initStep = workStep('init', [], async (shop, signal) => {
  const cwd = onDisk('create directory', tmpdir(), () => mkdtempSync(join(realpathSync(tmpdir()), 'fozzy-init-')));
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
  if (steps.length === 0) return failed(`no steps scenario below ${shop.settings.scenarioRoot}${instead(paths)}`);
  const loose = looseDistributed.length === 0 ? '' : `; in no suite: ${looseDistributed.join(', ')}`;
  return passed(`${paths.length} files, ${steps.length} with steps${loose}`);
}

function instead(paths: readonly string[]): string {
  return paths.length === 0 ? '' : `; what else is there is checked by \`fozzy test\` and \`fozzy explore\`: ${paths.join(', ')}`;
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
