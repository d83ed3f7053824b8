/** The inputs of a corpus that a target needs: each is executed once, and a smallest part that reaches the same stays. */
import { FozzyError } from '../../base/problem.ts';
import { smallestCover } from '../../fuzz/cover/smallest-cover.ts';
import { shortOf } from '../../fuzz/loop/hang-patience.ts';
import { SingleInputs } from '../../fuzz/worker/single-inputs.ts';
import { progressEvent } from '../../report/progress.ts';
import type { CorpusEntry } from '../../store/corpus.ts';
import type { Context } from '../context.ts';
import { MAX_INPUT_BYTES, planFuzz } from '../fuzz/fuzz-plan.ts';
import { fuzzPrograms } from '../fuzz/worker-program.ts';

export interface Needed {
  readonly entries: readonly CorpusEntry[];
  /** What all of them reach: blocks of code in classes of how often they ran. */
  readonly features: number;
}

interface Reached {
  readonly entry: CorpusEntry;
  /** Undefined for one that did not come back: nobody knows what else it reaches. */
  readonly features: readonly number[] | undefined;
}

/** Undefined when there was not enough time. */
export async function needed(
  entries: readonly CorpusEntry[],
  target: string,
  isOver: () => boolean,
  context: Context,
): Promise<Needed | undefined> {
  const longest = entries.reduce((size, { bytes }) => Math.max(size, bytes.length), MAX_INPUT_BYTES);
  const inputs = new SingleInputs(fuzzPrograms(), await coverOrder(target, longest, context));
  let hurried: SingleInputs | undefined;
  try {
    await inputs.open();
    const reached: Reached[] = [];
    for (const entry of entries) {
      if (isOver()) return undefined;
      const features = await cover(hurried ?? inputs, entry);
      // Where one does not come back others may not, and all of them stay: they need not be waited for as long.
      if (features === undefined) hurried ??= inputs.within(shortOf(context.config.hangTimeoutMs));
      reached.push({ entry, features });
      context.progress(progressEvent('corpus minimize', { event: 'tick', done: reached.length, total: entries.length }));
    }
    const kept = choose(reached);
    return (await isSame(kept, reached, inputs, isOver))
      ? { entries: kept.map(({ entry }) => entry), features: featuresOf(reached).size }
      : undefined;
  } finally {
    await inputs.close();
    await hurried?.close();
  }
}

async function coverOrder(target: string, maxInputBytes: number, context: Context): Promise<ConstructorParameters<typeof SingleInputs>[1]> {
  const { order } = await planFuzz({ target, det: true, runs: 1, maxInput: maxInputBytes }, context);
  return { ...order, isSearch: false };
}

async function cover(inputs: SingleInputs, { bytes }: CorpusEntry): Promise<readonly number[] | undefined> {
  const features = await inputs.cover(bytes);
  return features === undefined ? undefined : [...features];
}

function featuresOf(reached: readonly Reached[]): ReadonlySet<number> {
  return new Set(reached.flatMap(({ features = [] }) => features));
}

/** Inputs that cost the worker its life stay, whatever they reach. */
function choose(reached: readonly Reached[]): readonly Reached[] {
  const chosen = new Set(smallestCover(reached.map(({ entry, features = [] }) => ({ features, sizeBytes: entry.bytes.length }))));
  return reached.filter(({ features }, index) => features === undefined || chosen.has(index));
}

/** Executed once more, the part reaches what the whole did; a target that does something else every time is told, not minimised. */
async function isSame(kept: readonly Reached[], all: readonly Reached[], inputs: SingleInputs, isOver: () => boolean): Promise<boolean> {
  const again = new Set<number>();
  for (const { entry, features } of kept) {
    if (features === undefined) continue;
    if (isOver()) return false;
    for (const feature of (await cover(inputs, entry)) ?? []) again.add(feature);
  }
  const lost = [...featuresOf(all)].filter((feature) => !again.has(feature));
  if (lost.length === 0) return true;
  throw new FozzyError(
    'fuzz_target_invalid',
    `the same inputs do not reach the same code twice: ${lost.length} places were not reached again`,
    {
      hint: 'make the target depend on nothing but its input; the corpus was left as it is',
    },
  );
}
