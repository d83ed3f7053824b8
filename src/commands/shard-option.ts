/** `--shard i/n`: which part of the work this command does, so that n of them, each on a machine of its own, do all of it. */
import type { Share } from '../campaign/explore/share.ts';
import { FozzyError } from '../base/problem.ts';
import type { Flag, Options } from './command.ts';
import { textOption } from './option-values.ts';

export const shardFlag: Flag = {
  name: 'shard',
  type: { kind: 'text' },
  about: 'only part i of n, as in 2/3, to be put together with `fozzy report merge`; needs --seed',
};

/** Undefined for the whole. */
export function shardOf(options: Options, of: { readonly most: number; readonly what: string }): Share | undefined {
  const text = textOption(options, 'shard');
  if (text === undefined) return undefined;
  const [, i, n] = /^(\d{1,9})\/(\d{1,9})$/u.exec(text) ?? [];
  const [index, count] = [Number(i), Number(n)];
  if (i === undefined || !(index >= 1 && index <= count))
    throw invalid(text, 'expected i/n with 1 ≤ i ≤ n', 'write --shard 2/3 for the second of three parts');
  if (count > of.most) throw invalid(text, `${of.what} has ${of.most} parts at most`, `write --shard i/${of.most}, or fewer`);
  // Whoever puts the parts together could not tell otherwise that they belong together.
  if (options['seed'] === undefined) {
    throw new FozzyError('usage', `--shard ${text} needs --seed: every part must be made from the same one`, {
      hint: 'give all shards the same number, such as --seed 1',
    });
  }
  return { index: index - 1, of: count };
}

/** As people write it. */
export function shardSection({ index, of }: Share): { readonly index: number; readonly of: number } {
  return { index: index + 1, of };
}

function invalid(text: string, why: string, hint: string): FozzyError {
  return new FozzyError('usage', `invalid value '${text}' for '--shard <SHARD>': ${why}`, { hint });
}
