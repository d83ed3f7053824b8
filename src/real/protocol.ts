/** What the gatekeeper and the processes of a confirmation say to each other, over the channel Node gives to children. */
import type { PendingKindName } from '../engine/transition/pending.ts';
import type { FindingKind } from '../trace/finding.ts';
import type { GivenFaults, Injected } from './given-faults.ts';

/** Nothing of the found run caused it. */
export const ROOT = -1;

/** What a process is: the one that holds the scenario, or the program of one node. */
export interface Role extends GivenFaults {
  readonly is: 'driver' | 'node';
  readonly machine: string;
  /** Where the disks of all machines are. */
  readonly disks: string;
  /** Below it real files may be read. */
  readonly project: string;
  /** The file of the scenario, or the program. */
  readonly entry: string;
  /** Of a driver: which simulation of the file. */
  readonly simulation?: string;
  readonly withoutClients?: readonly string[];
  readonly withoutNodes?: readonly string[];
  /** Answers to `sim.choose`, by label, in the order of asking. */
  readonly choices?: Readonly<Record<string, readonly number[]>>;
}

/** Something that has arrived and waits for its turn. */
export interface Held {
  readonly is: 'held';
  readonly id: number;
  readonly machine: string;
  readonly kind: PendingKindName;
  readonly label: string;
  /** The step in whose course it came up, and the how-manieth of its name there. */
  readonly parent: number;
  readonly nth: number;
  /** Of a socket: the port of the end that dialled, which both ends know. */
  readonly port?: number;
  /** Of a timer. */
  readonly delayMs?: number;
}

export interface NodeDeclaration {
  readonly name: string;
  /** Absolute path of its program; undefined for a function, which runs beside the scenario. */
  readonly program?: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  readonly stdin: string | undefined;
}

export interface FailureSaying {
  readonly is: 'failure';
  readonly kind: FindingKind;
  readonly title: string;
  readonly message: string;
  readonly place: string;
  readonly stack?: string;
}

/** What something is called by its cause. */
interface Named {
  readonly machine: string;
  readonly label: string;
  readonly parent: number;
  readonly nth: number;
}

export type Saying =
  | Held
  | { readonly is: 'ready' }
  /** A timer that will fire: worth waiting for. */
  | ({ readonly is: 'set'; readonly id: number; readonly periodic: boolean } & Named)
  | { readonly is: 'dropped'; readonly id: number }
  | { readonly is: 'ran'; readonly id: number }
  | { readonly is: 'dialled'; readonly machine: string; readonly to: string; readonly parent: number; readonly port: number }
  | { readonly is: 'wrote'; readonly machine: string; readonly step: number; readonly port: number }
  | { readonly is: 'listens'; readonly machine: string; readonly port: number; readonly real: number }
  | { readonly is: 'output'; readonly machine: string; readonly fd: 1 | 2; readonly text: string }
  | FailureSaying
  | ({ readonly is: 'injected' } & Injected)
  | { readonly is: 'plan'; readonly nodes: readonly NodeDeclaration[]; readonly clients: readonly string[] }
  | { readonly is: 'looked' }
  | { readonly is: 'client-done'; readonly machine: string }
  | { readonly is: 'checked' }
  | { readonly is: 'unsupported'; readonly what: string }
  | { readonly is: 'kill'; readonly machine: string; readonly signal: string }
  | ({
      readonly is: 'call';
      readonly number: number;
      readonly caller: string;
      readonly call: string;
      readonly args: readonly unknown[];
    } & Named)
  | ({ readonly is: 'returned'; readonly number: number; readonly value?: unknown; readonly error?: string } & Named);

export type Order =
  /** Lets one thing go on, as this step; `resets` are the connections that are reset when they are written to in it. */
  | { readonly is: 'run'; readonly id: number; readonly step: number; readonly resets: readonly number[] }
  | { readonly is: 'start' | 'client'; readonly id: number; readonly step: number; readonly machine: string }
  | { readonly is: 'look' | 'check'; readonly step: number }
  | { readonly is: 'ports'; readonly machine: string; readonly ports: Readonly<Record<string, number>> }
  | { readonly is: 'state'; readonly machine: string; readonly state: 'stopped' | 'running' | 'exited'; readonly exit: number | undefined }
  | { readonly is: 'output'; readonly machine: string; readonly fd: 1 | 2; readonly text: string }
  | {
      readonly is: 'call';
      readonly id: number;
      readonly step: number;
      readonly number: number;
      readonly caller: string;
      readonly call: string;
      readonly args: readonly unknown[];
    }
  | {
      readonly is: 'returned';
      readonly id: number;
      readonly step: number;
      readonly number: number;
      readonly machine: string;
      readonly value?: unknown;
      readonly error?: string | undefined;
    };
