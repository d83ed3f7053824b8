/** The distributed scenario a trace was recorded from: the trace holds it; only a module is read from the files it names. */
import { dirname, join } from 'node:path/posix';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { JsonObject } from '../../base/json.ts';
import { FozzyError } from '../../base/problem.ts';
import { executeOnce, replayAttempt } from '../../campaign/execute-many.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import type { DistributedScenario } from '../../scenario/scenario.ts';
import type { TraceExplore } from '../../trace/document.ts';
import type { Finding } from '../../trace/finding.ts';
import { changedSources, checkSource } from '../changed-sources.ts';
import type { Context } from '../context.ts';
import { scenarioInvalid } from '../load-scenario.ts';
import { fuzzedInput, type OpenedTrace, type ReplayOptions } from '../open-trace.ts';
import { placedAs } from '../placed-as.ts';
import type { RecordedSearch } from '../simulation/recorded.ts';
import { type DistributedParts, OpenedDistributed } from './opened-distributed.ts';

export async function recordedDistributed(opened: OpenedTrace, context: Context, options: ReplayOptions): Promise<RecordedSearch> {
  const { explore, scenario: json, scenarioPath, decisions, summary } = opened.decoded.document;
  if (explore === undefined || json === null) throw new FozzyError('trace_incomplete', `the trace ${opened.path} holds no schedule`);
  const recorded = { explore, json, scenarioPath: scenarioPath ?? opened.path };
  const distributed = await openRecordedScenario(recorded, opened.path, context, { untilMs: options.untilMs, fuzzed: fuzzedInput(opened) });
  const edits = {};
  // Which files there are is known after a run; this one also loads what the replay needs.
  await executeOnce(distributed.subject, replayAttempt(decisions, undefined, edits));
  // The scenario inside the trace has lost its lines; only those of code are found again.
  const placed = (findings: readonly Finding[]) =>
    distributed.placed(findings).map((finding) => (isOfCode(finding) ? finding : placedAs(finding, summary.findings)));
  return {
    subject: distributed.subject,
    edits,
    changed: changedSources(explore, distributed.sources(), distributed),
    placed,
    mapStack: (stack) => distributed.mapStack(stack),
    blocks: () => distributed.watchBlocks(),
    traceParts: (shrunk) => distributed.traceParts(shrunk),
    recorded: explore.minimised === undefined ? undefined : { minimised: explore.minimised },
  };
}

/** As it was when the document at this path was written. */
export async function openRecordedScenario(
  { explore, json, scenarioPath: file }: { readonly explore: TraceExplore; readonly json: JsonObject; readonly scenarioPath: string },
  path: string,
  context: Context,
  settings: Pick<DistributedParts, 'untilMs' | 'fuzzed'> = {},
): Promise<OpenedDistributed> {
  const scenario = scenarioOf(json, path);
  if (scenario.module !== undefined) checkSource(join(dirname(file), scenario.module), path, context);
  return OpenedDistributed.create({
    scenario,
    json,
    file,
    projectFile: file,
    cwd: context.cwd,
    schedule: explore.schedule,
    stepsMax: explore.steps,
    ...settings,
    isolation: explore.isolation,
    origins: new Map(Object.entries(explore.origins ?? {})),
  });
}

function isOfCode({ location }: Finding): boolean {
  return location?.details?.['stack'] !== undefined;
}

function scenarioOf(json: JsonObject, path: string): DistributedScenario {
  // A trace was valid when it was written; keys this version does not know must not stop it from being replayed.
  const { scenario, problems } = parseScenario(canonicalJson(json), { strict: false });
  if (scenario === undefined) throw scenarioInvalid(path, problems);
  if (scenario.variant === 'distributed') return scenario;
  throw new FozzyError('trace_incomplete', `the trace ${path} says it was explored, but holds a ${scenario.variant} scenario`);
}
