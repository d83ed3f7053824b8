/** Passes over answers that are not picks: dropped messages are delivered again, random values become small. */
import { isArray } from '../../base/canonical-json.ts';
import type { Json } from '../../base/json.ts';
import type { NamedAnswer } from '../../decide/recorded.ts';
import { ddmin } from './ddmin.ts';
import type { Offers, Search, ShrinkPass } from './pass.ts';
import { type AnswerPlace, answerPlaces, type StepsCandidate, withAnswers } from './steps-candidate.ts';

export function isDrop({ kind, answer }: NamedAnswer): boolean {
  return kind === 'net_drop' && memberOf(answer, 'dropped') === true;
}

export const deliverDropped: ShrinkPass<StepsCandidate> = {
  name: 'drops',
  *offer(from): Offers<StepsCandidate> {
    yield* ddmin(from, answerPlaces(from.answers, 'net_drop', isDrop), (candidate, places) =>
      withAnswers(candidate, places, { dropped: false }),
    );
  },
};

/** More draws than this are noise to a reader anyway, once all of them together could not be zero. */
const DRAWS_SEARCHED_MAX = 256;

export const smallDraws: ShrinkPass<StepsCandidate> = {
  name: 'random values',
  *offer(from): Offers<StepsCandidate> {
    let current = yield* ddmin(from, bigDraws(from), (candidate, places) => withAnswers(candidate, places, { value: '0' }));
    for (const place of bigDraws(current).slice(0, DRAWS_SEARCHED_MAX)) current = yield* smallDraw(current, place);
  },
};

function bigDraws(candidate: StepsCandidate): readonly AnswerPlace[] {
  return answerPlaces(candidate.answers, 'rand_u64', (answer) => drawn(answer) > 0n);
}

/** Halves the distance to the largest value known to be too small. */
function* smallDraw(from: StepsCandidate, place: AnswerPlace): Search<StepsCandidate> {
  let current = from;
  let low = 0n;
  let high = valueAt(from, place);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    const kept = yield withAnswers(current, [place], { value: String(middle) });
    if (kept === undefined) low = middle;
    else {
      current = kept;
      high = middle;
    }
  }
  return current;
}

function valueAt(candidate: StepsCandidate, { kind, name, nth }: AnswerPlace): bigint {
  const same = candidate.answers.filter((answer) => answer.kind === kind && answer.name === name);
  const found = same[nth];
  return found === undefined ? 0n : drawn(found);
}

function drawn({ answer }: NamedAnswer): bigint {
  const value = memberOf(answer, 'value');
  return typeof value === 'string' ? BigInt(value) : 0n;
}

function memberOf(answer: Json, key: string): Json | undefined {
  return typeof answer === 'object' && answer !== null && !isArray(answer) ? answer[key] : undefined;
}
