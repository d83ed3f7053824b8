/**
 * Shrinking of an input: the passes over choice sequences, in the order in which they pay off, led by the one shrinker. A candidate counts
 * only if what its replay recorded is simpler than the best so far, because an edited sequence may mean something else than it says.
 */
import { minimise, type MinimiseOptions, type Minimised } from '../../../campaign/shrink/minimise.ts';
import type { ShrinkPass } from '../../../campaign/shrink/pass.ts';
import { encodeChoices } from '../choice-codec.ts';
import { compareChoices } from '../choice-order.ts';
import type { ChoiceSequence } from '../choice-sequence.ts';
import { deleteDraws, deleteSpans, descend } from './delete-draws.ts';
import { lowerAndDelete, lowerDraws, lowerPairs, lowerTogether } from './lower-draws.ts';
import { sortSpans } from './sort-spans.ts';

const choicePasses: readonly ShrinkPass<ChoiceSequence>[] = [
  deleteSpans,
  descend,
  deleteDraws,
  lowerDraws,
  lowerAndDelete,
  lowerTogether,
  lowerPairs,
  sortSpans,
];

/** Yields candidates; gets each back as its replay recorded it if it still shows the failure, and undefined otherwise. */
export function* shrinkChoices(
  start: ChoiceSequence,
  stop: MinimiseOptions<ChoiceSequence>['stop'],
): Generator<ChoiceSequence, Minimised<ChoiceSequence>, ChoiceSequence | undefined> {
  const search = minimise({ start, passes: choicePasses, keyOf: choiceKey, stop });
  let best = start;
  let step = search.next();
  while (step.done !== true) {
    const kept: ChoiceSequence | undefined = yield step.value;
    const isSimpler = kept !== undefined && compareChoices(kept, best) < 0;
    if (isSimpler) best = kept;
    step = search.next(isSimpler ? kept : undefined);
  }
  return step.value;
}

/** Equal for sequences that replay alike. */
function choiceKey(sequence: ChoiceSequence): string {
  return Buffer.from(encodeChoices(sequence)).toString('latin1');
}
