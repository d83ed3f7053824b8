/** Makes a corpus smaller without losing anything it reaches. The corpus changes at the very end, all at once, or not at all. */
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { countText } from '../../report/quantity.ts';
import { progressEvent } from '../../report/progress.ts';
import { visibleLine } from '../../report/visible.ts';
import { type CorpusEntry, readCorpus } from '../../store/corpus.ts';
import { rebuildCorpus } from '../../store/rebuild-corpus.ts';
import { stopwatch } from '../../world/clock/stopwatch.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { numberOption, textOption } from '../option-values.ts';
import type { MinimizeDocument } from './minimize-document.ts';
import { needed } from './needed-inputs.ts';

const BUDGET_MS = 60_000;

export async function performCorpusMinimize(options: Options, context: Context): Promise<CommandResult> {
  const { cwd } = context;
  const given = textOption(options, 'dir') ?? '';
  const directory = resolve(cwd, given);
  const target = textOption(options, 'target');
  const budgetMs = numberOption(options, 'budget') ?? BUDGET_MS;
  const times = stopwatch();
  const isOver = (): boolean => context.signal.aborted || times().durationMs >= budgetMs;
  const before = readCorpus(directory, given);
  context.progress(progressEvent('corpus minimize', { event: 'started', total: before.length }));
  const unique = withoutDuplicates(before);
  const kept = target === undefined ? { entries: unique, features: undefined } : await needed(unique, target, isOver, context);
  if (context.signal.aborted)
    throw new FozzyError('interrupted', `interrupted; ${given} was left as it is`, { hint: null, details: { dir: directory } });
  const reason = kept === undefined || isOver() ? `the budget of ${budgetMs} ms was used up; the corpus was left as it is` : undefined;
  const staying = reason === undefined && kept !== undefined ? kept.entries : before;
  if (staying.length < before.length) await rebuildCorpus({ directory, given, cwd, before, staying });
  context.progress(progressEvent('corpus minimize', { event: 'finished', status: reason === undefined ? 'pass' : 'timeout' }));
  const [bytesBefore, bytesAfter] = [bytesIn(before), bytesIn(staying)];
  const document: MinimizeDocument = {
    schemaVersion: 'fozzy.corpus_minimize.v1',
    ok: reason === undefined,
    dir: directory,
    filesBefore: before.length,
    filesAfter: staying.length,
    duplicatesRemoved: reason === undefined ? before.length - unique.length : 0,
    bytesBefore,
    bytesAfter,
    bytesRemoved: bytesBefore - bytesAfter,
    ...(target === undefined ? {} : { target }),
    ...(kept?.features === undefined ? {} : { features: kept.features }),
    ...(reason === undefined ? {} : { reason }),
  };
  return { document: { ...document }, exitCode: document.ok ? 0 : 2, text: reason ?? told(document, given) };
}

function told({ filesBefore, filesAfter, bytesBefore, bytesAfter, features }: MinimizeDocument, given: string): string {
  const reach = features === undefined ? '' : `, which reach the same ${features} places`;
  return `${visibleLine(given)}: ${filesBefore} -> ${countText(filesAfter, 'input')}, ${bytesBefore} -> ${bytesAfter} bytes${reach}`;
}

/** Of several files with one content the one that is called after it stays, or the first. */
function withoutDuplicates(entries: readonly CorpusEntry[]): readonly CorpusEntry[] {
  const first = new Map<string, CorpusEntry>();
  for (const entry of entries) {
    if (!first.has(entry.blake3) || entry.name.includes(entry.blake3)) first.set(entry.blake3, entry);
  }
  return entries.filter((entry) => first.get(entry.blake3) === entry);
}

function bytesIn(entries: readonly CorpusEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
