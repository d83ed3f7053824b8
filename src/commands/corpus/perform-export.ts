/** Packs a corpus into a zip file: the same bytes for the same inputs. */
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { countText } from '../../report/quantity.ts';
import { visibleLine } from '../../report/visible.ts';
import { nameFlaw, nameKey } from '../../store/archive-name.ts';
import { corpusFiles, isInput } from '../../store/corpus-files.ts';
import { fileEntry } from '../../store/export-entry.ts';
import { isExportName } from '../../store/export-index.ts';
import { writeExport } from '../../store/export-target.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';

export async function performCorpusExport(options: Options, { cwd }: Context): Promise<CommandResult> {
  const given = textOption(options, 'dir') ?? '';
  const out = textOption(options, 'out') ?? '';
  if (out === '') throw new FozzyError('usage', 'corpus export needs --out <OUT>', { hint: 'the zip file to write' });
  const zip = resolve(cwd, out);
  const files = corpusFiles(resolve(cwd, given), given).filter((file) => isInput(file) && file.path !== zip);
  if (files.length === 0)
    throw new FozzyError('corpus_empty', `the corpus ${given} holds no inputs`, { details: { path: resolve(cwd, given) } });
  checkNames(files.map(({ name }) => name));
  const entries = files.map(({ name, path }) => fileEntry(name, path));
  await writeExport({ out: zip, form: 'zip', cwd, entries, about: { contents: 'corpus', containsHostCapture: false } });
  return {
    document: { schemaVersion: 'fozzy.corpus_export.v1', ok: true, zip, entries: files.length },
    exitCode: 0,
    text: `packed ${countText(files.length, 'input')} into ${visibleLine(zip)}`,
  };
}

/** What could not be imported anywhere else is not exported. */
function checkNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    const flaw = isExportName(name) ? nameFlaw(name) : 'exports keep that name for their list of files';
    if (flaw !== undefined || seen.has(nameKey(name))) {
      const why = flaw ?? 'another input has the same name but for its case';
      throw new FozzyError('archive_unsafe', `${JSON.stringify(name)} cannot be exported: ${why}`, {
        hint: 'rename the input',
        details: { entry: name },
      });
    }
    seen.add(nameKey(name));
  }
}
