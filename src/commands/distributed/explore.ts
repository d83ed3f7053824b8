/** `explore` of a distributed scenario: the same search as for simulations, with the defaults its contract names. */
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { numberOption, textOption } from '../option-values.ts';
import { projectPath } from '../project-path.ts';
import { exploreOpened, plannedSearch } from '../simulation/explore.ts';
import { loadDistributed } from './load-distributed.ts';
import { OpenedDistributed, STEPS_MAX } from './opened-distributed.ts';

/** How distributed scenarios are searched unless somebody says otherwise. */
export const SCHEDULE = 'fifo';

export async function exploreDistributed(path: string, options: Options, context: Context): Promise<CommandResult> {
  const { scenario, json } = loadDistributed(path, options, context);
  const search = plannedSearch(options, SCHEDULE, context);
  const opened = await OpenedDistributed.create({
    scenario,
    json,
    file: path,
    projectFile: projectPath(path, context.cwd),
    cwd: context.cwd,
    schedule: textOption(options, 'schedule') ?? SCHEDULE,
    stepsMax: numberOption(options, 'steps') ?? STEPS_MAX,
  });
  return exploreOpened(opened, search, options, context);
}
