/** The project's settings: `fozzy.toml`, loaded the same way for the CLI and the library. */
import type { Backends } from '../trace/summary.ts';

export interface Config {
  readonly baseDir: string;
  readonly reporter: 'pretty' | 'json' | 'junit' | 'html';
  readonly backends: Backends;
  readonly hostAllowCommands: readonly string[] | undefined;
  readonly hostAllowHosts: readonly string[] | undefined;
  readonly redactHeaders: readonly string[];
  readonly heapAllocBudget: number | undefined;
  readonly heapInUseBudget: number | undefined;
  /** Wall limit per call into code of the user. */
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

export const defaultConfig: Config = {
  baseDir: '.fozzy',
  reporter: 'pretty',
  backends: { proc: 'scripted', fs: 'virtual', http: 'scripted' },
  hostAllowCommands: undefined,
  hostAllowHosts: undefined,
  redactHeaders: [],
  heapAllocBudget: undefined,
  heapInUseBudget: undefined,
  hangTimeoutMs: 10_000,
  memTrack: false,
  failOnLeak: false,
  memArtifacts: false,
  memLimitMb: undefined,
  memFailAfter: undefined,
  leakBudget: undefined,
  memFragmentationSeed: undefined,
  memPressureWave: undefined,
};
