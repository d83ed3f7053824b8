/** `explore`: simulations are searched; scenarios of JSON are refused with the command that takes them. */
import { FozzyError } from '../../base/problem.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { loadScenario, requireVariant } from '../load-scenario.ts';
import { numberOption, textOption } from '../option-values.ts';
import { isSimulationPath } from '../simulation/simulation-path.ts';

export async function performExplore(options: Options, context: Context): Promise<CommandResult> {
  const path = textOption(options, 'scenario') ?? '';
  for (const name of ['runs', 'steps', 'time']) {
    if (numberOption(options, name) === 0)
      throw new FozzyError('usage', `invalid value '0' for '--${name} <${name.toUpperCase()}>': nothing would be searched`);
  }
  if (isSimulationPath(path)) return (await import('../simulation/explore.ts')).exploreSimulation(path, options, context);
  requireVariant(loadScenario(path, context), 'distributed', 'explore');
  throw new FozzyError('wrong_variant', `${path} is a distributed scenario; this version can validate it, but explores simulations only`, {
    hint: 'write the system as a simulation (`*.fozzy.ts`) whose nodes are the real programs',
    details: { path, variant: 'distributed', command: 'explore' },
  });
}
