/** What the parts of a schedule may ask of the run they are part of. */
import type { Footprints } from '../../decide/footprints.ts';
import type { Cluster, ClusterFailure, Outlet } from './cluster.ts';
import type { FaultEnd, Message } from './happening.ts';
import type { Network } from './network.ts';
import type { DistributedProgram, Part, ScriptStep } from './program.ts';

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
  /** A step of the script may run from now on. */
  offerStep(step: ScriptStep): void;
  /** A fault may end from now on. */
  offerEnd(end: FaultEnd): void;
  /** The same message once more. */
  sendAgain(message: Message): void;
  startNode(node: number): Generator<void, void, void>;
  crashNode(node: number): void;
  /** After every piece of the user's code. */
  drained(): Generator<void, void, void>;
}
