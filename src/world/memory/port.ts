/** The memory model: numbers that come from the scenario, never from this process. */
import type { JsonObject } from '../../base/json.ts';
import type { Rollback } from '../rollback.ts';

export interface MemorySettings {
  readonly limitBytes: number | undefined;
  readonly failAfterAllocs: number | undefined;
  /** Decimal text of a u64. */
  readonly fragmentationSeed: string | undefined;
  readonly multipliers: readonly number[] | undefined;
}

export interface AllocRequest {
  readonly bytes: number;
  readonly callsiteHash: string;
  readonly tag: string | undefined;
}

export type AllocResult =
  | { readonly ok: true; readonly allocId: number; readonly effectiveBytes: number }
  | { readonly ok: false; readonly reason: 'limit_mb' | 'fail_after_allocs' | 'overflow'; readonly effectiveBytes: number };

export interface MemoryCounts {
  readonly allocCount: number;
  readonly freeCount: number;
  readonly failedAllocCount: number;
  readonly inUseBytes: number;
  readonly peakBytes: number;
  readonly leakedBytes: number;
  readonly leakedAllocs: number;
}

export interface MemoryLeak {
  readonly allocId: number;
  readonly bytes: number;
  readonly callsiteHash: string;
  readonly tag?: string;
}

/** How often a limit refused an allocation, and when it first did. */
export interface MemoryFaultUse {
  readonly count: number;
  readonly firstAtMs?: number;
}

export interface MemoryFaultUses {
  readonly limit: MemoryFaultUse;
  readonly failAfter: MemoryFaultUse;
}

export interface MemoryPort extends Rollback {
  /** True once any memory step changed or tried to change something; survives rollback. */
  readonly used: boolean;
  limitMb(mb: number): void;
  failAfterAllocs(count: number): void;
  fragmentation(seed: string): void;
  pressureWave(multipliers: readonly number[]): void;
  alloc(request: AllocRequest, nowMs: number): AllocResult;
  /** False when the id is not live. */
  free(allocId: number, nowMs: number): boolean;
  checkpoint(name: string, nowMs: number): void;
  inUseBytes(): number;
  /** All bytes handed out, freed or not, except by what was rolled back. Walks every allocation. */
  allocatedBytes(): number;
  counts(): MemoryCounts;
  leaks(): readonly MemoryLeak[];
  /** Nodes: callsites, allocations, tags; edges: callsite → allocation (→ tag). For people and for memory.graph.json. */
  graph(): { readonly nodes: readonly JsonObject[]; readonly edges: readonly JsonObject[] };
  /** Rows {index, timeMs, kind, fields} of memory.timeline.json. */
  timeline(): readonly JsonObject[];
  /** For the fault report; counts survive rollback. */
  faultUses(): MemoryFaultUses;
}
