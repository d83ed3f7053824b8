/** Opens what an order names, in the thread that searches and in the one that records. */
import { FozzyError } from '../../../base/problem.ts';
import { parseScenario } from '../../../scenario/parse-scenario.ts';
import type { DrivenOrder } from './driven-order.ts';
import { openSteps } from './open-steps.ts';
import type { OpenedDriven } from './opened-driven.ts';

export async function openDriven(order: DrivenOrder): Promise<OpenedDriven> {
  if (order.kind === 'simulation') return (await import('./open-explored.ts')).openSimulated(order);
  // It was judged by whoever gave the order; here it only has to be read.
  const { scenario } = parseScenario(order.text, { strict: false });
  if (scenario?.variant === 'steps') return openSteps(scenario, order);
  if (scenario?.variant === 'distributed') return (await import('./open-explored.ts')).openDistributed(scenario, order);
  throw new FozzyError('scenario_invalid', `${order.file}: a worker could not read the scenario`);
}
