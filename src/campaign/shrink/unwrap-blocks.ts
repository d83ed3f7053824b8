/** Replaces a block by what it holds: a loop by one round, parallel tasks by one after the other, an expected failure by its steps. */
import { nodesOf, replaceNode } from './draft.ts';
import type { Offers, ShrinkPass } from './pass.ts';
import type { StepsCandidate } from './steps-candidate.ts';

export const unwrapBlocks: ShrinkPass<StepsCandidate> = {
  name: 'blocks',
  *offer(from): Offers<StepsCandidate> {
    let current = from;
    for (const { origin, kind, nested } of nodesOf(from.draft)) {
      if (kind === 'task' || nested === undefined) continue;
      const draft = replaceNode(current.draft, origin, (node) => innerSteps(node.nested));
      current = (yield { ...current, draft }) ?? current;
    }
  },
};

type Nested = Parameters<Parameters<typeof replaceNode>[2]>[0]['nested'];

function innerSteps(nested: Nested): ReturnType<Parameters<typeof replaceNode>[2]> {
  if (nested === undefined) return [];
  return nested.key === 'steps' ? nested.nodes : nested.nodes.flatMap((task) => task.nested?.nodes ?? []);
}
