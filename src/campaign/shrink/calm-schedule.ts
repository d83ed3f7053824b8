/** Passes over the schedule: towards answer 0, which is always "the same task goes on" or "the oldest first". */
import { ddmin } from './ddmin.ts';
import { nodesOf } from './draft.ts';
import type { Offers, ShrinkPass } from './pass.ts';
import { without } from './remove-nodes.ts';
import { deviationsOf, type StepsCandidate } from './steps-candidate.ts';

/** Fewer deviations from the calm order first, then smaller ones. */
export const calmSchedule: ShrinkPass<StepsCandidate> = {
  name: 'schedule',
  *offer(from): Offers<StepsCandidate> {
    let current = yield* ddmin(from, deviationsOf(from), (candidate, calmed) => {
      const schedule = scheduleOf(candidate);
      for (const at of calmed) schedule.delete(at);
      return { ...candidate, schedule };
    });
    for (const at of deviationsOf(current)) {
      for (let answer = 1; answer < (current.openPicks[at] ?? 0); answer += 1) {
        current = (yield { ...current, schedule: scheduleOf(current).set(at, answer) }) ?? current;
      }
    }
  },
};

/** Two deviations of which neither can go alone. */
export const calmPairs: ShrinkPass<StepsCandidate> = {
  name: 'schedule pairs',
  *offer(from): Offers<StepsCandidate> {
    let current = from;
    const positions = deviationsOf(from);
    if (positions.length > PAIRED_DEVIATIONS_MAX) return;
    for (const [index, first] of positions.entries()) {
      for (const second of positions.slice(index + 1)) {
        const schedule = scheduleOf(current);
        if (!schedule.delete(first) || !schedule.delete(second)) continue;
        current = (yield { ...current, schedule }) ?? current;
      }
    }
  },
};

const PAIRED_DEVIATIONS_MAX = 64;

/** A race rarely needs its switch later than this once the noise around it is gone. */
const SWITCHES_TRIED_MAX = 16;

/**
 * Without a step the old schedule may miss the race that a new one still finds: tries each removal
 * under the old order by position, the calm one, and every order with a single switch.
 */
export const removeUnderOtherSchedules: ShrinkPass<StepsCandidate> = {
  name: 'input under other schedules',
  *offer(from): Offers<StepsCandidate> {
    let current = from;
    for (const node of nodesOf(from.draft).toReversed()) {
      for (const schedule of otherSchedules(current)) {
        const kept = yield { ...without(current, [node]), schedule };
        if (kept === undefined) continue;
        current = kept;
        break;
      }
    }
  },
};

function otherSchedules(candidate: StepsCandidate): readonly ReadonlyMap<number, number>[] {
  const switches = Math.min(candidate.openPicks.length, SWITCHES_TRIED_MAX);
  if (switches === 0) return [];
  return [scheduleOf(candidate), new Map(), ...Array.from({ length: switches }, (_, at) => new Map([[at, 1]]))];
}

function scheduleOf(candidate: StepsCandidate): Map<number, number> {
  return new Map(deviationsOf(candidate).map((at) => [at, candidate.openPicks[at] ?? 0]));
}
