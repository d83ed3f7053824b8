/** The config a command runs with, and what had to be said while it was read. */
import type { Config } from '../store/config.ts';
import { loadConfig } from '../store/load-config.ts';
import type { Context } from './context.ts';

export { defaultConfig } from '../store/config.ts';

export interface ReadConfigOptions {
  /** Absolute. */
  readonly path: string;
  /** Whether its absence is an error. */
  readonly required: boolean;
  readonly strict: boolean;
}

export interface ReadConfig {
  readonly config: Config;
  /** In the order of the file; the caller may only know after reading where warnings go. */
  readonly warnings: readonly Parameters<Context['warn']>[0][];
}

export async function readConfig({ path, required, strict }: ReadConfigOptions): Promise<ReadConfig> {
  const warnings: Parameters<Context['warn']>[0][] = [];
  const config = await loadConfig({ path, named: required, strict, warn: (warning) => warnings.push(warning) });
  return { config, warnings };
}
