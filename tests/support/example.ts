/** Searches an example as `fozzy explore` does, with the built program, and says what was found. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { perform } from './built.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const examples = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'examples');

export interface Searched {
  /** Messages of the findings, after the failing run was repeated; empty when nothing was found. */
  readonly found: readonly string[];
  /** Whether the repetition made exactly the same decisions. */
  readonly repeats: boolean;
  readonly schedules: number;
}

export async function searchExample(name: string, seed: number, runs: number): Promise<Searched> {
  const cwd = temporaryDirectory();
  const search = { scenario: join(examples, `${name}.fozzy.ts`), schedule: 'portfolio', seed, runs, time: '1h' };
  const summary = await perform(cwd, 'explore', search);
  const { tracePath } = summary.identity;
  const again = tracePath === undefined ? undefined : await perform(cwd, 'replay', { runOrTrace: tracePath });
  return {
    found: summary.findings.map(({ message }) => message),
    repeats: again === undefined || again.replay?.reproduced === true,
    schedules: summary.search?.schedules ?? 0,
  };
}
