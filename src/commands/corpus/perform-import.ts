/** Unpacks an archive that may come from anybody into a corpus. */
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { countText } from '../../report/quantity.ts';
import { visibleLine } from '../../report/visible.ts';
import { importCorpus } from '../../store/import-corpus.ts';
import { type ArchiveLimits, archiveLimits } from '../../store/unpack-archive.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { numberOption, textOption } from '../option-values.ts';

export async function performCorpusImport(options: Options, { cwd }: Context): Promise<CommandResult> {
  const out = textOption(options, 'out') ?? '';
  if (out === '') throw new FozzyError('usage', 'corpus import needs --out <OUT>', { hint: 'the directory of the corpus' });
  const dir = resolve(cwd, out);
  const entries = await importCorpus({ zip: resolve(cwd, textOption(options, 'zip') ?? ''), out: dir, cwd, limits: limitsOf(options) });
  return {
    document: { schemaVersion: 'fozzy.corpus_import.v1', ok: true, dir, entries },
    exitCode: 0,
    text: `imported ${countText(entries, 'input')} into ${visibleLine(dir)}`,
  };
}

const MEBIBYTE = 1024 * 1024;

function limitsOf(options: Options): ArchiveLimits {
  const totalMb = numberOption(options, 'maxTotalMb');
  return {
    ...archiveLimits,
    entriesMax: numberOption(options, 'maxEntries') ?? archiveLimits.entriesMax,
    totalBytesMax: totalMb === undefined ? archiveLimits.totalBytesMax : totalMb * MEBIBYTE,
  };
}
