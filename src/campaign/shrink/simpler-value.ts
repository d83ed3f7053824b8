/**
 * Simpler values than a given one, best first, each proposed in the light of which ones were
 * accepted so far. A value only ever moves down its own order, so this comes to an end.
 */
import { isArray } from '../../base/canonical-json.ts';
import { parseDuration, renderDuration } from '../../base/duration.ts';
import type { Json, JsonObject } from '../../base/json.ts';

/** Yields values; receives whether the last one was accepted. Returns the value it ended with. */
export type Simpler<V extends Json = Json> = Generator<V, V, boolean>;

/** Towards `least`, by halving the distance to the nearest value known to be too small. */
export function* simplerInteger(value: number, least: number): Simpler<number> {
  const goal = Math.max(0, least);
  if (value === goal || !Number.isSafeInteger(value)) return value;
  if (yield goal) return goal;
  let low = goal;
  let high = value;
  while (Math.abs(high - low) > 1) {
    const middle = low + Math.trunc((high - low) / 2);
    if (yield middle) high = middle;
    else low = middle;
  }
  return high;
}

export function* simplerDuration(text: string, leastMs: number): Simpler<string> {
  const parsed = parseDuration(text);
  if (!parsed.ok) return text;
  const search = simplerInteger(parsed.ms, leastMs);
  let best = text;
  for (let step = search.next(false); step.done !== true; ) {
    const proposed = renderDuration(step.value);
    const accepted = yield proposed;
    if (accepted) best = proposed;
    step = search.next(accepted);
  }
  return best;
}

/** A long text is cut into at most this many pieces; as it gets shorter the pieces become single characters. */
const PIECES_MAX = 128;

/** Shorter first, a reference `${…}` counting as one character; then plainer. */
export function* simplerText(text: string): Simpler<string> {
  if (text === '') return text;
  if (yield '') return '';
  const kept = yield* fewer(text.match(TOKENS) ?? [], (tokens) => tokens.join(''), PIECES_MAX);
  const shortest = kept.join('');
  const plain = kept.map((token) => (token.length > 2 ? token : 'a')).join('');
  return plain !== shortest && (yield plain) ? plain : shortest;
}

const TOKENS = /\$\$?\{[^}]*\}|[\s\S]/gu;

/** Fewer items, then simpler ones. */
export function* simplerList(list: readonly Json[]): Simpler<readonly Json[]> {
  let best = yield* fewer(list, (items) => items, list.length);
  for (const at of best.keys()) {
    const items: readonly Json[] = best;
    const item = yield* inside(simplerJson(items[at] ?? null), (value) => items.with(at, value));
    best = items.with(at, item);
  }
  return best;
}

export function* simplerMembers(object: JsonObject): Simpler<JsonObject> {
  let best = Object.fromEntries(yield* fewer(Object.entries(object), (entries) => Object.fromEntries(entries), Object.keys(object).length));
  for (const key of Object.keys(best)) {
    const members: JsonObject = best;
    const member = yield* inside(simplerJson(members[key] ?? null), (value) => ({ ...members, [key]: value }));
    best = { ...members, [key]: member };
  }
  return best;
}

export function* simplerJson(value: Json): Simpler {
  if (typeof value === 'string') return yield* simplerText(value);
  if (typeof value === 'number') return yield* simplerInteger(value, 0);
  if (typeof value !== 'object' || value === null) return value;
  return isArray(value) ? yield* simplerList(value) : yield* simplerMembers(value);
}

/** Takes items away in pieces, large ones first; `build` makes the proposed value. Ends with the items that had to stay. */
function* fewer<T, V extends Json>(
  items: readonly T[],
  build: (left: readonly T[]) => V,
  piecesMax: number,
): Generator<V, readonly T[], boolean> {
  let left = items;
  const smallest = Math.max(1, Math.ceil(items.length / Math.max(1, piecesMax)));
  for (let size = left.length; size >= smallest; size = size === smallest ? 0 : Math.max(smallest, Math.ceil(size / 2))) {
    for (let end = left.length; end > 0; end -= size) {
      const rest = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)];
      if (yield build(rest)) left = rest;
    }
  }
  return left;
}

/** Proposes values for a part of something larger. */
function* inside<V extends Json, W extends Json>(search: Simpler<V>, build: (value: V) => W): Generator<W, V, boolean> {
  let step = search.next(false);
  while (step.done !== true) step = search.next(yield build(step.value));
  return step.value;
}
