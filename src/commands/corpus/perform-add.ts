/** Adds inputs to a corpus, each under the name its content gives it; so corpora are merged by adding one to the other. */
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { countText } from '../../report/quantity.ts';
import { visibleLine } from '../../report/visible.ts';
import { addInputs, type CorpusEntry, readCorpus, readInput } from '../../store/corpus.ts';
import { entryAt, isDirectory } from '../../store/directory.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';

export async function performCorpusAdd(options: Options, { cwd }: Context): Promise<CommandResult> {
  const given = textOption(options, 'dir') ?? '';
  const dir = resolve(cwd, given);
  const found = entryAt(dir);
  if (found !== undefined && !found.isDirectory() && !found.isSymbolicLink())
    throw new FozzyError('output_exists', `${given} is no directory`, {
      hint: 'the directory comes first, then the file to add',
      details: { path: dir },
    });
  const inputs = inputsOf(textOption(options, 'file') ?? '', cwd);
  const added = await addInputs(
    dir,
    inputs.map(({ bytes }) => bytes),
    cwd,
  );
  const existed = inputs.length - added;
  return {
    document: { schemaVersion: 'fozzy.corpus_add.v1', added, existed },
    exitCode: 0,
    text: `added ${countText(added, 'input')} to ${visibleLine(given)}${existed === 0 ? '' : `, ${existed} ${existed === 1 ? 'was' : 'were'} there already`}`,
  };
}

function inputsOf(given: string, cwd: string): readonly CorpusEntry[] {
  const path = resolve(cwd, given);
  if (!isDirectory(path)) return [readInput({ name: given, path })];
  const inputs = readCorpus(path, given);
  if (inputs.length === 0) throw new FozzyError('corpus_empty', `${given} holds no files`, { details: { path } });
  return inputs;
}
