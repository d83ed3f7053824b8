/**
 * The checks that need the scenario: it must be valid, and a replay in memory must make every
 * recorded decision, leave none over and end as recorded. Nothing real is touched.
 */
import { asJson } from '../../base/as-json.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { FozzyError } from '../../base/problem.ts';
import { compareReplay, divergenceFinding } from '../../campaign/replay-verdict.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import type { TraceProblem } from '../../trace/trace-problem.ts';
import type { RunSummary } from '../../trace/summary.ts';
import type { Context } from '../context.ts';
import { type OpenedTrace, recordedOf } from '../open-trace.ts';
import { type RecordedSubject, replayInMemory, subjectOf, warningsOf } from '../recorded-subject.ts';

export interface ExecutionVerdict {
  readonly warnings: readonly TraceProblem[];
  readonly problems: readonly TraceProblem[];
}

export async function verifyExecution(opened: OpenedTrace, context: Context): Promise<ExecutionVerdict> {
  const { scenario } = opened.decoded.document;
  const warnings = scenario === null ? [] : scenarioWarnings(scenario);
  const subject = await subjectOr(opened, context);
  if ('code' in subject) return { warnings, problems: [subject] };
  const changed = warningsOf(subject).map(({ title, message }) => ({ code: title, message }));
  return { warnings: [...warnings, ...changed], problems: await replayProblems(opened, subject) };
}

function scenarioWarnings(scenario: JsonObject): readonly TraceProblem[] {
  return parseScenario(canonicalJson(scenario), { strict: false })
    .problems.filter((problem) => problem.severity === 'warning')
    .map(({ code, message, pointer }) => ({
      code,
      message: `the embedded scenario, ${pointer === '' ? 'as a whole' : pointer}: ${message}`,
    }));
}

async function subjectOr(opened: OpenedTrace, context: Context): Promise<RecordedSubject | TraceProblem> {
  try {
    return await subjectOf(opened, context);
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
    return { code: error.code, message: error.message };
  }
}

async function replayProblems(opened: OpenedTrace, subject: RecordedSubject): Promise<readonly TraceProblem[]> {
  const { document } = opened.decoded;
  const outcome = await replayInMemory(subject, opened, new EventSink());
  // An interrupted run has no end of its own: its replay goes on where the recording stops.
  if (document.summary.interrupted === true && outcome.mismatch?.expected === null) return [];
  const finding = divergenceFinding(compareReplay(recordedOf(opened.decoded), outcome), opened.path);
  if (finding !== undefined) return [{ code: finding.title, message: finding.message }];
  return endProblems(document.summary, outcome);
}

/** What a faithful replay leaves open: numbers of the summary that nothing else is compared with. */
function endProblems(summary: RunSummary, outcome: Outcome): readonly TraceProblem[] {
  const problems: TraceProblem[] = [];
  if (summary.virtualTimeMs !== outcome.virtualTimeMs) {
    const message = `the summary says the run ended at ${summary.virtualTimeMs} ms, its replay ends at ${outcome.virtualTimeMs} ms`;
    problems.push({ code: 'summary_time', message });
  }
  if (canonicalJson(faultsOf(summary)) !== canonicalJson(faultsOf({ ...summary, faults: outcome.faults }))) {
    problems.push({ code: 'summary_faults', message: 'the faults of the summary are not those of the replay' });
  }
  return problems;
}

/** A search counts its faults over all runs; of the recorded run it only says which of them were in it. */
function faultsOf({ mode, status, faults }: Pick<RunSummary, 'mode' | 'status' | 'faults'>): Json {
  if (mode !== 'explore') return asJson(faults);
  return faults.map(({ id, type, inFailure }) => ({ id, type, inFailure: status !== 'pass' && inFailure === true }));
}
