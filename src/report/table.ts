/** A plain table: columns as wide as their content, two blanks between them, no frame. */
import type { Paint } from './paint.ts';
import { plainPaint } from './paint.ts';
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
}

/** Without rows there is only the header; the caller says what an empty list means. */
export function renderTable<Row>(rows: readonly Row[], { columns, paint = plainPaint, indent = '' }: TableOptions<Row>): string {
  const laidOut = columns.map((column) => layColumn(column, rows));
  const header = laidOut
    .map(({ header: cell }) => cell)
    .join('  ')
    .trimEnd();
  const body = rows.map((row, index) => laidOut.map(({ cell }) => cell(row, index)).join('  '));
  return [paint.dim(header), ...body].map((line) => (indent + line).trimEnd()).join('\n');
}

interface LaidColumn<Row> {
  readonly header: string;
  readonly cell: (row: Row, index: number) => string;
}

function layColumn<Row>(column: Column<Row>, rows: readonly Row[]): LaidColumn<Row> {
  const texts = rows.map((row) => visibleLine(column.text(row)));
  const width = Math.max(textWidth(column.title), ...texts.map(textWidth));
  const pad = column.align === 'right' ? padStart : padEnd;
  const tint = column.tint ?? ((cell: string) => cell);
  return { header: pad(column.title, width), cell: (row, index) => tint(pad(texts[index] ?? '', width), row) };
}
