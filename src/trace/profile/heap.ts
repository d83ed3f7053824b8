/** Allocations of the memory model from its events. What a block took back never was: its allocations go, what it freed lives again. */
import type { TraceEvent } from '../event.ts';
import { numberField, textField } from './event-fields.ts';
import type { Allocation } from './profile.ts';

export interface ModelHeap {
  readonly allocations: readonly Allocation[];
  readonly peakBytes: number;
}

interface State {
  readonly allocations: readonly Allocation[];
  readonly peakBytes: number;
}

export function modelHeap(events: readonly TraceEvent[]): ModelHeap {
  let allocations: Allocation[] = [];
  let peakBytes = 0;
  let inUse = 0;
  const saved = new Map<string, State>();
  let stepPath = '';
  for (const [index, event] of events.entries()) {
    if (event.source !== 'engine') continue;
    const span = textField(event, 'span');
    switch (event.name) {
      case 'span_start':
        stepPath = textField(event, 'step_path');
        break;
      case 'scope_start':
        saved.set(span, { allocations: [...allocations], peakBytes });
        break;
      case 'scope_end': {
        const before = saved.get(span);
        saved.delete(span);
        if (event.fields['rolled_back'] !== true || before === undefined) break;
        allocations = [...before.allocations];
        ({ peakBytes } = before);
        inUse = bytesInUse(allocations);
        break;
      }
      case 'memory_alloc': {
        const allocation = allocationOf(event, index, stepPath);
        if (allocation === undefined) break;
        allocations.push(allocation);
        inUse += allocation.bytes;
        peakBytes = Math.max(peakBytes, inUse);
        break;
      }
      case 'memory_free': {
        const at = allocations.findIndex(({ allocId, freedAtMs }) => allocId === event.fields['alloc_id'] && freedAtMs === undefined);
        const freed = allocations[at];
        if (freed === undefined || event.fields['existed'] !== true) break;
        allocations[at] = { ...freed, freedAtMs: event.time_ms };
        inUse -= freed.bytes;
        break;
      }
    }
  }
  return { allocations, peakBytes };
}

/** Undefined for one that was refused. */
function allocationOf(event: TraceEvent, index: number, stepPath: string): Allocation | undefined {
  const allocId = numberField(event, 'alloc_id');
  if (allocId === undefined) return undefined;
  const tag = textField(event, 'tag') || textField(event, 'key');
  const site = tag === '' ? `memory_alloc ${stepPath}` : `memory_alloc ${stepPath} (${tag})`;
  const bytes = numberField(event, 'effective_bytes') ?? numberField(event, 'bytes') ?? 0;
  return { allocId, site, path: [...blocksOf(stepPath), site], bytes, atMs: event.time_ms, freedAtMs: undefined, event: index };
}

/** The blocks around a step, outermost first: those of /steps/1/tasks/0/steps/2 are /steps/1 and its task 0. */
function blocksOf(stepPath: string): readonly string[] {
  const parts = stepPath.split('/').slice(1);
  const blocks: string[] = [];
  for (let end = 2; end < parts.length; end += 2) blocks.push(`/${parts.slice(0, end).join('/')}`);
  return blocks;
}

export function bytesInUse(allocations: readonly Allocation[]): number {
  return allocations.reduce((sum, { bytes, freedAtMs }) => (freedAtMs === undefined ? sum + bytes : sum), 0);
}
