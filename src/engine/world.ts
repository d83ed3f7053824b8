/** What a run stands on: the virtual capabilities, and the ports to the outside where the run may use it. */
import type { ClockPort } from '../world/clock/port.ts';
import type { HostFilesPort, VirtualFiles } from '../world/fs/port.ts';
import type { AbortSignalLike } from '../world/host/port.ts';
import type { HttpPort, HttpRules } from '../world/http/port.ts';
import type { KvPort } from '../world/kv/port.ts';
import type { MemoryPort } from '../world/memory/port.ts';
import type { NetPort } from '../world/net/port.ts';
import type { ProcPort, ProcRules } from '../world/proc/port.ts';

export interface World {
  readonly kv: KvPort;
  readonly files: VirtualFiles;
  readonly http: HttpRules;
  readonly proc: ProcRules;
  readonly net: NetPort;
  readonly memory: MemoryPort;
  readonly secrets: Secrets;
}

/** Keeps secret values out of everything that is written down. */
export interface Secrets {
  isSecretHeader(name: string): boolean;
  headers(list: readonly (readonly [string, string])[]): readonly (readonly [string, string])[];
  args(list: readonly string[]): readonly string[];
  hidesArgs(list: readonly string[]): boolean;
}

/** Absent in deterministic runs and in every replay: then nothing real can be touched. */
export interface Outside {
  readonly clock: ClockPort;
  readonly files?: HostFilesPort;
  readonly http?: HttpPort;
  readonly proc?: ProcPort;
  readonly signal: AbortSignalLike | undefined;
}
