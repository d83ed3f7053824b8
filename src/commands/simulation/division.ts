/** Whether and how a search is divided, as the command line wants it. */
import { FozzyError } from '../../base/problem.ts';
import { LOTS, type Share, WHOLE } from '../../campaign/explore/share.ts';
import type { Options } from '../command.ts';
import { numberOption } from '../option-values.ts';
import { shardOf } from '../shard-option.ts';

export interface Division {
  readonly jobs: number;
  readonly shard: Share;
  readonly isShard: boolean;
}

/** Undefined for one search in this process. */
export function divisionOf(options: Options): Division | undefined {
  const jobs = numberOption(options, 'jobs');
  const shard = shardOf(options, { most: LOTS, what: 'a search' });
  if (jobs === undefined && shard === undefined) return undefined;
  if (jobs !== undefined && (jobs < 1 || jobs > LOTS)) {
    throw new FozzyError('usage', `invalid value '${jobs}' for '--jobs <JOBS>': a search is divided among 1 to ${LOTS} processes`, {
      hint: `write --jobs ${jobs < 1 ? 1 : LOTS}`,
    });
  }
  return { jobs: jobs ?? 1, shard: shard ?? WHOLE, isShard: shard !== undefined };
}
