/**
 * Ground truth for fuzzing: mistakes planted in small parsers and decoders, one at least for every oracle,
 * each with a repaired twin. The built program finds each within its number of executions, under its own name, and finds nothing in a twin.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project } from '../cli/run-cli.ts';
import { longer, seeds } from '../support/budget.ts';
import { type PlantedTarget, plantedTargets } from './fuzz-targets/planted.ts';

const here = join(dirname(fileURLToPath(import.meta.url)), 'fuzz-targets');

interface Found {
  readonly code: number | null;
  readonly titles: readonly string[];
}

/** Short hangs are as good as long ones, where one is looked for; all others get so long that no busy machine makes one. */
function config({ oracle, isTimed }: PlantedTarget): Record<string, string> {
  return { 'fozzy.toml': `hang_timeout = "${oracle === 'hang' || isTimed === true ? 2 : 20}s"\n` };
}

/** Over night a twin gets as many executions as its mistake. */
const TWIN_RUNS = longer(1) > 1 ? Number.POSITIVE_INFINITY : 5_000;

/** What is found in none of many searches is not there; one of them says little. */
const TWIN_SEEDS = longer(1) > 1 ? 3 : 1;

async function fuzz(target: PlantedTarget, version: 'buggy' | 'fixed', seed: number, extra: readonly string[]): Promise<Found> {
  const file = join(here, target.name, `${version}.ts`);
  const runs = version === 'buggy' ? target.runs : Math.min(target.runs, TWIN_RUNS);
  const det = target.isTimed === true ? [] : ['--det'];
  const args = ['fuzz', `${file}#${target.fn}`, ...det, '--seed', String(seed), '--runs', String(runs), '--json', ...extra];
  if (target.against !== undefined) args.push('--against', `${join(here, target.name, 'reference.ts')}#${target.against}`);
  if (target.inverse !== undefined) args.push('--inverse', `${file}#${target.inverse}`);
  const answer = await typed([...args, ...(target.flags ?? [])], { cwd: project(config(target)) });
  const { findings } = answer.json() as { readonly findings?: readonly { readonly title: string }[] };
  if (findings === undefined) throw new Error(answer.stdout);
  return { code: answer.code, titles: [...new Set(findings.map(({ title }) => title))] };
}

test('there are targets of many kinds', () => {
  expect(plantedTargets.length).toBeGreaterThanOrEqual(30);
  expect(new Set(plantedTargets.map(({ title }) => title)).size).toBeGreaterThanOrEqual(14);
});

describe.each(plantedTargets)('$oracle: $name', { timeout: 120_000 }, (target) => {
  test.each(seeds(1))('the mistake is found within its executions, seed %i', async (seed) => {
    const { code, titles } = await fuzz(target, 'buggy', seed, ['--crash-only']);
    // What takes long may hang as well, by the clock.
    if (target.isTimed === true) expect(titles).toContain(target.title);
    else expect(titles).toEqual([target.title]);
    expect(code).not.toBe(0);
  });

  test.each(seeds(TWIN_SEEDS))('nothing is found in its twin, seed %i', async (seed) => {
    expect(await fuzz(target, 'fixed', seed, [])).toEqual({ code: 0, titles: [] });
  });
});
