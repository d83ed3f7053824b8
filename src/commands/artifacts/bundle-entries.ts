/**
 * A pack with the verdicts about it. Everything is judged in memory and told without times and fresh ids, so that the same run gives the
 * same bundle, byte by byte.
 */
import { EventSink } from '../../engine/event-sink.ts';
import { type ExportEntry, textEntry } from '../../store/export-entry.ts';
import { renderDocument } from '../../store/json-file.ts';
import { judgeTrace } from '../ci/perform.ts';
import type { Context } from '../context.ts';
import type { OpenedTrace } from '../open-trace.ts';
import { placedFindings, replayRecorded, subjectOf, warningsOf } from '../recorded-subject.ts';
import { judge } from '../replay/perform.ts';
import { verifyFound } from '../trace-verify/perform.ts';
import type { ArtifactSet } from './artifact-set.ts';
import { bundleFiles, packEntries } from './export-entries.ts';

export interface Bundle {
  readonly entries: readonly ExportEntry[];
  readonly ciOk: boolean;
}

export async function bundleEntries(opened: OpenedTrace, set: ArtifactSet, context: Context): Promise<Bundle> {
  const packed = packEntries(set);
  // Traces come first, and of those the one that was meant.
  const trace = packed[0]?.name ?? '';
  const ci = await judgeTrace(opened, context);
  const verified = { ...(await verifyFound(opened, context)), path: trace };
  const replayed = await replayReport(opened, context);
  const about = { schemaVersion: 'fozzy.bundle.v1', source: opened.decoded.document.summary.identity.runId, trace, ciOk: ci.ok };
  const documents = [verified, replayed, ci, about];
  const reports = bundleFiles.map((name, index) => textEntry(name, [renderDocument(documents[index] ?? {})]));
  return { entries: [...packed, ...reports], ciOk: ci.ok };
}

async function replayReport(opened: OpenedTrace, context: Context): Promise<object> {
  const subject = await subjectOf(opened, context);
  const outcome = await replayRecorded(subject, opened, new EventSink(), context);
  const findings = placedFindings(subject, outcome.findings, opened.decoded.document.summary.findings);
  const judged = judge(opened, { ...outcome, findings }, warningsOf(subject), { stopped: false, followed: undefined });
  return {
    schemaVersion: 'fozzy.replay_report.v1',
    status: judged.status,
    virtualTimeMs: outcome.virtualTimeMs,
    ...(outcome.memory === undefined ? {} : { memory: outcome.memory.summary }),
    findings: judged.findings,
    faults: outcome.faults,
    replay: judged.section,
  };
}
