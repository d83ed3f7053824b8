/** The steps about corpora: inputs are added, listed, made fewer and handed on, in a small corpus of their own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from '../../store/file-error.ts';
import type { MinimizeDocument } from '../corpus/minimize-document.ts';
import { failed, passed, passedIf, type WorkStep, workStep } from './step.ts';
import type { Workshop } from './workshop.ts';

/** The last is what the first is, so that there is something to leave out. */
const INPUTS = ['', 'a', 'ab', 'a'] as const;
const DISTINCT = new Set<string>(INPUTS).size;

interface Listed {
  readonly entries: readonly { readonly blake3: string }[];
}

/** Every distinct input is there once, under the name of its content. */
const add = workStep('corpus_add', [], async (shop, signal) => {
  const samples = shop.path('samples');
  onDisk('create directory', samples, () => mkdirSync(samples, { recursive: true }));
  let [added, existed] = [0, 0];
  for (const [index, input] of INPUTS.entries()) {
    const file = join(samples, String(index));
    onDisk('write', file, () => writeFileSync(file, input));
    const { document } = await shop.command('corpus add', { dir: corpus(shop), file }, signal);
    // The command always answers with these counts.
    const counts = document as { readonly added: number; readonly existed: number };
    added += counts.added;
    existed += counts.existed;
  }
  return passedIf(added === DISTINCT && added + existed === INPUTS.length, `${added} of ${INPUTS.length} inputs were new`);
});

const list = workStep('corpus_list', ['corpus_add'], async (shop, signal) => {
  const entries = await listed(shop, corpus(shop), signal);
  return passedIf(entries.length === DISTINCT, `${entries.length} inputs`);
});

/** A copy of one of them is put beside it first, and must be gone afterwards. */
const minimize = workStep('corpus_minimize', ['corpus_add'], async (shop, signal) => {
  const copy = join(corpus(shop), 'copy.bin');
  onDisk('write', copy, () => writeFileSync(copy, INPUTS[1]));
  const { document } = await shop.command('corpus minimize', { dir: corpus(shop) }, signal);
  // The command always answers with this document.
  const { filesBefore, filesAfter, duplicatesRemoved } = document as MinimizeDocument;
  const left = await listed(shop, corpus(shop), signal);
  const isRight = duplicatesRemoved === 1 && filesAfter === DISTINCT && left.length === DISTINCT;
  return passedIf(isRight, `${filesBefore} inputs, ${left.length} without what was there twice`);
});

const zip = workStep('corpus_export', ['corpus_add'], async (shop, signal) => {
  const { document } = await shop.command('corpus export', { dir: corpus(shop), out: shop.path('corpus.zip') }, signal);
  // The command always answers with a number of entries.
  const { entries } = document as { readonly entries: number };
  return passedIf(entries === DISTINCT, `${entries} inputs`);
});

const unzip = workStep('corpus_import', ['corpus_export'], async (shop, signal) => {
  await shop.command('corpus import', { zip: shop.path('corpus.zip'), out: shop.path('imported') }, signal);
  const [before, after] = [await listed(shop, corpus(shop), signal), await listed(shop, shop.path('imported'), signal)];
  const digests = (entries: Listed['entries']): string => JSON.stringify(entries.map(({ blake3 }) => blake3).toSorted());
  if (digests(before) !== digests(after)) return failed('the import does not hold what was exported');
  return passed(`${after.length} inputs`);
});

export const corpusSteps: readonly WorkStep[] = [add, list, minimize, zip, unzip];

async function listed(shop: Workshop, dir: string, signal: AbortSignal): Promise<Listed['entries']> {
  // The command always answers with entries.
  return ((await shop.command('corpus list', { dir }, signal)).document as Listed).entries;
}

function corpus(shop: Workshop): string {
  return shop.path('corpus');
}
