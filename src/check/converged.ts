/** Compares what several nodes hold: replicas that have converged are equal, whatever the order of keys in them. */
import { shownValue, valueText } from './value-text.ts';

/** By name of the node; a map or a plain object. */
export type NodeStates = Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>;

/** Whether all nodes hold the same; for `sim.finally` and `sim.eventually`. */
export function converged(states: NodeStates): boolean {
  return divergence(states) === undefined;
}

/** Who differs from whom, in words; undefined where nobody does. */
export function divergence(states: NodeStates): string | undefined {
  const entries: Iterable<readonly [unknown, unknown]> = isMap(states) ? states : Object.entries(states);
  const groups = new Map<string, { readonly names: string[]; readonly state: unknown }>();
  for (const [name, state] of entries) {
    const text = valueText(state);
    const group = groups.get(text) ?? { names: [], state };
    groups.set(text, group);
    group.names.push(String(name));
  }
  if (groups.size <= 1) return undefined;
  return [...groups.values()].map(({ names, state }) => `${names.join(', ')}: ${shownValue(state)}`).join('; ');
}

/** `instanceof` does not narrow readonly maps. */
function isMap(states: NodeStates): states is ReadonlyMap<string, unknown> {
  return states instanceof Map;
}
