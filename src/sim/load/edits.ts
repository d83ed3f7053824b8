/**
 * Changes to a text that keep its lines. They are collected in any order and applied at once; afterwards every place of the new text can be
 * traced to the old one by arithmetic, so no source map has to be made, kept or read.
 */
import { lineIndex } from '../../base/line-index.ts';
import type { Position } from '../../base/line-index.ts';

interface Edit {
  readonly at: number;
  /** Where several edits meet: what ends here comes first, then what begins here, then what stands here. */
  readonly rank: 0 | 1 | 2 | 3;
  readonly end: number;
  /** Or what tells it when everything is known. */
  readonly text: string | (() => string);
}

/** A stretch of the new text that was copied from the old one, or stands for one place of it. */
interface Copy {
  readonly from: number;
  readonly to: number;
  readonly length: number;
  readonly whole: boolean;
}

export interface EditedText {
  readonly text: string;
  readonly copies: readonly Copy[];
}

export class Edits {
  private readonly list: Edit[] = [];

  /** Before whatever begins at this place; of several, the first one asked for is the outermost. */
  open(at: number, text: string | (() => string)): void {
    this.list.push({ at, rank: 2, end: at, text });
  }

  /** Around everything else that begins at this place, whoever asked first. */
  openAround(at: number, text: string | (() => string)): void {
    this.list.push({ at, rank: 1, end: at, text });
  }

  /** After whatever ends at this place; of several, the first one asked for is the innermost. */
  close(at: number, text: string): void {
    this.list.push({ at, rank: 0, end: at, text });
  }

  replace(at: number, end: number, text: string): void {
    this.list.push({ at, rank: 3, end, text });
  }

  apply(source: string, head: string, tail: string): EditedText {
    const edits = this.list.toSorted((a, b) => a.at - b.at || a.rank - b.rank);
    const copies: Copy[] = [];
    let text = head;
    let done = 0;
    for (const edit of edits) {
      const written = typeof edit.text === 'string' ? edit.text : edit.text();
      if (edit.at > done) {
        copies.push({ from: done, to: text.length, length: edit.at - done, whole: false });
        text += source.slice(done, edit.at);
        done = edit.at;
      }
      if (edit.end > edit.at) copies.push({ from: edit.at, to: text.length, length: reach(written), whole: true });
      text += written;
      if (edit.end > done) {
        text += lineBreaks(source, done, edit.end);
        done = edit.end;
      }
    }
    copies.push({ from: done, to: text.length, length: source.length - done, whole: false });
    return { text: text + source.slice(done) + tail, copies };
  }
}

/** Where the given place of the new text came from; for inserted text, the next copied place. */
export function tracePosition(edited: EditedText, source: string, position: Position): Position {
  return lineIndex(source).at(traceOffset(edited, offsetOf(edited.text, position)));
}

function traceOffset({ copies }: EditedText, offset: number): number {
  let low = 0;
  let high = copies.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const copy = copies[middle];
    if (copy !== undefined && copy.to + copy.length > offset) high = middle;
    else low = middle + 1;
  }
  const copy = copies[low];
  if (copy === undefined) return 0;
  return copy.whole ? copy.from : copy.from + Math.min(Math.max(0, offset - copy.to), copy.length);
}

/** The engine places the call of something in parentheses behind them, where a call of a plain name is placed at the name. */
function reach(text: string): number {
  return text.endsWith(')') ? text.length + 1 : text.length;
}

function offsetOf(text: string, { line, column }: Position): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const feed = text.indexOf('\n', start);
    if (feed < 0) return text.length;
    start = feed + 1;
  }
  return Math.min(start + column - 1, text.length);
}

function lineBreaks(source: string, from: number, to: number): string {
  let breaks = '';
  for (let feed = source.indexOf('\n', from); feed >= 0 && feed < to; feed = source.indexOf('\n', feed + 1)) breaks += '\n';
  return breaks;
}
