/** Where code of users is kept between commands, once it was lowered and compiled: most of what starting a large program costs. */
import { resolve } from 'node:path';
import type { CodeCacheOptions } from '../sim/load/code-cache.ts';
import { buildInfo } from './build-info.ts';
import type { Context } from './context.ts';

/** Run from source there is no build an entry could belong to, and so no cache. */
export function codeCacheOf({ cwd, config }: Pick<Context, 'cwd' | 'config'>): CodeCacheOptions | undefined {
  const { version, commit, buildDate } = buildInfo;
  if (buildDate === undefined) return undefined;
  return { folder: resolve(cwd, config.baseDir, 'cache', 'code'), version: [version, commit ?? '', buildDate].join(' ') };
}
