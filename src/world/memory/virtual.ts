/**
 * The memory model of a scenario: attempts are counted, sizes shaped, limits applied. Everything rolls
 * back together (counts, peak, timeline), so that allocations, timeline and summary always tell the same
 * story; only how often a limit struck stays, because the fault report is about the whole run.
 */
import type { JsonObject } from '../../base/json.ts';
import { savedStates } from '../saved-state.ts';
import { type SharedItems, SharedList } from '../shared-list.ts';
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

interface Ledger {
  settings: MemorySettings;
  attempts: number;
  freeCount: number;
  failedAllocCount: number;
  inUseBytes: number;
  peakBytes: number;
}

interface State {
  readonly ledger: Readonly<Ledger>;
  readonly allocations: SharedItems<Allocation>;
  readonly rows: SharedItems<TimelineRow>;
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
  #ledger: Ledger;
  /** By allocation id − 1; freed ones stay for the graph. */
  readonly #allocations = new SharedList<Allocation>();
  readonly #rows = new SharedList<TimelineRow>();
  #used = false;
  #limitUse: MemoryFaultUse = { count: 0 };
  #failAfterUse: MemoryFaultUse = { count: 0 };

  constructor(settings: MemorySettings) {
    this.#ledger = { settings, attempts: 0, freeCount: 0, failedAllocCount: 0, inUseBytes: 0, peakBytes: 0 };
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
    const ledger = this.#ledger;
    ledger.attempts += 1;
    const size = effectiveSize(ledger.settings, ledger.attempts, request.bytes);
    const reason = refusalOf(ledger, size);
    // A size beyond the range of exact numbers can only be refused; the largest exact number stands for it.
    const bytes = Number(size > BYTES_MAX ? BYTES_MAX : size);
    return reason === undefined ? this.#grant(request, bytes, nowMs) : this.#refuse(request, { reason, bytes, nowMs });
  }

  free(allocId: number, nowMs: number): boolean {
    const allocation = this.#allocations.at(allocId - 1);
    if (allocation === undefined || allocation.freedAtMs !== undefined) {
      this.#note('free_missing', nowMs, { allocId });
      return false;
    }
    this.#allocations.replace(allocId - 1, { ...allocation, freedAtMs: nowMs });
    this.#ledger.freeCount += 1;
    this.#ledger.inUseBytes -= allocation.bytes;
    this.#note('free', nowMs, { allocId, bytes: allocation.bytes });
    return true;
  }

  checkpoint(name: string, nowMs: number): void {
    this.#note('checkpoint', nowMs, { name, peakBytes: this.#ledger.peakBytes });
  }

  inUseBytes(): number {
    return this.#ledger.inUseBytes;
  }

  allocatedBytes(): number {
    return this.#allocations.toArray().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  counts(): MemoryCounts {
    const { freeCount, failedAllocCount, inUseBytes, peakBytes } = this.#ledger;
    const allocCount = this.#allocations.length;
    const leakedAllocs = allocCount - freeCount;
    return { allocCount, freeCount, failedAllocCount, inUseBytes, peakBytes, leakedBytes: inUseBytes, leakedAllocs };
  }

  leaks(): readonly MemoryLeak[] {
    return this.#allocations
      .toArray()
      .filter((allocation) => allocation.freedAtMs === undefined)
      .map(({ allocId, bytes, callsiteHash, tag }) => ({ allocId, bytes, callsiteHash, ...optionalTag(tag) }));
  }

  graph(): AllocationGraph {
    return allocationGraph(this.#allocations.toArray());
  }

  timeline(): readonly JsonObject[] {
    return this.#rows.toArray().map(({ timeMs, kind, fields }, index) => ({ index, timeMs, kind, fields }));
  }

  faultUses(): MemoryFaultUses {
    return { limit: this.#limitUse, failAfter: this.#failAfterUse };
  }

  save(): unknown {
    return states.seal({ ledger: { ...this.#ledger }, allocations: this.#allocations.share(), rows: this.#rows.share() });
  }

  load(saved: unknown): void {
    const { ledger, allocations, rows } = states.open(saved);
    this.#ledger = { ...ledger };
    this.#allocations.adopt(allocations);
    this.#rows.adopt(rows);
  }

  #set(change: Partial<MemorySettings>): void {
    this.#used = true;
    this.#ledger.settings = { ...this.#ledger.settings, ...change };
  }

  #grant(request: AllocRequest, bytes: number, nowMs: number): AllocResult {
    const { callsiteHash, tag } = request;
    const allocId = this.#allocations.length + 1;
    const times = { allocatedAtMs: nowMs, freedAtMs: undefined };
    this.#allocations.push({ allocId, requestedBytes: request.bytes, bytes, callsiteHash, tag, ...times });
    const ledger = this.#ledger;
    ledger.inUseBytes += bytes;
    ledger.peakBytes = Math.max(ledger.peakBytes, ledger.inUseBytes);
    this.#note('alloc', nowMs, { allocId, ...requestFields(request), effectiveBytes: bytes });
    return { ok: true, allocId, effectiveBytes: bytes };
  }

  #refuse(request: AllocRequest, refusal: { reason: Refusal; bytes: number; nowMs: number }): AllocResult {
    const { reason, bytes, nowMs } = refusal;
    this.#ledger.failedAllocCount += 1;
    if (reason === 'limit_mb') this.#limitUse = oneMore(this.#limitUse, nowMs);
    if (reason === 'fail_after_allocs') this.#failAfterUse = oneMore(this.#failAfterUse, nowMs);
    this.#note('alloc_failed', nowMs, { ...requestFields(request), effectiveBytes: bytes, reason });
    return { ok: false, reason, effectiveBytes: bytes };
  }

  #note(kind: TimelineRow['kind'], timeMs: number, fields: JsonObject): void {
    this.#used = true;
    this.#rows.push({ timeMs, kind, fields: { ...fields, inUseBytes: this.#ledger.inUseBytes } });
  }
}

/** The reasons a user can act on come first; `overflow` remains for sums that no limit caught. */
function refusalOf(ledger: Ledger, size: bigint): Refusal | undefined {
  const { limitBytes, failAfterAllocs } = ledger.settings;
  const sum = BigInt(ledger.inUseBytes) + size;
  if (limitBytes !== undefined && sum > limitBytes) return 'limit_mb';
  if (failAfterAllocs !== undefined && ledger.attempts > failAfterAllocs) return 'fail_after_allocs';
  return sum > BYTES_MAX ? 'overflow' : undefined;
}

function requestFields({ bytes, callsiteHash, tag }: AllocRequest): JsonObject {
  return { bytes, callsiteHash, ...optionalTag(tag) };
}

function optionalTag(tag: string | undefined): { readonly tag?: string } {
  return tag === undefined ? {} : { tag };
}

function oneMore(use: MemoryFaultUse, nowMs: number): MemoryFaultUse {
  return { count: use.count + 1, firstAtMs: use.firstAtMs ?? nowMs };
}
