/**
 * Where a history is too hard as a whole, small parts of it may already be impossible: all operations on one value, or on a few values that
 * came into play one after the other. Operations on other values cannot make them possible, so what is wrong with a part is wrong with all.
 */
import type { HistoryOperation } from '../../trace/history.ts';
import type { Model } from '../model.ts';
import { valueText } from '../value-text.ts';

/** How many groups of operations are looked at together: enough to see two change places, few enough to be searched in no time. */
const GROUPS_TOGETHER = 6;

/** In order of beginning, each; nothing where the model does not tell which operations belong together. */
export function* smallParts<State>(model: Model<State>, required: readonly HistoryOperation[], open: readonly HistoryOperation[]) {
  const groups = groupsOf(model, [...required, ...open]);
  for (let start = 0; start < groups.length; start += GROUPS_TOGETHER / 2) {
    const part = groups.slice(start, start + GROUPS_TOGETHER).flat();
    const sorted = part.sort((a, b) => a.from - b.from);
    yield { required: sorted.filter(({ status }) => status === 'ok'), open: sorted.filter(({ status }) => status === 'open') };
  }
}

/** Operations that share a value, or share one with others that do, in order of their first beginning. */
function groupsOf<State>(model: Model<State>, operations: readonly HistoryOperation[]): readonly HistoryOperation[][] {
  const leaders = new Map<string, string>();
  const leaderOf = (value: string): string => {
    let leader = value;
    for (let above = leaders.get(leader); above !== undefined && above !== leader; above = leaders.get(leader)) leader = above;
    leaders.set(value, leader);
    return leader;
  };
  const sorted = operations.toSorted((a, b) => a.from - b.from);
  const values: (readonly string[])[] = [];
  for (const operation of sorted) {
    const touched = model.touches?.(operation)?.map(valueText);
    if (touched === undefined) return [];
    for (const value of touched) leaders.set(leaderOf(value), leaderOf(touched[0] ?? value));
    values.push(touched);
  }
  const groups = new Map<string, HistoryOperation[]>();
  for (const [at, operation] of sorted.entries()) {
    const [value] = values[at] ?? [];
    if (value === undefined) continue;
    const group = groups.get(leaderOf(value));
    if (group === undefined) groups.set(leaderOf(value), [operation]);
    else group.push(operation);
  }
  return [...groups.values()];
}
