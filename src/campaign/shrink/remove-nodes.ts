/** Passes that take steps and tasks out of a scenario: outermost first, because a block takes its content along. */
import { ddmin } from './ddmin.ts';
import { type DraftNode, levelsOf, nodesOf, typeOf, withoutNodes } from './draft.ts';
import type { Offers, ShrinkPass } from './pass.ts';
import type { StepsCandidate } from './steps-candidate.ts';

const FAULTS: ReadonlySet<string> = new Set([
  'net_partition',
  'net_set_drop_rate',
  'memory_limit_mb',
  'memory_fail_after_allocs',
  'memory_fragmentation',
  'memory_pressure_wave',
]);

export function isFault(node: DraftNode): boolean {
  return node.kind === 'step' && FAULTS.has(typeOf(node));
}

/** Takes out the nodes that `wanted` accepts. */
export function removeNodes(name: string, wanted: (node: DraftNode) => boolean): ShrinkPass<StepsCandidate> {
  return {
    name,
    *offer(from): Offers<StepsCandidate> {
      let current = from;
      for (let depth = 0; depth < levelsOf(current.draft).length; depth += 1) {
        const nodes = levelsOf(current.draft)[depth] ?? [];
        current = yield* ddmin(current, nodes.filter(wanted), without);
      }
    },
  };
}

/** Above this a quadratic number of candidates helps nobody. */
const PAIRED_NODES_MAX = 64;

/** Two nodes of which neither can go alone, such as a partition and the step that heals it. */
export function removePairs(wanted: (node: DraftNode) => boolean): ShrinkPass<StepsCandidate> {
  return {
    name: 'pairs',
    *offer(from): Offers<StepsCandidate> {
      let current = from;
      const nodes = nodesOf(from.draft).filter(wanted);
      if (nodes.length > PAIRED_NODES_MAX) return;
      for (const [at, first] of nodes.entries()) {
        for (const second of nodes.slice(at + 1)) {
          const present = new Set(nodesOf(current.draft).map((node) => node.origin));
          if (!present.has(first.origin) || !present.has(second.origin)) continue;
          current = (yield without(current, [first, second])) ?? current;
        }
      }
    },
  };
}

export function without(current: StepsCandidate, removed: readonly DraftNode[]): StepsCandidate {
  return { ...current, draft: withoutNodes(current.draft, new Set(removed.map((node) => node.origin))) };
}
