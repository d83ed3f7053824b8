/**
 * A steps scenario while it is being cut down: a tree of steps and tasks, each of which remembers
 * the pointer it had in the original scenario. That pointer is its name through all edits, and the
 * way from the places of the result back to the original can be told at any time.
 */
import { isArray } from '../../base/canonical-json.ts';
import { childPointer } from '../../base/json-pointer.ts';
import type { Json, JsonObject } from '../../base/json.ts';

export interface Draft {
  /** Everything of the document but its steps. */
  readonly head: JsonObject;
  readonly nodes: readonly DraftNode[];
}

/** A step, or a task of `parallel`. */
export interface DraftNode {
  readonly origin: string;
  readonly kind: 'step' | 'task';
  /** As written, without the nested list. */
  readonly fields: JsonObject;
  readonly nested: Nested | undefined;
}

interface Nested {
  readonly key: 'steps' | 'tasks';
  readonly nodes: readonly DraftNode[];
}

export interface RenderedDraft {
  readonly json: JsonObject;
  /** From pointers of `json` to original ones, where they differ. */
  readonly origins: ReadonlyMap<string, string>;
}

export function readDraft(scenario: JsonObject, origins: ReadonlyMap<string, string>): Draft {
  const { steps, ...head } = scenario;
  return { head, nodes: readNodes(steps, '/steps', 'step', origins) };
}

function readNodes(
  list: Json | undefined,
  pointer: string,
  kind: DraftNode['kind'],
  origins: ReadonlyMap<string, string>,
): readonly DraftNode[] {
  if (typeof list !== 'object' || list === null || !isArray(list)) return [];
  return list.map((item, index) => readNode(item, childPointer(pointer, index), kind, origins));
}

function readNode(item: Json, pointer: string, kind: DraftNode['kind'], origins: ReadonlyMap<string, string>): DraftNode {
  const object = typeof item === 'object' && item !== null && !isArray(item) ? item : {};
  const origin = origins.get(pointer) ?? pointer;
  const key = kind === 'task' ? 'steps' : nestedKeys.get(typeName(object));
  if (key === undefined) return { origin, kind, fields: object, nested: undefined };
  const { [key]: list, ...fields } = object;
  const nodes = readNodes(list, childPointer(pointer, key), key === 'tasks' ? 'task' : 'step', origins);
  return { origin, kind, fields, nested: { key, nodes } };
}

const nestedKeys: ReadonlyMap<string, Nested['key']> = new Map([
  ['assert_throws', 'steps'],
  ['assert_rejects', 'steps'],
  ['repeat', 'steps'],
  ['parallel', 'tasks'],
]);

export function renderDraft(draft: Draft): RenderedDraft {
  const origins = new Map<string, string>();
  const steps = renderNodes(draft.nodes, '/steps', origins);
  return { json: { ...draft.head, steps }, origins };
}

function renderNodes(nodes: readonly DraftNode[], pointer: string, origins: Map<string, string>): readonly Json[] {
  return nodes.map((node, index) => {
    const own = childPointer(pointer, index);
    if (own !== node.origin) origins.set(own, node.origin);
    if (node.nested === undefined) return node.fields;
    const { key, nodes: inner } = node.nested;
    return { ...node.fields, [key]: renderNodes(inner, childPointer(own, key), origins) };
  });
}

/** Every node, parents before their children, in order of execution. */
export function nodesOf(draft: Draft): readonly DraftNode[] {
  return draft.nodes.flatMap(withInner);
}

function withInner(node: DraftNode): readonly DraftNode[] {
  return node.nested === undefined ? [node] : [node, ...node.nested.nodes.flatMap(withInner)];
}

/** The nodes by depth, outermost first. */
export function levelsOf(draft: Draft): readonly (readonly DraftNode[])[] {
  const levels: (readonly DraftNode[])[] = [];
  for (let level = draft.nodes; level.length > 0; level = level.flatMap((node) => node.nested?.nodes ?? [])) levels.push(level);
  return levels;
}

export function stepsOf(draft: Draft): readonly DraftNode[] {
  return nodesOf(draft).filter((node) => node.kind === 'step');
}

export function typeOf(node: DraftNode): string {
  return typeName(node.fields);
}

function typeName({ type }: JsonObject): string {
  return typeof type === 'string' ? type : '';
}

/** Removes nodes with everything inside them. A block left empty goes too: an empty list is no valid scenario. */
export function withoutNodes(draft: Draft, removed: ReadonlySet<string>): Draft {
  return { ...draft, nodes: keepNodes(draft.nodes, removed) };
}

function keepNodes(nodes: readonly DraftNode[], removed: ReadonlySet<string>): readonly DraftNode[] {
  return nodes.flatMap((node) => {
    if (removed.has(node.origin)) return [];
    if (node.nested === undefined) return [node];
    const inner = keepNodes(node.nested.nodes, removed);
    return inner.length === 0 ? [] : [{ ...node, nested: { ...node.nested, nodes: inner } }];
  });
}

/** Puts other nodes in the place of one. */
export function replaceNode(draft: Draft, origin: string, by: (node: DraftNode) => readonly DraftNode[]): Draft {
  return { ...draft, nodes: replaceIn(draft.nodes, origin, by) };
}

function replaceIn(nodes: readonly DraftNode[], origin: string, by: (node: DraftNode) => readonly DraftNode[]): readonly DraftNode[] {
  return nodes.flatMap((node) => {
    if (node.origin === origin) return by(node);
    if (node.nested === undefined) return [node];
    return [{ ...node, nested: { ...node.nested, nodes: replaceIn(node.nested.nodes, origin, by) } }];
  });
}
