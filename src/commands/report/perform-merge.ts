/** Shards become the run they would have been together: one verdict, one set of numbers, the traces of all. */
import { progressEvent } from '../../report/progress.ts';
import type { CommandResult, Options } from '../command.ts';
import { resultOf } from '../conclude-command.ts';
import type { Context } from '../context.ts';
import { listOption } from '../option-values.ts';
import { reportingOf } from '../reporting.ts';
import { mergeExplored } from './merge-explored.ts';
import { mergeTests } from './merge-tests.ts';
import { openShards } from './shard-set.ts';

export async function performReportMerge(options: Options, context: Context): Promise<CommandResult> {
  const reporting = reportingOf(options, context);
  const set = openShards(listOption(options, 'runs') ?? [], context);
  context.progress(progressEvent('report merge', { event: 'started', total: set.shards.length }));
  const { summary, events } =
    set.kind === 'explore' ? await mergeExplored(set.shards, reporting, context) : await mergeTests(set.shards, reporting, context);
  context.progress(progressEvent('report merge', { event: 'finished', status: summary.status }));
  return resultOf(summary, reporting, context, { events });
}
