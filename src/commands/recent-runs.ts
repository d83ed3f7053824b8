/** The newest recorded runs of a project, for people who complete a selector. A project without runs or with a broken config has none. */
import { resolve } from 'node:path';
import { FozzyError } from '../base/problem.ts';
import { scanRuns } from '../store/scan-runs.ts';
import { readConfig } from './project-config.ts';

/** More than a screenful helps nobody choose. */
const shownMax = 20;

export async function recentRuns(
  cwd: string,
  configPath: string | undefined,
): Promise<readonly { readonly value: string; readonly about: string }[]> {
  try {
    const { config } = await readConfig({ path: resolve(cwd, configPath ?? 'fozzy.toml'), required: false, strict: false });
    const runs = scanRuns(resolve(cwd, config.baseDir)).filter((run) => run.kind === 'finished' && run.manifest.origin === undefined);
    return runs
      .slice(0, shownMax)
      .map((run) => ({ value: run.name, about: run.kind === 'finished' ? `${run.manifest.mode} ${run.manifest.status}` : '' }));
  } catch (error) {
    if (error instanceof FozzyError) return [];
    throw error;
  }
}
