/** Removes runs by the criteria given, and tells which. */
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { bytesText, countText } from '../../report/quantity.ts';
import { joinLines } from '../../report/text-block.ts';
import type { PruneLimits } from '../../store/prune.ts';
import { pruneRuns } from '../../store/prune.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';

const MIB = 1024 * 1024;

export async function performRunsPrune(options: Options, context: Context): Promise<CommandResult> {
  const dryRun = options['dryRun'] === true;
  const result = await pruneRuns(resolve(context.cwd, context.config.baseDir), limitsOf(options), { nowMs: Date.now(), dryRun });
  const removed = `${dryRun ? 'would remove' : 'removed'} ${countText(result.removed.length, 'run')} (${bytesText(result.freedBytes)}), kept ${result.kept}`;
  return {
    document: { schemaVersion: 'fozzy.runs_prune.v1', ...result, dryRun },
    exitCode: 0,
    text: joinLines([...result.removed.map((runId) => `  ${runId}`), removed]),
  };
}

function limitsOf(options: Options): PruneLimits {
  const { keep, olderThan, maxSizeMb } = options;
  const limits = {
    ...(typeof keep === 'number' && { keep }),
    ...(typeof olderThan === 'number' && { olderThanMs: olderThan }),
    ...(typeof maxSizeMb === 'number' && { sizeMaxBytes: maxSizeMb * MIB }),
  };
  if (Object.keys(limits).length > 0) return limits;
  throw new FozzyError('usage', 'runs prune needs at least one of --keep, --older-than, --max-size-mb', {
    hint: 'for example `fozzy runs prune --keep 20`; add --dry-run to only look',
  });
}
