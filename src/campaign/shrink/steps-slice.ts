/**
 * Drops at once the steps that had nothing to do with the failing one: what stands behind it, and what names nothing that it, or a step it
 * has to do with, names as well. Steps of every type speak of things by name (keys, paths, addresses, snapshots), so two that share no name
 * do not touch the same thing. Time and chance connect steps without any name; a proposal that was too small loses the failure and costs one
 * run, and then the next larger one is tried.
 */
import type { Json } from '../../base/json.ts';
import { type Draft, type DraftNode, nodesOf, withoutNodes } from './draft.ts';
import type { Offers, ShrinkPass } from './pass.ts';
import type { StepsCandidate } from './steps-candidate.ts';

type NamesOf = (text: string) => readonly string[];

/** From the fewest connections to the most. The last one connects everything that came before the failure. */
const REACHES: readonly NamesOf[] = [wholeNames, words, () => ['']];

/** `failed` holds the place of the failing step in the original scenario; without one there is no past to look for. */
export function stepsSlice(failed: ReadonlySet<string>, wanted: (node: DraftNode) => boolean): ShrinkPass<StepsCandidate> {
  return {
    name: 'causal slice',
    *offer(from): Offers<StepsCandidate> {
      const { draft } = from;
      const end = nodesOf(draft).find(({ origin }) => failed.has(origin));
      if (end === undefined) return;
      for (const namesOf of REACHES) {
        const past = pastOf(draft, end, namesOf);
        const removed = nodesOf(draft).filter((node) => !past.has(node.origin) && wanted(node));
        if (removed.length === 0) return;
        const smaller = withoutNodes(draft, new Set(removed.map(({ origin }) => origin)));
        if ((yield { ...from, draft: smaller }) !== undefined) return;
      }
    },
  };
}

/** The failing step, all that has to do with it or with something before it, and the blocks they stand in. */
function pastOf(draft: Draft, end: DraftNode, namesOf: NamesOf): ReadonlySet<string> {
  const names = new Set(namesIn(end, namesOf));
  const past = new Set<string>([end.origin]);
  const before = reachable(draft.nodes, end.origin).reverse();
  // A step of another task may stand behind a step it ran before, so one way through the list does not always suffice.
  for (let known = 0; known < past.size; ) {
    known = past.size;
    for (const node of before) {
      const own = namesIn(node, namesOf);
      if (past.has(node.origin) || !own.some((name) => names.has(name))) continue;
      past.add(node.origin);
      for (const name of own) names.add(name);
    }
  }
  return new Set(nodesOf(draft).flatMap((node) => (holdsAny(node, past) ? [node.origin] : [])));
}

/** The steps that can have run before `end` did, first to last: tasks run beside each other, all else one after the other. */
function reachable(nodes: readonly DraftNode[], end: string): DraftNode[] {
  const found: DraftNode[] = [];
  for (const node of nodes) {
    if (node.origin === end) return found;
    const isEnclosing = holdsAny(node, new Set([end]));
    if (isEnclosing && node.nested?.key === 'steps' && !repeats(node)) return [...found, ...reachable(node.nested.nodes, end)];
    found.push(
      ...[node, ...nodesOf({ head: {}, nodes: node.nested?.nodes ?? [] })].filter(
        ({ nested, origin }) => nested === undefined && origin !== end,
      ),
    );
    if (isEnclosing && node.kind === 'step') return found;
  }
  return found;
}

function repeats({ fields }: DraftNode): boolean {
  return fields['type'] === 'repeat';
}

function holdsAny(node: DraftNode, origins: ReadonlySet<string>): boolean {
  return origins.has(node.origin) || (node.nested?.nodes.some((inner) => holdsAny(inner, origins)) ?? false);
}

function namesIn({ fields, nested }: DraftNode, namesOf: NamesOf): readonly string[] {
  const { type: _, ...said } = fields;
  return nested === undefined ? textsIn(said).flatMap(namesOf) : [];
}

function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A text as it stands, and the keys it is filled in with. */
function wholeNames(text: string): readonly string[] {
  return [text, ...[...text.matchAll(/\$\{([^}]+)\}/gu)].map((found) => found[1] ?? '')];
}

function words(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== '');
}
