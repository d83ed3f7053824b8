/** Copies a run out of the project: alone (`export`), with everything another machine needs to understand it (`pack`), or with the verdicts about it too (`bundle`). */
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { countText } from '../../report/quantity.ts';
import { joinLines } from '../../report/text-block.ts';
import { visibleLine } from '../../report/visible.ts';
import type { ExportAbout } from '../../store/export-index.ts';
import { checkExportTarget, writeExport } from '../../store/export-target.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { openTrace, resolveRun } from '../open-trace.ts';
import { textOption } from '../option-values.ts';
import { type ArtifactSet, artifactsOf } from './artifact-set.ts';
import type { Bundle } from './bundle-entries.ts';
import { aboutExport, exportEntries, packEntries } from './export-entries.ts';

type Contents = ExportAbout['contents'];

export async function performArtifactsExport(options: Options, context: Context, contents: Contents): Promise<CommandResult> {
  const given = textOption(options, 'out');
  if (given === undefined || given === '') {
    throw new FozzyError('usage', `artifacts ${contents} needs --out <OUT>`, {
      hint: 'a name ending in .zip makes a zip file, any other a directory',
    });
  }
  const out = resolve(context.cwd, given);
  const form = given.toLowerCase().endsWith('.zip') ? 'zip' : 'directory';
  checkExportTarget({ out, form, cwd: context.cwd });
  const { set, entries, ciOk } = await contentsOf(contents, textOption(options, 'runOrTrace') ?? '', context);
  const about = aboutExport(set, contents);
  const files = await writeExport({ out, form, cwd: context.cwd, entries, about });
  const text = joinLines([
    ...files.map((name) => `  ${visibleLine(name)}`),
    `wrote ${countText(files.length, 'file')} to ${visibleLine(out)}`,
    ...(about.containsHostCapture ? ['it contains data captured from the host: look at it before you share it'] : []),
    ...(ciOk === false ? [context.paint.red('ci does not accept this run: see ci.report.json')] : []),
  ]);
  const document = {
    schemaVersion: `fozzy.artifacts_${contents}.v1`,
    type: 'exported',
    out,
    files,
    ...(ciOk === undefined ? {} : { ciOk }),
  };
  return { document, exitCode: ciOk === false ? 1 : 0, text };
}

interface Selected extends Pick<Bundle, 'entries'>, Partial<Pick<Bundle, 'ciOk'>> {
  readonly set: ArtifactSet;
}

async function contentsOf(contents: Contents, selector: string, context: Context): Promise<Selected> {
  if (contents === 'bundle') {
    const { bundleEntries } = await import('./bundle-entries.ts');
    const opened = openTrace(selector, context);
    const set = artifactsOf(opened.resolved, context);
    return { set, ...(await bundleEntries(opened, set, context)) };
  }
  const set = artifactsOf(resolveRun(selector, context), context);
  return { set, entries: contents === 'pack' ? packEntries(set) : exportEntries(set) };
}
