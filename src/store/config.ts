/** The project's settings: `fozzy.toml`, loaded the same way for the CLI and the library. */
import type { Backends } from '../trace/summary.ts';

export interface Config {
  readonly baseDir: string;
  readonly reporter: 'pretty' | 'json' | 'junit' | 'html';
  readonly backends: Backends;
  readonly hostAllowCommands: readonly string[] | undefined;
  readonly hostAllowHosts: readonly string[] | undefined;
  readonly redactHeaders: readonly string[];
  readonly hangTimeoutMs: number;
  readonly memTrack: boolean;
  readonly failOnLeak: boolean;
  readonly memArtifacts: boolean;
  readonly memLimitMb: number | undefined;
  readonly memFailAfter: number | undefined;
  readonly leakBudget: number | undefined;
  readonly memFragmentationSeed: string | undefined;
  readonly memPressureWave: string | undefined;
}
