/**
 * Passes that take draws out: whole spans, outermost first, and rows of draws whatever they belong to. Both go from the end to the front,
 * because taking something out leaves the places before it as they were, and both take more at once while it works.
 */
import type { Offers, ShrinkPass } from '../../../campaign/shrink/pass.ts';
import type { ChoiceSequence, Span } from '../choice-sequence.ts';

export const deleteSpans: ShrinkPass<ChoiceSequence> = {
  name: 'delete spans',
  *offer(from): Offers<ChoiceSequence> {
    let current = from;
    for (let depth = 1; depth <= deepest(current); depth += 1) {
      let at = spansAt(current, depth).length - 1;
      let width = 1;
      while (at >= 0) {
        const row = siblingsUpTo(spansAt(current, depth), at, width);
        const [first] = row;
        const last = row.at(-1);
        if (first === undefined || last === undefined) break;
        const kept = yield current.without(first.start, last.end);
        if (kept !== undefined) {
          current = kept;
          at = Math.min(at - row.length, spansAt(current, depth).length - 1);
          width = row.length * 2;
        } else if (row.length > 1) width = 1;
        else at -= 1;
      }
    }
  },
};

function deepest(sequence: ChoiceSequence): number {
  return sequence.spans.reduce((most, { depth }) => Math.max(most, depth), 0);
}

function spansAt(sequence: ChoiceSequence, depth: number): readonly Span[] {
  return sequence.spans.filter((span) => span.depth === depth);
}

/** Up to `width` spans that end with the one at `at` and follow each other without a gap. */
function siblingsUpTo(spans: readonly Span[], at: number, width: number): readonly Span[] {
  let first = at;
  while (first > 0 && at - first + 1 < width && spans[first - 1]?.end === spans[first]?.start) first -= 1;
  return spans.slice(first, at + 1);
}

const ROW_MAX = 8;

export const deleteDraws: ShrinkPass<ChoiceSequence> = {
  name: 'delete draws',
  *offer(from): Offers<ChoiceSequence> {
    let current = from;
    for (let size = ROW_MAX; size >= 1; size = Math.floor(size / 2)) {
      let width = size;
      for (let end = current.length; end > 0; ) {
        const start = Math.max(0, end - width);
        const kept = yield current.without(start, end);
        if (kept !== undefined) {
          current = kept;
          end = Math.min(start, current.length);
          width *= 2;
        } else if (width > size) width = size;
        else end -= 1;
      }
    }
  },
};

/** A part that contains another of its kind becomes that other: the tree its subtree, the list the list inside. */
export const descend: ShrinkPass<ChoiceSequence> = {
  name: 'descend',
  *offer(from): Offers<ChoiceSequence> {
    let current = from;
    for (let at = 0; at < current.spans.length; ) {
      const outer = current.spans[at];
      if (outer === undefined) return;
      let kept: ChoiceSequence | undefined;
      for (const inner of insideOf(current, at, outer)) {
        kept = yield replaced(current, outer, inner);
        if (kept !== undefined) break;
      }
      if (kept === undefined) at += 1;
      else current = kept;
    }
  },
};

/** Of each span that is tried, only so many descendants are: the largest, which come first. */
const DESCENDANTS_MAX = 24;

function insideOf(sequence: ChoiceSequence, at: number, outer: Span): readonly Span[] {
  const inner: Span[] = [];
  for (let next = at + 1; next < sequence.spans.length && inner.length < DESCENDANTS_MAX; next += 1) {
    const span = sequence.spans[next];
    if (span === undefined || span.start >= outer.end) break;
    if (span.label === outer.label && span.end - span.start < outer.end - outer.start) inner.push(span);
  }
  return inner;
}

function replaced(sequence: ChoiceSequence, outer: Span, inner: Span): ChoiceSequence {
  return sequence.without(inner.end, outer.end).without(outer.start, inner.start);
}
