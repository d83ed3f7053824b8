/** What a target has to obey, from the words of an order: laws with the functions they need, and errors that are allowed. */
import { makesStreams } from '../input/makes-streams.ts';
import type { Law } from '../loop/target-parts.ts';
import { errorText } from '../oracle/bucket.ts';
import { against, idempotent, lossless, propertyLaw, roundTrip, splitLaw, streamLaw } from '../oracle/laws.ts';
import { functionOf, type LoadedModule, type TargetFunction } from '../target/load-target.ts';
import { invalidTarget } from '../target/target-problem.ts';
import { type DeclaredTarget, declaredTargets } from '../words/declared-targets.ts';
import type { FunctionOrder, WorkerOrder } from './protocol.ts';

/** The declaration that is meant, of a file that declares its targets itself. */
export function declaredOf({ isDeclared, exported, told }: FunctionOrder, exports: object): DeclaredTarget | undefined {
  if (!isDeclared) return undefined;
  const targets = declaredTargets(exports, told);
  const names = targets.map(({ name }) => name).join(', ');
  if (exported === undefined) {
    const [only] = targets;
    if (targets.length === 1 && only !== undefined) return only;
    throw invalidTarget(`${told} declares several targets: ${names}`, `name one, such as ${told}#${targets[0]?.name ?? ''}`);
  }
  const found = targets.find(({ name }) => name === exported);
  if (found === undefined) throw invalidTarget(`${told}: there is no target '${exported}' (there are ${names})`, 'name one of them');
  return found;
}

export function declaredLaws(target: DeclaredTarget): readonly Law[] {
  const { call, property, inverse, isLossless, isIdempotent, isSplit, input } = target;
  const laws: Law[] = [];
  if (input.name === 'choices' && makesStreams(input.form)) laws.push(streamLaw(call, isSplit));
  if (target.against !== undefined) laws.push(against(target.against, 'the other function', call));
  if (inverse !== undefined) laws.push(isLossless ? lossless(inverse, 'its inverse') : roundTrip(inverse, 'its inverse', call));
  if (isIdempotent) laws.push(idempotent(call));
  if (property !== undefined) laws.push(propertyLaw(property));
  return laws;
}

export async function lawsOf(
  order: WorkerOrder,
  call: TargetFunction,
  load: (target: FunctionOrder, detail: 'arms') => Promise<LoadedModule>,
  takesStreams: boolean,
): Promise<readonly Law[]> {
  const open = async (target: FunctionOrder) => functionOf((await load(target, 'arms')).exports, target.exported ?? 'default', target.told);
  const laws: Law[] = takesStreams && !order.laws.some(({ law }) => law === 'split') ? [streamLaw(call, false)] : [];
  if (order.against !== undefined) laws.push(against(await open(order.against), order.against.told, call));
  for (const law of order.laws) {
    if (law.law === 'split') laws.push(takesStreams ? streamLaw(call, true) : splitLaw(call));
    else if (law.law === 'idempotent') laws.push(idempotent(call));
    else if (law.law === 'lossless') laws.push(lossless(await open(law.inverse), law.inverse.told));
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
