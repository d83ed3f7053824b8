/** Made from the table of commands by `npm run generate`: the options of every command. */
import type { CallOptions } from '../call.ts';

export interface TraceVerifyOptions extends CallOptions {}
export interface TraceShowOptions extends CallOptions {
  /** list the decisions */ readonly decisions?: boolean;
  /** list the events */ readonly events?: boolean;
  /** list at most this many of each, from the start */ readonly limit?: number;
}
export interface TraceDiffOptions extends CallOptions {}
export interface ReportShowOptions extends CallOptions {
  /** what to print; exactly that content, so that it can be redirected */ readonly format?: 'pretty' | 'json' | 'junit' | 'html' | 'github' | 'sarif' | 'ndjson' | 'agent';
}
export interface ReportQueryOptions extends CallOptions {
  /** names separated by dots, [N] for one item, [] for all; also runId, seed, tracePath, reportPath, artifactsDir */ readonly path?: string;
  /** list every path of this report */ readonly listPaths?: boolean;
}
export interface ReportFlakyOptions extends CallOptions {
  /** per cent of the runs that may differ from the others; more is exit 1 */ readonly flakeBudget?: number;
}
export interface ArtifactsLsOptions extends CallOptions {}
export interface ArtifactsDiffOptions extends CallOptions {}
export interface ArtifactsExportOptions extends CallOptions {
  /** a zip file if it ends in .zip, else a directory; required */ readonly out?: string;
}
export interface ArtifactsPackOptions extends CallOptions {
  /** a zip file if it ends in .zip, else a directory; required */ readonly out?: string;
}
export interface ArtifactsBundleOptions extends CallOptions {
  /** a zip file if it ends in .zip, else a directory; required */ readonly out?: string;
}
export interface MemoryTopOptions extends CallOptions {
  /** show at most this many */ readonly limit?: number;
}
export interface MemoryGraphOptions extends CallOptions {
  /** write the document to this path instead */ readonly out?: string;
}
export interface MemoryDiffOptions extends CallOptions {}
export interface CorpusExportOptions extends CallOptions {
  /** the zip file to write; required */ readonly out?: string;
}
export interface CorpusImportOptions extends CallOptions {
  /** the directory to unpack into; files that exist are never replaced; required */ readonly out?: string;
  /** refuse archives with more entries */ readonly maxEntries?: number;
  /** refuse archives that unpack to more MiB */ readonly maxTotalMb?: number;
}
export interface RunsLsOptions extends CallOptions {
  /** show at most this many runs */ readonly limit?: number;
  /** only runs that ended like this */ readonly status?: 'pass' | 'fail' | 'error' | 'timeout' | 'crash';
  /** only runs of this command */ readonly mode?: 'run' | 'test' | 'fuzz' | 'explore' | 'replay' | 'shrink';
}
export interface RunsPruneOptions extends CallOptions {
  /** keep this many newest runs */ readonly keep?: number;
  /** remove runs that finished longer ago than this */ readonly olderThan?: number | string;
  /** remove the oldest runs until the rest fits into this many MiB */ readonly maxSizeMb?: number;
  /** only tell what would be removed */ readonly dryRun?: boolean;
}
