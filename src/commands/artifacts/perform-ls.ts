/** Lists the files of a run or trace as a document and as a table. */
import { bytesText } from '../../report/quantity.ts';
import { renderTable } from '../../report/table.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { resolveRun } from '../open-trace.ts';
import { textOption } from '../option-values.ts';
import { artifactsOf } from './artifact-set.ts';

export function performArtifactsLs(options: Options, context: Context): CommandResult {
  const { artifacts } = artifactsOf(resolveRun(textOption(options, 'runOrTrace') ?? '', context), context);
  const entries = artifacts.map(({ kind, path, sizeBytes }) => ({ kind, path, sizeBytes }));
  const text = renderTable(entries, {
    columns: [
      { title: 'kind', text: (entry) => entry.kind },
      { title: 'size', text: (entry) => bytesText(entry.sizeBytes), align: 'right' },
      { title: 'path', text: (entry) => entry.path },
    ],
    paint: context.paint,
  });
  return { document: { schemaVersion: 'fozzy.artifacts_ls.v1', type: 'list', entries }, exitCode: 0, text };
}
