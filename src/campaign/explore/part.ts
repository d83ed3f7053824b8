/** A part of a search of everything, and what is left of it: plain data, which can be sent from one process to another as JSON. */
import type { Branch, Demand, DepthFirstPart, Split } from '../../decide/depth-first-part.ts';
import type { Deviation } from '../../decide/deviating.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Attempt } from '../execute-many.ts';
import type { Grown } from './further-deviations.ts';

/** Strategies that try everything there is, so that what is left depends on what was tried. */
export type OpeningName = 'dfs' | 'bfs';

export type SearchPart =
  /** The first runs, before there are lots; whether they count here, or for somebody else. */
  | { readonly is: 'opening'; readonly strategy: OpeningName; readonly isCounted: boolean }
  | { readonly is: 'dfs'; readonly part: DepthFirstPart }
  /** One run each. */
  | { readonly is: 'bfs'; readonly tries: readonly (readonly Deviation[])[] };

export type PartRest =
  | { readonly is: 'opening'; readonly parts: readonly DepthFirstPart[] }
  | { readonly is: 'opening'; readonly tries: readonly (readonly Deviation[])[] }
  | { readonly is: 'dfs'; readonly demands: readonly Demand[]; readonly split?: Split; readonly finished?: Branch }
  | { readonly is: 'bfs'; readonly grown: readonly Grown[] };

export interface PartSearch {
  /** Undefined when the part is over. */
  next(): Attempt | undefined;
  learn(outcome: Outcome): void;
  /** Once it is over. */
  rest(): PartRest;
}
