/** Every way to search there is, by name. One that shares its space with others takes only its part of it. */
import type { U64 } from '../../base/u64.ts';
import { Footprints } from '../../decide/footprints.ts';
import { BreadthFirst } from './breadth-first.ts';
import { PriorityWalks, WeightedWalks } from './chain-walks.ts';
import { CoverageGuided } from './coverage-guided.ts';
import { DepthFirst } from './depth-first.ts';
import { Deviations } from './deviations.ts';
import { Portfolio } from './portfolio.ts';
import { RandomWalks } from './random-walks.ts';
import { lotSeed, type Share, WHOLE } from './share.ts';
import type { StrategyName } from './strategy-names.ts';
import type { Strategy } from './strategy.ts';

export function createStrategy(strategy: StrategyName, seed: U64, share: Share = WHOLE, footprints = new Footprints()): Strategy {
  const own = lotSeed(seed, share.index);
  switch (strategy) {
    case 'fifo':
      return new Deviations(seed, share);
    case 'random':
      return new RandomWalks(own, share);
    case 'pct':
      return new PriorityWalks(own, share);
    case 'urw':
      return new WeightedWalks(own, share);
    case 'dfs':
      return new DepthFirst(seed, footprints);
    case 'bfs':
      return new BreadthFirst(seed);
    case 'coverage_guided':
      return new CoverageGuided(own, footprints, share);
    case 'portfolio':
      return new Portfolio(
        own,
        [new Deviations(seed, share), new RandomWalks(own, share), new PriorityWalks(own, share)],
        [new WeightedWalks(own, share), new CoverageGuided(own, footprints, share)],
        share,
      );
  }
}
