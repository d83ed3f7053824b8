/** `explore`: simulations and distributed scenarios are searched; other scenarios are refused with the command that takes them. */
import { FozzyError } from '../../base/problem.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { numberOption, textOption } from '../option-values.ts';
import { refuseDistributedFlags, refuseSimulationFlags } from '../simulation/refuse-flags.ts';
import { isSimulationPath } from '../simulation/simulation-path.ts';

export async function performExplore(options: Options, context: Context): Promise<CommandResult> {
  const path = textOption(options, 'scenario') ?? '';
  for (const name of ['runs', 'steps', 'time', 'nodes']) {
    if (numberOption(options, name) === 0)
      throw new FozzyError('usage', `invalid value '0' for '--${name} <${name.toUpperCase()}>': nothing would be searched`);
  }
  if (isSimulationPath(path)) {
    refuseDistributedFlags(path, options, ['nodes', 'faults', 'checker']);
    return (await import('../simulation/explore.ts')).exploreSimulation(path, options, context);
  }
  refuseSimulationFlags(path, options, ['http', 'only']);
  return (await import('../distributed/explore.ts')).exploreDistributed(path, options, context);
}
