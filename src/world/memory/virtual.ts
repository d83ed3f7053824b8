/**
 * The memory model of a scenario: attempts are counted, sizes shaped, limits applied. Everything rolls
 * back together (counts, peak, timeline), so that allocations, timeline and summary always tell the same
 * story; only how often a limit struck stays, because the fault report is about the whole run.
 */
import { assert } from '../../base/assert.ts';
import type { JsonObject } from '../../base/json.ts';
import { savedStates } from '../saved-state.ts';
import { type Allocation, type AllocationGraph, allocationGraph } from './allocation-graph.ts';
import { effectiveSize } from './effective-size.ts';
import type {
  AllocRequest,
  AllocResult,
  MemoryCounts,
  MemoryFaultUse,
  MemoryFaultUses,
  MemoryLeak,
  MemoryPort,
  MemorySettings,
} from './port.ts';

const BYTES_PER_MB = 1024 * 1024;
const BYTES_MAX = BigInt(Number.MAX_SAFE_INTEGER);

type Refusal = Extract<AllocResult, { ok: false }>['reason'];

interface State {
  settings: MemorySettings;
  attempts: number;
  freeCount: number;
  failedAllocCount: number;
  inUseBytes: number;
  peakBytes: number;
  /** By allocation id − 1; freed ones stay for the graph. */
  readonly allocations: Allocation[];
  readonly rows: TimelineRow[];
}

interface TimelineRow {
  readonly timeMs: number;
  readonly kind: 'alloc' | 'alloc_failed' | 'free' | 'free_missing' | 'checkpoint';
  readonly fields: JsonObject;
}

const states = savedStates<State>('memory');

export function virtualMemory(settings: MemorySettings): MemoryPort {
  return new VirtualMemory(settings);
}

class VirtualMemory implements MemoryPort {
  #state: State;
  #shared = false;
  #used = false;
  #limitUse: MemoryFaultUse = { count: 0 };
  #failAfterUse: MemoryFaultUse = { count: 0 };

  constructor(settings: MemorySettings) {
    this.#state = {
      settings,
      attempts: 0,
      freeCount: 0,
      failedAllocCount: 0,
      inUseBytes: 0,
      peakBytes: 0,
      allocations: [],
      rows: [],
    };
  }

  get used(): boolean {
    return this.#used;
  }

  limitMb(mb: number): void {
    this.#set({ limitBytes: mb * BYTES_PER_MB });
  }

  failAfterAllocs(count: number): void {
    this.#set({ failAfterAllocs: count });
  }

  fragmentation(seed: string): void {
    this.#set({ fragmentationSeed: seed });
  }

  pressureWave(multipliers: readonly number[]): void {
    this.#set({ multipliers });
  }

  alloc(request: AllocRequest, nowMs: number): AllocResult {
    const state = this.#writable();
    state.attempts += 1;
    const size = effectiveSize(state.settings, state.attempts, request.bytes);
    const reason = refusalOf(state, size);
    // A size beyond the range of exact numbers can only be refused; the largest exact number stands for it.
    const bytes = Number(size > BYTES_MAX ? BYTES_MAX : size);
    return reason === undefined ? grant(state, request, bytes, nowMs) : this.#refuse(state, request, { reason, bytes, nowMs });
  }

  free(allocId: number, nowMs: number): boolean {
    const state = this.#writable();
    const allocation = state.allocations[allocId - 1];
    if (allocation === undefined || allocation.freedAtMs !== undefined) {
      state.rows.push({ timeMs: nowMs, kind: 'free_missing', fields: { allocId, inUseBytes: state.inUseBytes } });
      return false;
    }
    state.allocations[allocId - 1] = { ...allocation, freedAtMs: nowMs };
    state.freeCount += 1;
    state.inUseBytes -= allocation.bytes;
    state.rows.push({ timeMs: nowMs, kind: 'free', fields: { allocId, bytes: allocation.bytes, inUseBytes: state.inUseBytes } });
    return true;
  }

  checkpoint(name: string, nowMs: number): void {
    const state = this.#writable();
    state.rows.push({ timeMs: nowMs, kind: 'checkpoint', fields: { inUseBytes: state.inUseBytes, name, peakBytes: state.peakBytes } });
  }

  inUseBytes(): number {
    return this.#state.inUseBytes;
  }

  counts(): MemoryCounts {
    const { allocations, freeCount, failedAllocCount, inUseBytes, peakBytes } = this.#state;
    return {
      allocCount: allocations.length,
      freeCount,
      failedAllocCount,
      inUseBytes,
      peakBytes,
      leakedBytes: inUseBytes,
      leakedAllocs: allocations.length - freeCount,
    };
  }

  leaks(): readonly MemoryLeak[] {
    return this.#state.allocations
      .filter((allocation) => allocation.freedAtMs === undefined)
      .map(({ allocId, bytes, callsiteHash, tag }) => ({ allocId, bytes, callsiteHash, ...optionalTag(tag) }));
  }

  graph(): AllocationGraph {
    return allocationGraph(this.#state.allocations);
  }

  timeline(): readonly JsonObject[] {
    return this.#state.rows.map(({ timeMs, kind, fields }, index) => ({ index, timeMs, kind, fields }));
  }

  faultUses(): MemoryFaultUses {
    return { limit: this.#limitUse, failAfter: this.#failAfterUse };
  }

  save(): unknown {
    this.#shared = true;
    return states.seal(this.#state);
  }

  load(saved: unknown): void {
    this.#state = states.open(saved);
    this.#shared = true;
  }

  #set(change: Partial<MemorySettings>): void {
    const state = this.#writable();
    state.settings = { ...state.settings, ...change };
  }

  #refuse(state: State, request: AllocRequest, refusal: { reason: Refusal; bytes: number; nowMs: number }): AllocResult {
    const { reason, bytes, nowMs } = refusal;
    state.failedAllocCount += 1;
    if (reason === 'limit_mb') this.#limitUse = oneMore(this.#limitUse, nowMs);
    if (reason === 'fail_after_allocs') this.#failAfterUse = oneMore(this.#failAfterUse, nowMs);
    state.rows.push({ timeMs: nowMs, kind: 'alloc_failed', fields: { ...allocFields(state, request, bytes), reason } });
    return { ok: false, reason, effectiveBytes: bytes };
  }

  #writable(): State {
    this.#used = true;
    if (this.#shared) {
      this.#state = { ...this.#state, allocations: this.#state.allocations.slice(), rows: this.#state.rows.slice() };
      this.#shared = false;
    }
    return this.#state;
  }
}

/** The reasons a user can act on come first; `overflow` remains for sums that no limit caught. */
function refusalOf(state: State, size: bigint): Refusal | undefined {
  const { limitBytes, failAfterAllocs } = state.settings;
  const sum = BigInt(state.inUseBytes) + size;
  if (limitBytes !== undefined && sum > limitBytes) return 'limit_mb';
  if (failAfterAllocs !== undefined && state.attempts > failAfterAllocs) return 'fail_after_allocs';
  return sum > BYTES_MAX ? 'overflow' : undefined;
}

function grant(state: State, request: AllocRequest, bytes: number, nowMs: number): AllocResult {
  assert(Number.isSafeInteger(state.inUseBytes + bytes), 'a granted allocation keeps the sum exact');
  const allocId = state.allocations.length + 1;
  state.allocations.push({
    allocId,
    requestedBytes: request.bytes,
    bytes,
    callsiteHash: request.callsiteHash,
    tag: request.tag,
    allocatedAtMs: nowMs,
    freedAtMs: undefined,
  });
  state.inUseBytes += bytes;
  state.peakBytes = Math.max(state.peakBytes, state.inUseBytes);
  state.rows.push({ timeMs: nowMs, kind: 'alloc', fields: { allocId, ...allocFields(state, request, bytes) } });
  return { ok: true, allocId, effectiveBytes: bytes };
}

function allocFields(state: State, request: AllocRequest, effectiveBytes: number): JsonObject {
  const { bytes, callsiteHash, tag } = request;
  return { bytes, callsiteHash, effectiveBytes, inUseBytes: state.inUseBytes, ...optionalTag(tag) };
}

function optionalTag(tag: string | undefined): { readonly tag?: string } {
  return tag === undefined ? {} : { tag };
}

function oneMore(use: MemoryFaultUse, nowMs: number): MemoryFaultUse {
  return { count: use.count + 1, firstAtMs: use.firstAtMs ?? nowMs };
}
