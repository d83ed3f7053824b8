/** The code of the nodes as the engine sees it: started, crashed, given messages and asked questions, and what it may ask for in turn. */
import type { Xoshiro128 } from '../../base/xoshiro128.ts';
import type { Footprints } from '../../decide/footprints.ts';
import type { EventFields } from '../event-sink.ts';
import type { Failure } from '../failure.ts';
import type { OptionList } from '../transition/option-list.ts';
import type { Pending } from '../transition/pending.ts';

export interface ClientRequest {
  readonly op: 'put' | 'get';
  readonly key: string;
  readonly value: string | undefined;
}

/** An answer may come later than the question. */
export interface ClientCall {
  isAnswered: boolean;
  /** What a read gave. */
  value: string | null;
}

export interface Cluster {
  /** The clock of the run: microseconds of virtual time. */
  nowUs: number;
  /** What everything random in the run is made from. */
  readonly entropy: Xoshiro128;
  /** Its code may leave promises behind: whoever leads the run must drain Node's queues wherever the engine stops. */
  readonly leavesPromises: boolean;
  /** Tells what a message or a request that is about a key has to do with: the node, or only the key where that is all that is looked at. */
  touches(footprints: Footprints, node: number, about: unknown): void;
  start(node: number): void;
  /** Whether the code keeps anything, or waits for anything, that a crash right now would take. */
  wouldForget(node: number): boolean;
  /** Its volatile state is gone. */
  crash(node: number): void;
  deliver(node: number, from: number, payload: unknown): void;
  call(node: number, request: ClientRequest): ClientCall;
  inspect(node: number, key: string): string | null;
  /** Everything that makes a difference to what the node does next, to be compared; undefined when nobody can see all of it. */
  stateOf(node: number): string | undefined;
  /** An invariant that the code itself states; asked after every event. */
  readonly checkOwn: ((running: readonly number[]) => void) | undefined;
  /** Who waits for what, and where; undefined when nobody does or nobody watched. */
  waits(): string | undefined;
  /** When the code of the node next wants to run by itself: timers, completions. Infinity = it only waits for others. */
  earliestUs(node: number): number;
  /** Everything of the node that wants to run and is due. */
  offer(node: number, into: OptionList): void;
  run(node: number, task: Pending): void;
}

/** What code may ask of the engine while it runs. */
export interface Outlet {
  /** `kind` is a word for people, `size` the length of the payload in bytes. */
  send(from: number, to: number, kind: string, payload: unknown, size: number): void;
  /** Something of the user went wrong; the schedule is over after the event under way. */
  fail(report: ClusterFailure): void;
  /** Call only when observed. */
  note(name: string, source: 'engine' | 'user', fields: EventFields): void;
  readonly observed: boolean;
}

export interface ClusterFailure extends Failure {
  /** What identifies it, beside its title. */
  readonly place: string;
}
