/**
 * What clients put, as plain as the failure lets it be: one value for all of them, else numbers in the order in which values first come up,
 * else whatever single ones allow. Which of them are told apart by the failure is seen by the run; a check that expects a certain
 * value does not hold without it when nothing goes wrong, so those stay.
 */
import { compareText } from '../../base/compare.ts';
import type { Offers, ShrinkPass } from './pass.ts';
import type { SimulationCandidate } from './simulation-candidate.ts';

export const plainerPuts: ShrinkPass<SimulationCandidate> = {
  name: 'values of puts',
  *offer(from): Offers<SimulationCandidate> {
    let current = from;
    for (const plain of [same, numbered]) {
      const proposed = renamed(current, [...current.ran.values.keys()], plain);
      const kept: SimulationCandidate | undefined = proposed === undefined ? undefined : yield proposed;
      if (kept !== undefined) current = kept;
    }
    for (const put of from.ran.values.keys()) {
      for (const plain of [same, numbered]) {
        const proposed = renamed(current, [put], plain);
        const kept: SimulationCandidate | undefined = proposed === undefined ? undefined : yield proposed;
        if (kept === undefined) continue;
        current = kept;
        break;
      }
    }
  },
};

/** The plain form of a value, by the how-manieth of all different ones it is. */
type Plain = (rank: number) => string;

const same: Plain = () => '1';
const numbered: Plain = (rank) => String(rank + 1);

/** These puts with plain values; undefined where they are as plain already. A value only ever becomes simpler, so this comes to an end. */
function renamed(from: SimulationCandidate, puts: readonly string[], plain: Plain): SimulationCandidate | undefined {
  const ranks = [...new Set(from.ran.values.values())];
  const values = { ...from.values };
  let isPlainer = false;
  for (const put of puts) {
    const value = from.ran.values.get(put) ?? '';
    const next = plain(ranks.indexOf(value));
    if (!isSimpler(next, value)) continue;
    values[put] = next;
    isPlainer = true;
  }
  return isPlainer ? { ...from, values } : undefined;
}

function isSimpler(a: string, b: string): boolean {
  return a.length === b.length ? compareText(a, b) < 0 : a.length < b.length;
}
