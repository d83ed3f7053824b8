/** Shows a trace: the overview, and on request the first decisions and events. */
import type { JsonObject } from '../../base/json.ts';
import { FozzyError } from '../../base/problem.ts';
import type { DecisionLog } from '../../decide/log.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { openTrace } from '../open-trace.ts';
import { numberOption, switchOption, textOption } from '../option-values.ts';
import { overviewOf, type ShowDocument } from './show-document.ts';
import { showText } from './show-text.ts';

const LIMIT = 100;

export function performTraceShow(options: Options, context: Context): CommandResult {
  const listed = { decisions: switchOption(options, 'decisions') === true, events: switchOption(options, 'events') === true };
  const given = numberOption(options, 'limit');
  if (given !== undefined && !listed.decisions && !listed.events) {
    throw new FozzyError('usage', "'--limit <LIMIT>' needs --decisions or --events: it limits their lists");
  }
  const { path, decoded } = openTrace(textOption(options, 'runOrTrace') ?? '', context);
  const limit = given ?? LIMIT;
  const { decisions, events } = decoded.document;
  const document: ShowDocument = {
    ...overviewOf(path, decoded),
    ...(listed.decisions && { decisions: firstRecords(decisions, limit) }),
    ...(listed.events && { events: events.slice(0, limit) }),
  };
  return { document, exitCode: 0, text: showText(document, context) };
}

/** A trace may hold millions; only those that are shown become records. */
function firstRecords(log: DecisionLog, limit: number): readonly JsonObject[] {
  const records: JsonObject[] = [];
  log.forEach((at) => {
    if (records.length < limit) records.push(log.recordAt(at));
  });
  return records;
}
