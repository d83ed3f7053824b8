/** Puts parts of the same kind that follow each other into order, the simplest first: equal failures then look alike. */
import type { Offers, ShrinkPass } from '../../../campaign/shrink/pass.ts';
import { compareChoices } from '../choice-order.ts';
import { ChoiceSequence, type Span } from '../choice-sequence.ts';

export const sortSpans: ShrinkPass<ChoiceSequence> = {
  name: 'sort',
  *offer(from): Offers<ChoiceSequence> {
    let current = from;
    for (let at = 0; at < rowsOf(current).length; at += 1) {
      const row = rowsOf(current)[at] ?? [];
      const sorted = row.toSorted((a, b) => compareSpans(current, a, b));
      if (sorted.every((span, place) => span === row[place])) continue;
      const whole = yield arranged(current, row, sorted);
      if (whole !== undefined) current = whole;
      else current = yield* bubble(current, at);
    }
  },
};

function* bubble(from: ChoiceSequence, at: number): Generator<ChoiceSequence, ChoiceSequence, ChoiceSequence | undefined> {
  let current = from;
  for (let place = 1; place < (rowsOf(current)[at]?.length ?? 0); place += 1) {
    for (let left = place - 1; left >= 0; left -= 1) {
      const row = rowsOf(current)[at] ?? [];
      const [first, second] = [row[left], row[left + 1]];
      if (first === undefined || second === undefined || compareSpans(current, second, first) >= 0) break;
      const kept: ChoiceSequence | undefined = yield arranged(current, [first, second], [second, first]);
      if (kept === undefined) break;
      current = kept;
    }
  }
  return current;
}

function compareSpans(sequence: ChoiceSequence, a: Span, b: Span): number {
  return compareChoices(sequence.slice(a.start, a.end), sequence.slice(b.start, b.end));
}

/** The draws of `row` in the order of `sorted`; everything around them stays. */
function arranged(sequence: ChoiceSequence, row: readonly Span[], sorted: readonly Span[]): ChoiceSequence {
  const start = row[0]?.start ?? 0;
  const end = row.at(-1)?.end ?? 0;
  const parts = sorted.map((span) => sequence.slice(span.start, span.end));
  return ChoiceSequence.join(sequence.slice(0, start), ...parts, sequence.slice(end, sequence.length));
}

/** Runs of at least two spans with the same label and depth that follow each other without a gap. */
function rowsOf(sequence: ChoiceSequence): readonly (readonly Span[])[] {
  const open = new Map<string, Span[]>();
  const rows: Span[][] = [];
  for (const span of sequence.spans) {
    const key = `${span.label} ${span.depth}`;
    const row = open.get(key);
    if (row?.at(-1)?.end === span.start) row.push(span);
    else {
      const fresh = [span];
      open.set(key, fresh);
      rows.push(fresh);
    }
  }
  return rows.filter((row) => row.length > 1);
}
