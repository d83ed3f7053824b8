/** `ci` from trace to verdict. The replay stays in memory, so no run is left behind and no alias moves. */
import { FozzyError } from '../../base/problem.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { progressEvent } from '../../report/progress.ts';
import { joinLines } from '../../report/text-block.ts';
import { padEnd, textWidth } from '../../report/text-width.ts';
import { visibleLine } from '../../report/visible.ts';
import { artifactsOf } from '../artifacts/artifact-set.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { type OpenedTrace, openTrace, recordedOf } from '../open-trace.ts';
import { textOption } from '../option-values.ts';
import { replayRecorded, subjectOf } from '../recorded-subject.ts';
import { verifyFound } from '../trace-verify/perform.ts';
import { budgetChecks, budgetsOf, type CiBudgets } from './budget-checks.ts';
import type { CiCheck } from './check.ts';
import { packCheck } from './pack-check.ts';
import { memoryPolicy, traceCheck, warningPolicy } from './policy-checks.ts';
import { replayChecks } from './replay-checks.ts';

export async function performCi(options: Options, context: Context): Promise<CommandResult> {
  const budgets = budgetsOf(options);
  const opened = openTrace(textOption(options, 'runOrTrace') ?? '', context);
  context.progress(progressEvent('ci', { event: 'started' }));
  const document = await judgeTrace(opened, context, budgets);
  context.progress(progressEvent('ci', { event: 'finished', status: document.ok ? 'pass' : 'fail' }));
  return { document, exitCode: document.ok ? 0 : 1, text: checksText(document.checks, context) };
}

export interface CiDocument {
  readonly schemaVersion: 'fozzy.ci_report.v1';
  readonly ok: boolean;
  readonly checks: readonly CiCheck[];
}

/** The verdict as others need it too: bundles, gates and the full surface. */
export async function judgeTrace(opened: OpenedTrace, context: Context, budgets: CiBudgets = {}): Promise<CiDocument> {
  // First, because a run that cannot be found is refused, and a replay may take long.
  const budget = await budgetChecks(budgets, opened.resolved.selector, context);
  const checks = [...(await checksOf(opened, context)), ...budget];
  return { schemaVersion: 'fozzy.ci_report.v1', ok: checks.every((check) => check.ok), checks };
}

async function checksOf(opened: OpenedTrace, context: Context): Promise<readonly CiCheck[]> {
  const { document } = opened.decoded;
  const phase = (name: string): void => context.progress(progressEvent('ci', { event: 'phase', name }));
  phase('replay');
  const outcome = await replayed(opened, context);
  const { outcomeClass, divergence, warningParity, memoryParity } = replayChecks(recordedOf(opened.decoded), outcome, opened.path);
  phase('trace_verify');
  const trace = traceCheck(await verifyFound(opened, context));
  phase('artifacts_zip_integrity');
  const pack = await packCheck(artifactsOf(opened.resolved, context));
  return [
    trace,
    outcomeClass,
    divergence,
    warningParity,
    warningPolicy(document.summary, context.strict),
    memoryParity,
    memoryPolicy(document.memory),
    pack,
  ];
}

async function replayed(opened: OpenedTrace, context: Context): Promise<Outcome> {
  const outcome = await replayRecorded(await subjectOf(opened, context), opened, new EventSink(), context);
  if (context.signal.aborted) throw new FozzyError('interrupted', 'ci was interrupted; nothing was judged', { hint: 'run it again' });
  return outcome;
}

function checksText(checks: readonly CiCheck[], { paint }: Context): string {
  const width = Math.max(...checks.map(({ name }) => textWidth(name)));
  const failed = checks.filter((check) => !check.ok).length;
  return joinLines([
    ...checks.map(({ name, ok, detail }) => `${ok ? paint.green('✓') : paint.red('✗')} ${padEnd(name, width)}  ${visibleLine(detail)}`),
    failed === 0 ? `ci ${paint.green('ok')}` : `ci ${paint.red('not ok')}: ${failed} of ${checks.length} checks failed`,
  ]);
}
