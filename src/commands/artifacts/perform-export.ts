/** Copies a run out of the project, alone (`export`) or with everything another machine needs to understand it (`pack`). */
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { countText } from '../../report/quantity.ts';
import { joinLines } from '../../report/text-block.ts';
import { visibleLine } from '../../report/visible.ts';
import { writeExport } from '../../store/export-target.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { resolveRun } from '../open-trace.ts';
import { textOption } from '../option-values.ts';
import { artifactsOf } from './artifact-set.ts';
import { aboutExport, exportEntries, packEntries } from './export-entries.ts';

export async function performArtifactsExport(options: Options, context: Context, contents: 'export' | 'pack'): Promise<CommandResult> {
  const given = textOption(options, 'out');
  if (given === undefined || given === '') {
    throw new FozzyError('usage', `artifacts ${contents} needs --out <OUT>`, {
      hint: 'a name ending in .zip makes a zip file, any other a directory',
    });
  }
  const set = artifactsOf(resolveRun(textOption(options, 'runOrTrace') ?? '', context), context);
  const out = resolve(context.cwd, given);
  const about = aboutExport(set, contents);
  const files = await writeExport({
    out,
    form: given.toLowerCase().endsWith('.zip') ? 'zip' : 'directory',
    cwd: context.cwd,
    entries: contents === 'pack' ? packEntries(set) : exportEntries(set),
    about,
  });
  const capture = about.containsHostCapture ? ['it contains data captured from the host: look at it before you share it'] : [];
  const text = joinLines([
    ...files.map((name) => `  ${visibleLine(name)}`),
    `wrote ${countText(files.length, 'file')} to ${visibleLine(out)}`,
    ...capture,
  ]);
  return { document: { schemaVersion: `fozzy.artifacts_${contents}.v1`, type: 'exported', out, files }, exitCode: 0, text };
}
