/** An input with one stretch of it replaced. Most of them wait for long and many are never called for, so they are written out when they are. */
export class Edit<I> {
  readonly of: I;
  readonly start: number;
  readonly end: number;
  /** One unit of the input per character. */
  readonly text: string;

  constructor(of: I, start: number, end: number, text: string) {
    this.of = of;
    this.start = start;
    this.end = end;
    this.text = text;
  }
}

/** As a text. */
export function editedText(row: string, { start, end, text }: Edit<unknown>): string {
  return row.slice(0, start) + text + row.slice(end);
}
