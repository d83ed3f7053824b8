/** Passes that make draws simpler: each by itself, equal ones together, and numbers at the cost of later ones. */
import type { Offers, Search, ShrinkPass } from '../../../campaign/shrink/pass.ts';
import { ChoiceKind, nearestToZero } from '../choice-kind.ts';
import { compareObjects } from '../choice-order.ts';
import { type ChoiceSequence, hasObject } from '../choice-sequence.ts';
import { simplerDraws } from './simpler-draw.ts';

/** Tries simpler values of the draw at the first place, at all the places at once. */
function* lowerAt(from: ChoiceSequence, places: readonly number[]): Search<ChoiceSequence> {
  const [first = 0] = places;
  let current = from;
  const search = simplerDraws(from, first);
  for (let step = search.next(); step.done !== true; ) {
    const { value } = step;
    const kept: ChoiceSequence | undefined = yield current.with(new Map(places.map((at) => [at, value])));
    if (kept !== undefined) current = kept;
    // What was kept may be another sequence from there on; places in it mean something only as far as it has them.
    if (kept !== undefined && kept.length <= (places.at(-1) ?? 0)) return current;
    step = search.next(kept !== undefined);
  }
  return current;
}

export const lowerDraws: ShrinkPass<ChoiceSequence> = {
  name: 'simpler draws',
  *offer(from): Offers<ChoiceSequence> {
    let current = from;
    for (let at = 0; at < current.length; at += 1) if (!isSimplest(current, at)) current = yield* lowerAt(current, [at]);
  },
};

function isSimplest(sequence: ChoiceSequence, at: number): boolean {
  const kind = sequence.kindAt(at);
  const low = sequence.lowAt(at);
  if (hasObject(kind)) return sequence.objectAt(at).length === 0;
  const value = sequence.valueAt(at);
  return kind === ChoiceKind.integer || kind === ChoiceKind.float ? Object.is(value, nearestToZero(low, sequence.highAt(at))) : value === 0;
}

/** Draws that are equal may have to stay equal. */
export const lowerTogether: ShrinkPass<ChoiceSequence> = {
  name: 'equal draws together',
  *offer(from): Offers<ChoiceSequence> {
    let current = from;
    for (let at = 0; at < current.length; at += 1) {
      if (isSimplest(current, at)) continue;
      const places = [at];
      for (let next = at + 1; next < current.length; next += 1) if (isEqual(current, at, next)) places.push(next);
      if (places.length > 1) current = yield* lowerAt(current, places);
    }
  },
};

function isEqual(sequence: ChoiceSequence, a: number, b: number): boolean {
  const kind = sequence.kindAt(a);
  if (sequence.kindAt(b) !== kind || sequence.detailAt(a) !== sequence.detailAt(b)) return false;
  if (hasObject(kind)) return compareObjects(sequence.objectAt(a), sequence.objectAt(b), sequence.detailAt(a)) === 0;
  return Object.is(sequence.valueAt(a), sequence.valueAt(b));
}

/** How many numbers further on the partner of a number is looked for. */
const PARTNERS = 6;

/** Two numbers whose difference or whose sum matters: both down by the same, or one down and the later one up. */
export const lowerPairs: ShrinkPass<ChoiceSequence> = {
  name: 'pairs of numbers',
  *offer(from): Offers<ChoiceSequence> {
    let current = from;
    for (let at = 0; at < current.length; at += 1) {
      if (!isNumber(current, at) || isSimplest(current, at)) continue;
      let partners = 0;
      for (let other = at + 1; other < current.length && partners < PARTNERS; other += 1) {
        if (!isNumber(current, other)) continue;
        partners += 1;
        current = yield* shift(current, at, other, -1);
        current = yield* shift(current, at, other, 1);
      }
    }
  },
};

function isNumber(sequence: ChoiceSequence, at: number): boolean {
  const kind = sequence.kindAt(at);
  return kind === ChoiceKind.integer || (kind === ChoiceKind.float && Number.isFinite(sequence.valueAt(at)));
}

/** As far as it goes, by halves; `direction` says whether the later number goes up while the earlier one goes down. */
function* shift(from: ChoiceSequence, at: number, other: number, direction: 1 | -1): Search<ChoiceSequence> {
  let current = from;
  const target = nearestToZero(from.lowAt(at), from.highAt(at));
  const sign = from.valueAt(at) < target ? -1 : 1;
  for (let amount = Math.floor(Math.abs(from.valueAt(at) - target)); amount >= 1; amount = Math.floor(amount / 2)) {
    if (other >= current.length || Math.abs(current.valueAt(at) - target) < amount) continue;
    const raised = current.valueAt(other) + direction * sign * amount;
    if (raised < current.lowAt(other) || raised > current.highAt(other) || !Number.isSafeInteger(Math.trunc(raised))) continue;
    const lowered = current.valueAt(at) - sign * amount;
    const kept: ChoiceSequence | undefined = yield current.with(
      new Map([
        [at, lowered],
        [other, raised],
      ]),
    );
    current = kept ?? current;
  }
  return current;
}

/** How many spans and single draws further on are tried. */
const FOLLOWERS = 12;

/**
 * A number that says how many draws follow goes down by one, and something that follows goes with it; or what says that there is something says
 * that there is nothing, and the rest of its span goes.
 */
export const lowerAndDelete: ShrinkPass<ChoiceSequence> = {
  name: 'lower and delete',
  *offer(from): Offers<ChoiceSequence> {
    let current = from;
    for (let at = 0; at < current.length; at += 1) {
      for (;;) {
        const kept = yield* lowerOne(current, at);
        if (kept === undefined) break;
        current = kept;
      }
    }
  },
};

function* lowerOne(current: ChoiceSequence, at: number): Generator<ChoiceSequence, ChoiceSequence | undefined, ChoiceSequence | undefined> {
  const kind = current.kindAt(at);
  if (kind === ChoiceKind.boolean) return yield* withoutRest(current, at);
  if (at >= current.length || (kind !== ChoiceKind.integer && kind !== ChoiceKind.index) || isSimplest(current, at)) return undefined;
  const target = nearestToZero(current.lowAt(at), current.highAt(at));
  const lowered = current.withOne(at, current.valueAt(at) + (current.valueAt(at) < target ? 1 : -1));
  const spans = current.spans.filter(({ start }) => start > at).slice(0, FOLLOWERS);
  const draws = Array.from({ length: Math.min(FOLLOWERS, current.length - at - 1) }, (_each, step) => ({
    start: at + 1 + step,
    end: at + 2 + step,
  }));
  for (const { start, end } of [...spans, ...draws]) {
    const kept = yield lowered.without(start, end);
    if (kept !== undefined) return kept;
  }
  return undefined;
}

function* withoutRest(
  current: ChoiceSequence,
  at: number,
): Generator<ChoiceSequence, ChoiceSequence | undefined, ChoiceSequence | undefined> {
  if (at >= current.length || isSimplest(current, at)) return undefined;
  // The last one to begin there is the innermost.
  const span = current.spans.findLast(({ start, end }) => start === at && end > at + 1);
  return span === undefined ? undefined : yield current.withOne(at, 0).without(at + 1, span.end);
}
