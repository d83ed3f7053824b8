/** What a target has to obey, from the words of an order: laws with the functions they need, and errors that are allowed. */
import type { Law } from '../loop/target-parts.ts';
import { errorText } from '../oracle/bucket.ts';
import { against, idempotent, roundTrip, splitLaw } from '../oracle/laws.ts';
import { functionOf, type LoadedModule, type TargetFunction } from '../target/load-target.ts';
import type { FunctionOrder, WorkerOrder } from './protocol.ts';

export async function lawsOf(
  order: WorkerOrder,
  call: TargetFunction,
  load: (target: FunctionOrder, detail: 'arms') => Promise<LoadedModule>,
): Promise<readonly Law[]> {
  const open = async (target: FunctionOrder) => functionOf((await load(target, 'arms')).exports, target.exported ?? 'default', target.told);
  const laws: Law[] = [];
  if (order.against !== undefined) laws.push(against(await open(order.against), order.against.told, call));
  for (const law of order.laws) {
    if (law.law === 'split') laws.push(splitLaw(call));
    else if (law.law === 'idempotent') laws.push(idempotent(call));
    else laws.push(roundTrip(await open(law.inverse), law.inverse.told, call));
  }
  return laws;
}

/** By the name of its class, or of a class above it. */
export function isExpected(error: unknown, expected: readonly string[]): boolean {
  if (expected.length === 0) return false;
  const { name } = errorText(error);
  if (expected.includes(name)) return true;
  for (let made: unknown = error; typeof made === 'object' && made !== null; made = Object.getPrototypeOf(made)) {
    const maker: unknown = Reflect.get(made, 'constructor');
    if (typeof maker === 'function' && expected.includes(maker.name)) return true;
  }
  return false;
}
