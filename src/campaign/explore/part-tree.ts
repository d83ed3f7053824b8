/**
 * How the parts of a depth-first search fit together. A part that takes long is split in two that are made at the same time; places
 * before the split are held until both are over, with all that became of them, because each may ask for something more to be tried
 * there. Then what was asked for is a part again, or nothing is left and whoever waits for these two can go on.
 */
import { type Branch, type Demand, demand, type DepthFirstPart, type ForeignPlace, ownBranch } from '../../decide/depth-first-part.ts';
import type { PartRest } from './part.ts';

interface Fork {
  readonly before: readonly ForeignPlace[];
  readonly held: readonly Branch[];
  /** What was asked for at places that are held here or further up. */
  readonly demands: Demand[];
  /** The place the upper part began at, once it is over. */
  top: Branch | undefined;
  pending: number;
  /** Who waits for it. */
  readonly owner: Belonging | undefined;
}

interface Belonging {
  readonly fork: Fork;
  readonly isUpper: boolean;
}

export interface TreePart {
  readonly part: DepthFirstPart;
  readonly fork: Belonging | undefined;
}

type Rest = Extract<PartRest, { readonly is: 'dfs' }>;

export class PartTree {
  /** The parts that a part which is over leaves to be made. */
  after({ fork: owner }: TreePart, { demands, split, finished }: Rest): readonly TreePart[] {
    if (split === undefined) return this.#over(owner, demands, finished);
    const { before, held, upper, lower } = split;
    const fork: Fork = { before, held, demands: [...demands], top: undefined, pending: 2, owner };
    return [
      { part: lower, fork: { fork, isUpper: false } },
      { part: upper, fork: { fork, isUpper: true } },
    ];
  }

  #over(belonging: Belonging | undefined, demands: readonly Demand[], finished: Branch | undefined): readonly TreePart[] {
    if (belonging === undefined) return [];
    const { fork, isUpper } = belonging;
    fork.demands.push(...demands);
    if (isUpper) fork.top = finished;
    fork.pending -= 1;
    return fork.pending > 0 ? [] : this.#join(fork);
  }

  #join({ before, held, top, demands, owner }: Fork): readonly TreePart[] {
    const branches = [...held, ...(top === undefined ? [] : [top])].map(ownBranch);
    for (const [at, answer] of demands) {
      const branch = branches[at - before.length];
      if (at < before.length) owner?.fork.demands.push([at, answer]);
      else if (branch !== undefined) demand(branch, answer);
    }
    const isLeft = branches.some(({ left }) => left.length > 0);
    return isLeft ? [{ part: { before, branches, isReady: false }, fork: owner }] : this.#over(owner, [], branches[0]);
  }
}
