/** A stored report again, in any of the forms it could have been printed in. */
import { renderReport } from '../conclude-command.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';
import { selectedSummary } from '../selected-summary.ts';
import { renderDocument } from '../../store/json-file.ts';

export function performReportShow(options: Options, context: Context): CommandResult {
  const summary = selectedSummary(textOption(options, 'runOrTrace') ?? '', context);
  const format = textOption(options, 'format') ?? 'pretty';
  if (format === 'json') return { document: summary, exitCode: 0, text: renderDocument(summary) };
  const content = renderReport(summary, format, context);
  return { document: { schemaVersion: 'fozzy.report_show.v1', format, content }, exitCode: 0, text: content };
}
