/** Takes away what the failure does not need, forces what is left on real Node, and writes down beside the trace what came of it. */
import { shellWord } from '../../base/shell-word.ts';
import { resolve } from 'node:path';
import { canonicalJson } from '../../base/canonical-json.ts';
import { FozzyError } from '../../base/problem.ts';
import { executeOnce } from '../../campaign/execute-many.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import { editsOf } from '../../campaign/shrink/left-out.ts';
import type { SimulationCandidate } from '../../campaign/shrink/simulation-candidate.ts';
import { LogCursor } from '../../decide/cursor.ts';
import { ReplaySource } from '../../decide/replay.ts';
import { EventSink } from '../../engine/event-sink.ts';
import { type ConfirmedWith, confirmRun } from '../../real/confirm-run.ts';
import { type FoundStep, OrderSource } from '../../real/found-order.ts';
import type { Injected } from '../../real/given-faults.ts';
import { confirmEntry } from '../../real/processes.ts';
import { cannotBeGiven } from '../../real/refusals.ts';
import { type Confirmation, confirmationText } from '../../report/confirmation.ts';
import { progressEvent } from '../../report/progress.ts';
import { writeFileDurable } from '../../store/atomic-write.ts';
import { hostFiles } from '../../store/file-ops.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { Finding } from '../../trace/finding.ts';
import { fingerprintOf } from '../../trace/fingerprint.ts';
import type { CommandResult, Options } from '../command.ts';
import { confirmationPath } from '../confirmation-path.ts';
import type { Context } from '../context.ts';
import { type OpenedTrace, openTrace } from '../open-trace.ts';
import { numberOption, textOption } from '../option-values.ts';
import { type RecordedSubject, subjectOf } from '../recorded-subject.ts';
import { startRecorded } from '../shrink/start-recorded.ts';
import { SHRINK_BUDGET_MS, shrinkFound } from '../simulation/shrink-found.ts';

const TIME_MS = 60_000;

export async function performConfirm(options: Options, context: Context): Promise<CommandResult> {
  const selector = textOption(options, 'runOrTrace') ?? '';
  const opened = openTrace(selector, context);
  const { summary, simulation } = opened.decoded.document;
  const failure = failureOf(summary.findings);
  if (failure === undefined)
    throw new FozzyError('nothing_to_explain', `the run in ${opened.path} did not fail, so there is nothing to confirm`, {
      hint: `\`fozzy show ${shellWord(selector)}\` tells what happened in it`,
    });
  if (simulation === undefined)
    throw new FozzyError('wrong_variant', `${opened.path} holds no simulation, so no program that real Node could run`, {
      hint: 'confirm takes what `fozzy explore <file>.fozzy.ts` has found',
    });
  const entry = confirmEntry();
  if (entry === undefined) throw new FozzyError('internal', 'the program of real processes is not built', { hint: 'run `npm run build`' });
  const recorded = await subjectOf(opened, context);
  if (recorded.kind === 'steps') throw new FozzyError('wrong_variant', `${opened.path} holds no simulation`);
  context.progress(progressEvent('confirm', { event: 'started' }));
  const found = await findOrder(opened, recorded, failure, numberOption(options, 'budget') ?? SHRINK_BUDGET_MS, context);
  const timeMs = numberOption(options, 'time') ?? TIME_MS;
  const file = resolve(context.cwd, simulation.file);
  const result: ConfirmedWith =
    notTried(found, timeMs) ??
    (await confirmRun({
      entry,
      project: context.cwd,
      file,
      simulation: simulation.name,
      withoutClients: found.best.withoutClients,
      withoutNodes: found.best.withoutNodes,
      choices: found.choices,
      steps: found.steps,
      budgetMs: timeMs,
      signal: context.signal,
      log: (text) => context.log('debug', text),
      onStep: (done) => context.progress(progressEvent('confirm', { event: 'tick', done, total: found.steps.length, detail: 'steps' })),
    }));
  if (context.signal.aborted) throw new FozzyError('interrupted', 'confirm was interrupted; nothing was written', { hint: 'run it again' });
  const [placed = failure] = recorded.placed([failure]);
  const judged = judge(result, failure, simulation.file, neverGiven(found.steps, result.injected));
  const confirmation: Confirmation = {
    schemaVersion: 'fozzy.confirm.v1',
    path: opened.path,
    runId: summary.identity.runId,
    name: simulation.name,
    finding: { ...placed, confirmed: judged.verdict === 'confirmed' },
    ...judged,
    injected: result.injected.map(({ step, ...injected }) => ({ ...injected, step, timeMs: found.steps[step]?.timeMs ?? 0 })),
    steps: found.steps.length,
    stepsGone: 'gone' in result ? result.gone : 0,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    // What came to no verdict must not take the place of one.
    written: judged.verdict === 'unfinished' ? null : confirmationPath(opened.path),
  };
  if (confirmation.written !== null)
    writeFileDurable(confirmation.written, [`${canonicalJson(JSON.parse(JSON.stringify(confirmation)))}\n`], hostFiles);
  context.progress(progressEvent('confirm', { event: 'finished', status: judged.verdict === 'confirmed' ? 'pass' : 'fail' }));
  return {
    document: confirmation,
    exitCode: judged.verdict === 'confirmed' ? 0 : 1,
    text: confirmationText(confirmation, { selector, style: { paint: context.paint, widthMax: context.columns } }),
  };
}

interface FoundOrder {
  readonly best: SimulationCandidate;
  readonly steps: readonly FoundStep[];
  readonly choices: Readonly<Record<string, readonly number[]>>;
  readonly events: readonly TraceEvent[];
  readonly virtualTimeMs: number;
}

/** The smallest failing run, executed once more with somebody who listens. */
async function findOrder(
  opened: OpenedTrace,
  recorded: Extract<RecordedSubject, { readonly kind: 'search' }>,
  failure: Finding,
  budgetMs: number,
  context: Context,
): Promise<FoundOrder> {
  const start = await startRecorded(opened, recorded, failure);
  const job = { command: 'confirm', minimize: 'all', aggressive: false } as const;
  const { best, stoppedBy } = await shrinkFound({ ...job, subject: recorded.subject, start, failure, budgetMs }, context);
  if (stoppedBy === 'interrupted')
    throw new FozzyError('interrupted', 'confirm was interrupted; nothing was written', { hint: 'run it again' });
  let source: OrderSource | undefined;
  const outcome = await executeOnce(recorded.subject, () => {
    const expected = new LogCursor(best.ran.log);
    source = new OrderSource(new ReplaySource(expected));
    return { source, expected, sink: new EventSink(), edits: editsOf(best) };
  });
  if (failureOf(outcome.findings)?.fingerprint !== failure.fingerprint)
    throw new FozzyError('shrink_not_reproducible', `the failure in ${opened.path} did not happen again in the simulation`);
  const { events, virtualTimeMs } = outcome;
  return { best, steps: source?.steps(events) ?? [], choices: source?.choices ?? {}, events, virtualTimeMs };
}

function notTried({ steps, events, virtualTimeMs }: FoundOrder, timeMs: number): ConfirmedWith | undefined {
  if (steps.length === 0) return { is: 'refused', why: 'its runs need a process each, in which the order is not seen', injected: [] };
  const why = cannotBeGiven(steps, events);
  if (why !== undefined) return { is: 'refused', why, injected: [] };
  const lastMs = Math.max(0, ...steps.map((step) => step.timeMs));
  if (Math.min(virtualTimeMs, lastMs) <= timeMs) return undefined;
  const takes = `it takes ${Math.round(lastMs / 1000)} s of virtual time, which real time cannot skip; --time gives it more`;
  return { is: 'unfinished', why: takes, gone: 0, injected: [] };
}

/** Errors of the found run that no call on real Node came to get. */
function neverGiven(steps: readonly FoundStep[], injected: readonly Injected[]): string {
  const missing = steps.flatMap(({ errors }, step) =>
    errors.filter(
      ({ operation, code }) => !injected.some((given) => given.step === step && given.operation === operation && given.code === code),
    ),
  );
  return missing.map(({ operation, code }) => `; no ${operation} came to fail with ${code}`).join('');
}

function judge(
  result: ConfirmedWith,
  failure: Finding,
  projectFile: string,
  missing: string,
): Pick<Confirmation, 'verdict' | 'reason' | 'seen'> {
  if (result.is === 'refused') return { verdict: 'impossible', reason: result.why, seen: [] };
  if (result.is === 'unfinished') return { verdict: 'unfinished', reason: result.why, seen: [] };
  if (result.is === 'stuck') return { verdict: 'not confirmed', reason: result.why, seen: [] };
  if (result.is === 'passed')
    return { verdict: 'not confirmed', reason: `the order was forced on real Node, and the failure did not show${missing}`, seen: [] };
  const seen = result.failures.map(({ kind, title, message, place }) => ({
    kind,
    title,
    message,
    fingerprint: fingerprintOf(kind, title, { file: projectFile, place }),
  }));
  const isSame = seen.some(
    ({ fingerprint, title, message }) =>
      fingerprint === failure.fingerprint || (title === failure.title && withoutAddresses(message) === withoutAddresses(failure.message)),
  );
  if (isSame) return { verdict: 'confirmed', reason: null, seen };
  return {
    verdict: 'not confirmed',
    reason: `something else went wrong on real Node: ${seen[0]?.title ?? ''}: ${seen[0]?.message ?? ''}`,
    seen,
  };
}

/** Machines of a simulation have addresses of their own, which on one computer are all the same; and it knows who listens where. */
function withoutAddresses(message: string): string {
  return message.replaceAll(/\b\d+\.\d+\.\d+\.\d+(?::\d+)?(?:; .* listens? on .*)?/gu, 'address');
}
