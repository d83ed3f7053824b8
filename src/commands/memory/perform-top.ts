/** What took the most memory: every leak, and the peaks. */
import type { JsonObject } from '../../base/json.ts';
import { compareText } from '../../base/compare.ts';
import { bytesText } from '../../report/quantity.ts';
import { renderTable } from '../../report/table.ts';
import { joinLines } from '../../report/text-block.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { numberOption, textOption } from '../option-values.ts';
import { memoryOf, type MemoryOfRun, type MemoryPart } from './memory-of.ts';

export interface MemoryEntry {
  readonly kind: 'leak' | 'host_proc_peak' | 'peak';
  readonly label: string;
  readonly bytes: number;
  readonly fields: JsonObject;
}

const LIMIT = 10;

export function performMemoryTop(options: Options, context: Context): CommandResult {
  const limit = numberOption(options, 'limit') ?? LIMIT;
  const memory = memoryOf(textOption(options, 'runOrTrace') ?? '', context);
  const all = entriesOf(memory);
  const entries = all.slice(0, limit);
  const document = { schemaVersion: 'fozzy.memory_top.v1', run: memory.runId, limit, total: all.length, entries };
  const table = renderTable(entries, {
    columns: [
      { title: 'bytes', text: (entry) => bytesText(entry.bytes), align: 'right' },
      { title: 'kind', text: (entry) => entry.kind },
      { title: 'what', text: (entry) => entry.label },
    ],
    paint: context.paint,
  });
  const more = entries.length < all.length ? ['', `${entries.length} of ${all.length} shown; --limit shows more`] : [];
  return { document, exitCode: 0, text: joinLines([table, ...more]) };
}

/** Largest first; ties by label, so that the order never depends on how the data was found. */
function entriesOf({ summary, parts }: MemoryOfRun): readonly MemoryEntry[] {
  const { peakBytes, hostPeakRssBytes, inUseBytes, allocCount } = summary;
  const leaks = parts.length === 0 ? lumpedLeak(summary) : parts.flatMap(leaksOf);
  const entries: readonly MemoryEntry[] = [
    ...leaks,
    { kind: 'peak', label: 'peak of the memory model', bytes: peakBytes, fields: { allocCount, inUseBytes } },
    ...(hostPeakRssBytes === undefined
      ? []
      : [{ kind: 'host_proc_peak' as const, label: 'peak of a real process', bytes: hostPeakRssBytes, fields: {} }]),
  ];
  return entries.toSorted((a, b) => b.bytes - a.bytes || compareText(a.label, b.label));
}

function leaksOf({ place, leaks }: MemoryPart): readonly MemoryEntry[] {
  return leaks.map((leak) => {
    const { tag, callsiteHash } = leak;
    const name = typeof tag === 'string' ? tag : `callsite ${typeof callsiteHash === 'string' ? callsiteHash : '?'}`;
    return { kind: 'leak', label: place === '' ? name : `${place}: ${name}`, bytes: Number(leak['bytes'] ?? 0), fields: leak };
  });
}

/** Where only counts were kept, the leaks are known in sum. */
function lumpedLeak({ leakedBytes, leakedAllocs }: MemoryOfRun['summary']): readonly MemoryEntry[] {
  if (leakedAllocs === 0) return [];
  return [{ kind: 'leak', label: `${leakedAllocs} allocations, not kept one by one`, bytes: leakedBytes, fields: { leakedAllocs } }];
}
