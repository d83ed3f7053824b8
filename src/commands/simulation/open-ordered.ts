/** Opens what another process wants to be run. */
import { FozzyError } from '../../base/problem.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import type { Isolation } from '../../trace/summary.ts';
import type { Explorable } from './explorable.ts';
import { SimulationFile } from './open-file.ts';
import type { SubjectOrder } from './worker-protocol.ts';

export async function openOrdered(order: SubjectOrder, cwd: string, isolation: Isolation): Promise<Explorable> {
  if (order.kind === 'simulation') {
    const file = await SimulationFile.open(order.file, cwd, order.cache);
    return file.openSimulation(file.choose(order.name, 'explore'), { options: { ...order.options, isolation } });
  }
  const { OpenedDistributed } = await import('../distributed/opened-distributed.ts');
  const { json, file, projectFile, schedule, stepsMax } = order;
  // It was judged by whoever gave the order; here it only has to be read.
  const { scenario } = parseScenario(json, { strict: false });
  if (scenario?.variant !== 'distributed') throw new FozzyError('scenario_invalid', `${file}: a worker could not read the scenario`);
  return OpenedDistributed.create({ scenario, json: scenario.json, file, projectFile, cwd, schedule, stepsMax, isolation });
}
