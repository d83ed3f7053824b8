/** Where shrinking and explaining begin: the recorded run again, compared in every respect; after an edit, the one its causes lead to. */
import { compareReplay } from '../../campaign/replay-verdict.ts';
import { failureOf } from '../../campaign/shrink/attempt-steps.ts';
import { leftOutBy } from '../../campaign/shrink/left-out.ts';
import { causalRunOf } from '../../campaign/shrink/minimised.ts';
import { lookNear } from '../../campaign/shrink/look-near.ts';
import type { SimulationCandidate } from '../../campaign/shrink/simulation-candidate.ts';
import { startByCauses, startSimulation } from '../../campaign/shrink/simulation-shrink.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Finding } from '../../trace/finding.ts';
import { type OpenedTrace, recordedOf } from '../open-trace.ts';
import type { RecordedSearch } from '../simulation/recorded.ts';
import { notReproducible } from './refusals.ts';

export async function startRecorded(
  opened: OpenedTrace,
  recorded: RecordedSearch,
  failure: Finding | undefined,
): Promise<SimulationCandidate> {
  const { document } = opened.decoded;
  const { subject } = recorded;
  const exact = await startSimulation({ subject, decisions: document.decisions, leftOut: leftOutBy(recorded.edits) }, new EventSink());
  const verdict = compareReplay(recordedOf(opened.decoded), exact.outcome);
  if (verdict.divergence === undefined) return exact.start;
  if (recorded.recorded !== undefined) {
    const followed = await startByCauses(subject, causalRunOf(recorded.recorded));
    if (failureOf(followed.outcome.findings)?.fingerprint === failure?.fingerprint) return followed.start;
    const near = failure === undefined ? undefined : await lookNear(subject, causalRunOf(recorded.recorded), failure.fingerprint);
    if (near !== undefined) return (await startByCauses(subject, near)).start;
  }
  throw notReproducible(opened.path, verdict);
}
