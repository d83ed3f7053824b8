/** Replaces a block by what it holds: a loop by one round, parallel tasks by one after the other, an expected failure by its steps. */
import { type DraftNode, nodesOf, replaceNode } from './draft.ts';
import type { Offers, ShrinkPass } from './pass.ts';
import type { StepsCandidate } from './steps-candidate.ts';

export const unwrapBlocks: ShrinkPass<StepsCandidate> = {
  name: 'blocks',
  *offer(from): Offers<StepsCandidate> {
    let current = from;
    for (const { origin } of nodesOf(from.draft)) {
      for (const contentOf of contents) {
        const draft = replaceNode(current.draft, origin, contentOf);
        current = (yield { ...current, draft }) ?? current;
      }
    }
  },
};

/** Once a block is gone its origin names nothing, and the second way changes nothing. */
const contents: readonly ((node: DraftNode) => readonly DraftNode[])[] = [
  ({ kind, nested, ...rest }) =>
    kind === 'task' || nested === undefined ? [{ kind, nested, ...rest }] : nested.nodes.flatMap(stepsOfBranch),
  // A race usually needs the younger task to come first.
  ({ kind, nested, ...rest }) =>
    kind === 'task' || nested?.key !== 'tasks' ? [{ kind, nested, ...rest }] : nested.nodes.toReversed().flatMap(stepsOfBranch),
];

function stepsOfBranch(node: DraftNode): readonly DraftNode[] {
  return node.kind === 'task' ? (node.nested?.nodes ?? []) : [node];
}
