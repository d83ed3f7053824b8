/** The text of a smaller distributed scenario: steps and nodes taken out, times shortened, values plainer; and where what is left stood before. */
import { isArray } from '../../base/canonical-json.ts';
import { renderDuration } from '../../base/duration.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { RunEdits } from '../../engine/run-edits.ts';
import { numberedNodes } from '../../scenario/distributed/topology.ts';

export interface SmallerScenario {
  readonly json: JsonObject;
  /** Pointer in this scenario → pointer in the original, where they differ. */
  readonly origins: ReadonlyMap<string, string>;
}

/** Members of a part that name nodes, and those that hold times. */
const NODES = ['node', 'a', 'b', 'from', 'to'] as const;
const TIMES = ['duration', 'by'] as const;
const LISTS = ['steps', 'invariants', 'faults'] as const;

/** Edits and origins speak of the original scenario, from which this one may have been made already. */
export function smallerScenario(json: JsonObject, edits: RunEdits, origins: ReadonlyMap<string, string>): SmallerScenario {
  const { distributed } = json;
  if (!isObject(distributed)) return { json, origins };
  const { withoutNodes = new Set<string>() } = edits;
  const moved = new Map<string, string>();
  const lists = LISTS.flatMap((name) => {
    const list = distributed[name];
    if (!isList(list)) return [];
    const kept = list
      .map((part, index) => ({ part, origin: originOf(`/distributed/${name}/${index}`, origins) }))
      .filter(({ part, origin }) => edits.withoutClients?.has(origin) !== true && !namesOneOf(part, withoutNodes));
    for (const [index, { origin }] of kept.entries()) {
      const pointer = `/distributed/${name}/${index}`;
      if (pointer !== origin) moved.set(pointer, origin);
    }
    return [
      [name, kept.map(({ part, origin }) => plainer(shortened(part, edits.durations?.get(origin)), edits.values?.get(origin)))] as const,
    ];
  });
  const others = [...origins].filter(([pointer]) => !LISTS.some((name) => pointer.startsWith(`/distributed/${name}/`)));
  return {
    json: { ...json, distributed: { ...distributed, ...topology(distributed, withoutNodes), ...Object.fromEntries(lists) } },
    origins: new Map([...others, ...moved]),
  };
}

function originOf(pointer: string, origins: ReadonlyMap<string, string>): string {
  return origins.get(pointer) ?? pointer;
}

/** A count names its nodes by their numbers, so what is left of one is a list. */
function topology({ nodes, node_count: count }: JsonObject, without: ReadonlySet<string>): JsonObject {
  if (without.size === 0) return {};
  const names = isList(nodes) ? nodes : numberedNodes(Number(count));
  return { node_count: undefined, nodes: names.filter((name) => !isOneOf(name, without)) };
}

function namesOneOf(part: Json, names: ReadonlySet<string>): boolean {
  return isObject(part) && NODES.some((member) => isOneOf(part[member], names));
}

function isOneOf(name: Json | undefined, names: ReadonlySet<string>): boolean {
  return typeof name === 'string' && names.has(name);
}

function shortened(part: Json, ms: number | undefined): Json {
  if (ms === undefined || !isObject(part)) return part;
  const member = TIMES.find((each) => each in part);
  return member === undefined ? part : { ...part, [member]: renderDuration(ms) };
}

function plainer(part: Json, value: string | undefined): Json {
  return value === undefined || !isObject(part) ? part : { ...part, value };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return value !== undefined && isArray(value);
}
