/** Allocations as a graph, for people: callsite → allocation → tag, with freed allocations included. */
import type { JsonObject } from '../../base/json.ts';

export interface Allocation {
  readonly allocId: number;
  readonly requestedBytes: number;
  /** What it takes in the model. */
  readonly bytes: number;
  readonly callsiteHash: string;
  readonly tag: string | undefined;
  readonly allocatedAtMs: number;
  /** Undefined while it is live. */
  readonly freedAtMs: number | undefined;
}

export interface AllocationGraph {
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
}

/** Callsites first, then allocations, then tags, each in order of first appearance. */
export function allocationGraph(allocations: readonly Allocation[]): AllocationGraph {
  return {
    nodes: [
      ...totals(allocations, (allocation) => allocation.callsiteHash).map(([callsiteHash, sums]) => ({
        id: callsiteId(callsiteHash),
        kind: 'callsite',
        callsiteHash,
        ...sums,
      })),
      ...allocations.map(allocationNode),
      ...totals(allocations, (allocation) => allocation.tag).map(([tag, sums]) => ({ id: tagId(tag), kind: 'tag', tag, ...sums })),
    ],
    edges: allocations.flatMap(edgesOf),
  };
}

interface Totals extends JsonObject {
  readonly allocBytes: number;
  readonly allocCount: number;
  readonly inUseBytes: number;
}

function totals(allocations: readonly Allocation[], keyOf: (allocation: Allocation) => string | undefined): [string, Totals][] {
  const sums = new Map<string, Totals>();
  for (const allocation of allocations) {
    const key = keyOf(allocation);
    if (key === undefined) continue;
    const before = sums.get(key) ?? { allocBytes: 0, allocCount: 0, inUseBytes: 0 };
    sums.set(key, {
      allocBytes: before.allocBytes + allocation.bytes,
      allocCount: before.allocCount + 1,
      inUseBytes: before.inUseBytes + (allocation.freedAtMs === undefined ? allocation.bytes : 0),
    });
  }
  return [...sums];
}

function allocationNode(allocation: Allocation): JsonObject {
  const { allocId, bytes, requestedBytes, allocatedAtMs, freedAtMs } = allocation;
  return {
    id: allocationNodeId(allocId),
    kind: 'allocation',
    allocId,
    bytes,
    requestedBytes,
    live: freedAtMs === undefined,
    allocatedAtMs,
    ...(freedAtMs === undefined ? {} : { freedAtMs }),
  };
}

function edgesOf({ allocId, callsiteHash, tag }: Allocation): JsonObject[] {
  const made = { from: callsiteId(callsiteHash), to: allocationNodeId(allocId), kind: 'allocated' };
  return tag === undefined ? [made] : [made, { from: allocationNodeId(allocId), to: tagId(tag), kind: 'tagged' }];
}

function callsiteId(hash: string): string {
  return `callsite:${hash}`;
}

function allocationNodeId(allocId: number): string {
  return `allocation:${allocId}`;
}

function tagId(tag: string): string {
  return `tag:${tag}`;
}
