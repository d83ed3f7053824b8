/** Lists runs as a document and as a table. */
import { resolve } from 'node:path';
import { bytesText, countText, durationText } from '../../report/quantity.ts';
import { statusPaint } from '../../report/status.ts';
import { renderTable } from '../../report/table.ts';
import { joinLines } from '../../report/text-block.ts';
import type { ListedRun, RunFilter, RunList } from '../../store/list-runs.ts';
import { listRuns } from '../../store/list-runs.ts';
import type { Mode, Status } from '../../trace/summary.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';

const LIMIT = 50;
const statuses: readonly Status[] = ['pass', 'fail', 'error', 'timeout', 'crash'];
const modes: readonly Mode[] = ['run', 'test', 'fuzz', 'explore', 'replay', 'shrink'];

export function performRunsLs(options: Options, context: Context): CommandResult {
  const list = listRuns(resolve(context.cwd, context.config.baseDir), filterOf(options));
  return { document: { schemaVersion: 'fozzy.runs_list.v1', ...list }, exitCode: 0, text: listText(list, context) };
}

function filterOf(options: Options): RunFilter {
  const limit = options['limit'];
  const status = statuses.find((known) => known === options['status']);
  const mode = modes.find((known) => known === options['mode']);
  return { limit: typeof limit === 'number' ? limit : LIMIT, ...(status !== undefined && { status }), ...(mode !== undefined && { mode }) };
}

function listText(list: RunList, { paint }: Context): string {
  if (list.runs.length === 0) return joinLines([list.total === 0 ? 'no runs' : `${countText(list.total, 'run')}, none shown`]);
  const table = renderTable(list.runs, {
    columns: [
      { title: 'run', text: (run) => run.runId },
      { title: 'mode', text: (run) => run.mode ?? '?' },
      {
        title: 'status',
        text: (run) => run.status ?? '?',
        tint: (cell, run) => (run.status === null ? cell : statusPaint(run.status, paint)(cell)),
      },
      { title: 'seed', text: (run) => run.seed ?? '?', align: 'right' },
      { title: 'finished', text: (run) => run.finishedAt },
      { title: 'took', text: (run) => (run.durationMs === null ? '?' : durationText(run.durationMs)), align: 'right' },
      { title: 'size', text: (run) => bytesText(run.sizeBytes), align: 'right' },
      { title: '', text: (run) => notesOf(run, list) },
    ],
    paint,
  });
  const shown = list.runs.length < list.total ? `${list.runs.length} of ${list.total} runs` : countText(list.total, 'run');
  return joinLines([table, '', `${shown}, ${bytesText(list.totalBytes)}`]);
}

function notesOf(run: ListedRun, { aliases }: RunList): string {
  const names = Object.entries(aliases).flatMap(([alias, runId]) => (runId === run.runId ? [alias] : []));
  return [...names, ...(run.damaged === undefined ? [] : [`damaged: ${run.damaged}`])].join(', ');
}
