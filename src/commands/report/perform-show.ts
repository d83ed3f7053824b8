/** A stored report again, in any of the forms it could have been printed in. */
import { isArray } from '../../base/canonical-json.ts';
import { join } from 'node:path';
import { parseJsonValue } from '../../base/json-text.ts';
import { reporterNames } from '../../report/reporter-names.ts';
import { readText } from '../../store/json-file.ts';
import type { Resolved } from '../../store/selector.ts';
import { decodeTrace } from '../../trace/decode.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { readTrace, resolveRun } from '../open-trace.ts';
import { textOption } from '../option-values.ts';
import { renderReport } from '../reporting.ts';
import { summaryOf } from '../selected-summary.ts';

export function performReportShow(options: Options, context: Context): CommandResult {
  const resolved = resolveRun(textOption(options, 'runOrTrace') ?? '', context);
  const summary = summaryOf(resolved);
  const format = reporterNames.find((name) => name === textOption(options, 'format')) ?? 'pretty';
  const events = eventsOf(resolved);
  const content = renderReport(format, summary, context, events === undefined ? {} : { events });
  if (format === 'json') return { document: summary, exitCode: 0, text: content };
  return { document: { schemaVersion: 'fozzy.report_show.v1', format, content }, exitCode: 0, text: content };
}

/** What happened, where the run kept it: in its own file, or in the trace that is meant. */
function eventsOf({ runDir, tracePath }: Resolved): readonly TraceEvent[] | undefined {
  const kept = runDir === undefined ? undefined : readText(join(runDir, 'events.json'));
  const parsed = kept === undefined ? undefined : parseJsonValue(kept);
  if (parsed?.ok === true && isArray(parsed.value)) {
    // The digest in the manifest proves that Fozzy wrote these rows from events.
    return parsed.value as unknown as readonly TraceEvent[];
  }
  return tracePath === undefined ? undefined : decodeTrace(readTrace(tracePath), tracePath).document.events;
}
