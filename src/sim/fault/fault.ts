/** What can go wrong, where, and how often: the words in which faults are declared and carried out. */

/** Where something can go wrong. */
export type FaultSite =
  /** A connection is being made. Target: the two machines. */
  | 'net.connect'
  /** Something is being sent on a connection. */
  | 'net.send'
  | 'net.datagram'
  | 'dns.lookup'
  | 'tls.handshake'
  /** An operation on files is given to the pool of threads. Target: the path, where it has one. */
  | 'disk.pool'
  | 'disk.read'
  | 'disk.write'
  | 'disk.sync'
  /** A machine has just finished a transition in which it touched its disk or the network. */
  | 'machine.boundary'
  | 'proc.spawn';

interface Named {
  readonly name: string;
}

export interface FaultTarget {
  readonly machine: Named;
  /** The other end, for the network. */
  readonly peer?: Named | undefined;
  /** A file path, a host name. */
  readonly name?: string | undefined;
}

/** What a scenario declares; made by the functions of `faults`. */
export interface FaultSpec {
  /** `latency`, `reset`, `crash` … */
  readonly type: string;
  readonly sites: readonly FaultSite[];
  /** How often it happens where it can, before the run's own factor. */
  readonly rate: number;
  /** How often it may fire in one run. */
  readonly times: number;
  readonly matches: (target: FaultTarget) => boolean;
  /** Settings for the place that carries it out. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A fault that has just fired; the place that asked carries it out. */
export interface Firing {
  readonly spec: FaultSpec;
  /** Draws how bad it is: 0 is the mildest. */
  choose(label: string, count: number): number;
  /** It changed something: a chunk that was delayed anyway is no effect. */
  mattered(): void;
  /** Whether it did is known only at the end of the run. */
  matteredIf(judge: () => boolean): void;
}
