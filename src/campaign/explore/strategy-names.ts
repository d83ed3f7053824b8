/** The ways to search that there are. */

export const strategyNames = ['portfolio', 'fifo', 'random', 'pct', 'urw', 'dfs', 'bfs', 'coverage_guided'] as const;
export type StrategyName = (typeof strategyNames)[number];
