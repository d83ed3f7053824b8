/** The memory of two runs side by side; a delta is right minus left. */
import { countText } from '../../report/quantity.ts';
import { renderTable } from '../../report/table.ts';
import type { MemorySummary } from '../../trace/summary.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';
import { memoryOf } from './memory-of.ts';

const measures = [
  ['LeakedBytes', 'leakedBytes', 'leaked'],
  ['LeakedAllocs', 'leakedAllocs', 'leaked allocations'],
  ['PeakBytes', 'peakBytes', 'peak'],
] as const satisfies readonly (readonly [string, keyof MemorySummary, string])[];

export function performMemoryDiff(options: Options, context: Context): CommandResult {
  const left = memoryOf(textOption(options, 'left') ?? '', context);
  const right = memoryOf(textOption(options, 'right') ?? '', context);
  const rows = measures.map(([name, key, title]) => {
    const [before, after] = [left.summary[key], right.summary[key]];
    return { name, title, before, after, delta: after - before };
  });
  const sided = (side: string, value: (row: (typeof rows)[number]) => number) =>
    rows.map((row) => [`${side}${row.name}`, value(row)] as const);
  const document = {
    schemaVersion: 'fozzy.memory_diff.v1',
    left: left.runId,
    right: right.runId,
    ...Object.fromEntries([
      ...sided('left', ({ before }) => before),
      ...sided('right', ({ after }) => after),
      ...sided('delta', ({ delta }) => delta),
    ]),
  };
  const unit = (name: string, value: number): string => (name === 'LeakedAllocs' ? String(value) : countText(value, 'byte'));
  const text = renderTable(rows, {
    columns: [
      { title: '', text: (row) => row.title },
      { title: 'left', text: (row) => unit(row.name, row.before), align: 'right' },
      { title: 'right', text: (row) => unit(row.name, row.after), align: 'right' },
      { title: 'delta', text: (row) => `${row.delta > 0 ? '+' : ''}${row.delta}`, align: 'right' },
    ],
    paint: context.paint,
  });
  return { document, exitCode: 0, text };
}
