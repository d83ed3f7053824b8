/** Artifacts as entries of an export: every file once, under a name that is safe and free everywhere. */
import { type ExportEntry, fileEntry, textEntry } from '../../store/export-entry.ts';
import { EXPORT_FILE, type ExportAbout } from '../../store/export-index.ts';
import { renderDocument } from '../../store/json-file.ts';
import { eventsText } from '../../store/run-files.ts';
import { REPORT_FILE } from '../../store/run-folder.ts';
import { asJson } from '../../base/as-json.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { decodeTrace } from '../../trace/decode.ts';
import type { TraceEvent } from '../../trace/event.ts';
import { envDocument } from '../env/perform.ts';
import { readTrace } from '../open-trace.ts';
import { versionDocument } from '../version/perform.ts';
import type { ArtifactSet } from './artifact-set.ts';

export const bundleFiles = ['trace_verify.report.json', 'replay.report.json', 'ci.report.json', 'bundle.json'] as const;

const EVENTS_FILE = 'events.json';
const reserved = [EXPORT_FILE, EVENTS_FILE, REPORT_FILE, 'env.json', 'version.json', 'commandline.json', ...bundleFiles];

export function exportEntries({ artifacts }: ArtifactSet): readonly ExportEntry[] {
  // Files of the run directory keep their names; a trace from elsewhere takes what is left.
  const taken = new Set(
    [...reserved, ...artifacts.flatMap(({ kind, name }) => (kind === 'trace' ? [] : [name]))].map((name) => name.toLowerCase()),
  );
  return artifacts.map((artifact) => {
    const name = artifact.kind === 'trace' ? freeName(artifact.name, taken) : artifact.name;
    return fileEntry(name, artifact.path, artifact);
  });
}

/** Also free where upper and lower case are the same. */
function freeName(wanted: string, taken: Set<string>): string {
  const plain = wanted.replace(/[\\:\u0000-\u001f]/gu, '_');
  let name = plain;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${number}-${plain}`;
  taken.add(name.toLowerCase());
  return name;
}

/** An export with everything a reader on another machine asks for next. */
export function packEntries(set: ArtifactSet): readonly ExportEntry[] {
  const exported = exportEntries(set);
  const has = (name: string): boolean => exported.some((entry) => entry.name === name);
  const { summary, engine } = set;
  return [
    ...exported,
    ...(has(REPORT_FILE) ? [] : [textEntry(REPORT_FILE, [renderDocument(summary)])]),
    ...(has(EVENTS_FILE) ? [] : [textEntry(EVENTS_FILE, recordedEvents(set))]),
    textEntry('env.json', [renderDocument(envDocument(summary.params.backends))]),
    textEntry('version.json', [renderDocument({ ...versionDocument(), recordedBy: engine })]),
    textEntry('commandline.json', [renderDocument({ schemaVersion: 'fozzy.commandline.v1', commandLine: summary.params.commandLine })]),
  ];
}

/** Where a run keeps its events only inside its traces. Of several, each row says from which it is. */
function recordedEvents({ artifacts, tracePaths }: ArtifactSet): Iterable<string> {
  const traces = artifacts.filter((artifact) => tracePaths.includes(artifact.path));
  const [only] = traces;
  if (traces.length === 1 && only !== undefined) return eventsText(eventsOf(only.path));
  return rowsOfAll(traces);
}

function* rowsOfAll(traces: ArtifactSet['artifacts']): Generator<string> {
  let before = '[\n';
  for (const { name, path } of traces) {
    for (const event of eventsOf(path)) {
      yield `${before}${canonicalJson({ trace: name, ...asRow(event) })}`;
      before = ',\n';
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

function eventsOf(path: string): readonly TraceEvent[] {
  return decodeTrace(readTrace(path), path).document.events;
}

function asRow({ time_ms, name, source, fields }: TraceEvent) {
  return { time_ms, name, source, fields: asJson(fields) };
}

export function aboutExport({ runId, summary }: ArtifactSet, contents: ExportAbout['contents']): ExportAbout {
  const { proc, fs, http } = summary.params.backends;
  const containsHostCapture = proc === 'host' || fs === 'host' || http === 'host';
  return { contents, ...(runId === undefined ? {} : { runId }), containsHostCapture };
}
