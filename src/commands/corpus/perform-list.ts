/** Lists the inputs of a corpus. */
import { resolve } from 'node:path';
import { countText } from '../../report/quantity.ts';
import { visibleLine } from '../../report/visible.ts';
import { readCorpus } from '../../store/corpus.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';

export async function performCorpusList(options: Options, { cwd }: Context): Promise<CommandResult> {
  const given = textOption(options, 'dir') ?? '';
  const dir = resolve(cwd, given);
  const entries = readCorpus(dir, given).map(({ path, name, bytes, blake3 }) => ({
    name,
    entry: { path, sizeBytes: bytes.length, blake3 },
  }));
  const lines = entries.map(
    ({ name, entry }) => `${entry.blake3.slice(0, 16)}  ${String(entry.sizeBytes).padStart(8)}  ${visibleLine(name)}`,
  );
  return {
    document: { schemaVersion: 'fozzy.corpus_list.v1', dir, entries: entries.map(({ entry }) => entry) },
    exitCode: 0,
    text: [...lines, `${countText(entries.length, 'input')} in ${visibleLine(given)}`].join('\n'),
  };
}
