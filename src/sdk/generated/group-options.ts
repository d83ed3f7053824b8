/** Made from the table of commands by `npm run generate`: the options of every command. */
import type { CallOptions } from '../call.ts';

export interface TraceVerifyOptions extends CallOptions {}
export interface TraceShowOptions extends CallOptions {
  /** list the decisions */ readonly decisions?: boolean;
  /** list the events */ readonly events?: boolean;
  /** list at most this many of each, from the start */ readonly limit?: number;
}
export interface TraceDiffOptions extends CallOptions {}
export interface CertificateVerifyOptions extends CallOptions {
  /** real time to spend at most */ readonly time?: number | string;
}
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
export interface ReportMergeOptions extends CallOptions {
  /** what to print; =FILE writes it there instead, and several may be given; documents that are printed are also kept with the run */ readonly reporter?: readonly string[];
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
export interface ProfileTopOptions extends CallOptions {
  /** processor time of your code, where it was captured */ readonly cpu?: boolean;
  /** allocations */ readonly heap?: boolean;
  /** virtual time */ readonly latency?: boolean;
  /** input and output */ readonly io?: boolean;
  /** turns of the scheduler */ readonly sched?: boolean;
  /** rows per domain */ readonly limit?: number;
}
export interface ProfileFlameOptions extends CallOptions {
  /** processor time of your code, where it was captured */ readonly cpu?: boolean;
  /** allocations */ readonly heap?: boolean;
  /** how to draw it */ readonly format?: 'folded' | 'svg' | 'speedscope';
  /** write it to this file instead of printing it */ readonly out?: string;
}
export interface ProfileTimelineOptions extends CallOptions {
  /** data, or a page to look at */ readonly format?: 'json' | 'html';
  /** write it to this file instead of printing it */ readonly out?: string;
}
export interface ProfileDiffOptions extends CallOptions {
  /** processor time of your code, where it was captured */ readonly cpu?: boolean;
  /** allocations */ readonly heap?: boolean;
  /** virtual time */ readonly latency?: boolean;
  /** input and output */ readonly io?: boolean;
  /** turns of the scheduler */ readonly sched?: boolean;
}
export interface ProfileExplainOptions extends CallOptions {
  /** the run to compare with, as RUN_OR_TRACE */ readonly diffWith?: string;
}
export interface ProfileExportOptions extends CallOptions {
  /** the format */ readonly format?: 'speedscope' | 'pprof' | 'otlp';
  /** write it to this file instead of printing it */ readonly out?: string;
}
export interface ProfileShrinkOptions extends CallOptions {
  /** what to keep */ readonly metric?: 'p99_latency' | 'cpu_time' | 'alloc_bytes';
  /** keep at least as much of it, or at most as much */ readonly direction?: 'increase' | 'decrease';
  /** how long to search */ readonly budget?: number | string;
  /** what to reduce */ readonly minimize?: 'input' | 'schedule' | 'faults' | 'all';
  /** where to write the smaller trace */ readonly out?: string;
}
export interface ProfileEnvOptions extends CallOptions {}
export interface ProfileDoctorOptions extends CallOptions {
  /** a run or a trace; a sample without it */ readonly runOrTrace?: string;
  /** also capture processor time of code and look for its source lines */ readonly deep?: boolean;
}
export interface MapHotspotsOptions extends CallOptions {
  /** the folder whose source is looked at */ readonly root?: string;
  /** the risk, from 0 to 100, from which a file counts */ readonly minRisk?: number;
  /** show at most this many */ readonly limit?: number;
}
export interface MapServicesOptions extends CallOptions {
  /** the folder whose source is looked at */ readonly root?: string;
}
export interface MapSuitesOptions extends CallOptions {
  /** the folder whose source is looked at */ readonly root?: string;
  /** the folder with the scenarios */ readonly scenarioRoot?: string;
  /** the risk, from 0 to 100, from which a file counts */ readonly minRisk?: number;
  /** how much is asked for */ readonly profile?: 'balanced' | 'pedantic' | 'overkill';
  /** when a shrunk failure is asked for */ readonly shrinkPolicy?: 'failure-only' | 'exercised-ok' | 'no-known-failures';
  /** show at most this many files */ readonly limit?: number;
  /** leave out this many first */ readonly offset?: number;
  /** show all of them */ readonly all?: boolean;
  /** only files that need tests */ readonly onlyRequired?: boolean;
  /** only files that need tests they do not have */ readonly onlyUncovered?: boolean;
  /** pieces of evidence to tell per file */ readonly maxMatchedScenarios?: number;
}
export interface MemoryTopOptions extends CallOptions {
  /** show at most this many */ readonly limit?: number;
}
export interface MemoryGraphOptions extends CallOptions {
  /** write the document to this path instead */ readonly out?: string;
}
export interface MemoryDiffOptions extends CallOptions {}
export interface CorpusListOptions extends CallOptions {}
export interface CorpusAddOptions extends CallOptions {}
export interface CorpusMinimizeOptions extends CallOptions {
  /** what is fuzzed with it, such as src/parse.ts#parse: keeps a smallest part with equal coverage */ readonly target?: string;
  /** real time to spend at most; when it is used up the corpus stays as it was */ readonly budget?: number | string;
}
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
