/** A plain table: columns as wide as their content, two blanks between them, no frame. */
import { largest } from '../base/largest.ts';
import type { Paint } from './paint.ts';
import { plainPaint } from './paint.ts';
import { paragraph } from './text-block.ts';
import { padEnd, padStart, textWidth } from './text-width.ts';
import { visibleLine } from './visible.ts';

export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  readonly align?: 'left' | 'right';
  /** Colours the padded cell, so that widths are measured on what is seen. */
  readonly tint?: (cell: string, row: Row) => string;
}

export interface TableOptions<Row> {
  readonly columns: readonly Column<Row>[];
  readonly paint?: Paint;
  readonly indent?: string;
  /** Where given, the last column is prose and wrapped within it; columns before it are never cut, and prose has no tint. */
  readonly widthMax?: number;
}

/** Without rows there is only the header; the caller says what an empty list means. */
export function renderTable<Row>(rows: readonly Row[], { columns, paint = plainPaint, indent = '', widthMax }: TableOptions<Row>): string {
  const laidOut = columns.map((column) => layColumn(column, rows));
  const header = laidOut
    .map(({ header: cell }) => cell)
    .join('  ')
    .trimEnd();
  const prose = widthMax === undefined ? undefined : columns.at(-1);
  const before = prose === undefined ? laidOut : laidOut.slice(0, -1);
  const hanging = ' '.repeat(before.reduce((sum, { width }) => sum + width + 2, 0));
  const body = rows.flatMap((row, index) => {
    const line = before.map(({ cell }) => cell(row, index)).join('  ');
    if (prose === undefined || widthMax === undefined) return [line];
    return paragraph(visibleLine(prose.text(row)), { first: `${line}  `, hanging, widthMax: widthMax - textWidth(indent) });
  });
  return [paint.dim(header), ...body].map((line) => (indent + line).trimEnd()).join('\n');
}

interface LaidColumn<Row> {
  readonly header: string;
  readonly width: number;
  readonly cell: (row: Row, index: number) => string;
}

function layColumn<Row>(column: Column<Row>, rows: readonly Row[]): LaidColumn<Row> {
  const texts = rows.map((row) => visibleLine(column.text(row)));
  const width = largest(texts.map(textWidth), textWidth(column.title));
  const pad = column.align === 'right' ? padStart : padEnd;
  const tint = column.tint ?? ((cell: string) => cell);
  return { header: pad(column.title, width), width, cell: (row, index) => tint(pad(texts[index] ?? '', width), row) };
}
