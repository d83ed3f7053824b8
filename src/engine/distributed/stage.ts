/** What the parts of a schedule may ask of the run they are part of. */
import type { Footprints } from '../../decide/footprints.ts';
import type { Cluster, ClusterFailure, Outlet } from './cluster.ts';
import type { Network } from './network.ts';
import type { DistributedProgram, Part } from './program.ts';
import type { Upcoming } from './upcoming.ts';

export interface Stage extends Outlet {
  readonly program: DistributedProgram;
  readonly cluster: Cluster;
  readonly network: Network;
  readonly nowMs: number;
  /** That have happened so far. */
  readonly events: number;
  /** Kept when somebody wants to know what events have to do with each other. */
  readonly footprints: Footprints | undefined;
  name(node: number): string;
  failAt(part: Part, failure: Omit<ClusterFailure, 'place'>): void;
  /** What will happen comes up here. */
  readonly upcoming: Upcoming;
  startNode(node: number): Generator<void, void, void>;
  crashNode(node: number): void;
  /** After every piece of the user's code. */
  drained(): Generator<void, void, void>;
}
