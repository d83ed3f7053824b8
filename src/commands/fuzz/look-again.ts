/** Every distinct failure is executed once more on its own before it is reported, and reduced to what it needs if that was asked for. */
import type { RawFinding } from '../../fuzz/oracle/raw-finding.ts';
import type { Bucket } from '../../fuzz/worker/search.ts';
import type { Examined, SingleInputs } from '../../fuzz/worker/single-inputs.ts';
import type { Finding } from '../../trace/finding.ts';
import type { Context } from '../context.ts';
import { fuzzFinding } from './fuzz-finding.ts';
import type { FuzzPlan } from './fuzz-plan.ts';
import { reduceInput } from './reduce-input.ts';
import type { TracedRun } from './traced-run.ts';

export interface Failure {
  readonly finding: Finding;
  readonly raw: RawFinding;
  readonly bytes: Uint8Array;
  readonly rendered: string;
  readonly count: number;
  /** Shows the failure when it is executed on its own; only then can it be recorded. */
  readonly isConfirmed: boolean;
  readonly reduced?: { readonly bytes: Uint8Array; readonly rendered: string };
  /** Of a scenario or simulation: the run itself. */
  readonly traced?: TracedRun;
}

const SHRINK_BUDGET_MS = 15_000;
const RENDER_LIMIT_MS = 100;

/** Undefined if there is no failure after all. */
export async function lookAgain(
  bucket: Bucket,
  { plan, inputs, context }: { readonly plan: FuzzPlan; readonly inputs: SingleInputs; readonly context: Context },
): Promise<Failure | undefined> {
  const place = { file: modulePath(plan), root: plan.order.root };
  const again = await inputs.examine(bucket.bytes);
  const isConfirmed = again.finding?.title === bucket.finding.title;
  // The machine may have been too busy for it, and it comes back when there is room.
  if (!isConfirmed && bucket.finding.isDoubtful === true) return undefined;
  const raw = isConfirmed && again.finding !== undefined ? again.finding : bucket.finding;
  const finding = fuzzFinding(raw, again.rendered, place);
  const failure = { finding, raw, bytes: bucket.bytes, rendered: again.rendered, count: bucket.count, isConfirmed };
  if (!plan.shrink || !isConfirmed || context.signal.aborted) return failure;
  const reduced = await reduceInput({ inputs, bytes: bucket.bytes, raw, budgetMs: SHRINK_BUDGET_MS, command: 'fuzz' }, context);
  const { finding: left, rendered } = await shownBy(inputs, raw, reduced.best);
  // What is told belongs to the input that is told: messages quote it. A hang has nothing to say of the little time it was given here.
  const said = left === undefined || raw.title === 'hang' ? raw : left;
  return { ...failure, raw: said, finding: fuzzFinding(said, rendered, place), reduced: { bytes: reduced.best, rendered } };
}

/** What hangs has been seen to do so; it need not be waited for to be written down. */
async function shownBy(inputs: SingleInputs, raw: RawFinding, bytes: Uint8Array): Promise<Pick<Examined, 'finding' | 'rendered'>> {
  if (raw.title !== 'hang') return inputs.examine(bytes);
  const short = inputs.within(RENDER_LIMIT_MS);
  try {
    return await short.examine(bytes);
  } finally {
    await short.close();
  }
}

function modulePath(plan: FuzzPlan): string {
  return plan.order.target.told.replace(/^fn:/u, '').replace(/#[^#]*$/u, '');
}
