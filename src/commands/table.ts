/** Every command of Fozzy, in the order people meet them. Metadata only: what a command does is loaded when it is asked for. */
import { artifactsBundle } from './artifacts-bundle.ts';
import { artifactsDiff } from './artifacts-diff.ts';
import { artifactsExport } from './artifacts-export.ts';
import { artifactsLs } from './artifacts-ls.ts';
import { artifactsPack } from './artifacts-pack.ts';
import { ci } from './ci.ts';
import type { Command } from './command.ts';
import { completions } from './completions.ts';
import { doctor } from './doctor.ts';
import { env } from './env.ts';
import { explain } from './explain.ts';
import { explore } from './explore.ts';
import { init } from './init.ts';
import { memoryDiff } from './memory-diff.ts';
import { memoryGraph } from './memory-graph.ts';
import { memoryTop } from './memory-top.ts';
import { replay } from './replay.ts';
import { reportFlaky } from './report-flaky.ts';
import { reportMerge } from './report-merge.ts';
import { reportQuery } from './report-query.ts';
import { reportShow } from './report-show.ts';
import { run } from './run.ts';
import { runsLs } from './runs-ls.ts';
import { runsPrune } from './runs-prune.ts';
import { schema } from './schema.ts';
import { show } from './show.ts';
import { shrink } from './shrink.ts';
import { test } from './test.ts';
import { traceDiff } from './trace-diff.ts';
import { traceShow } from './trace-show.ts';
import { traceVerify } from './trace-verify.ts';
import { usage } from './usage.ts';
import { validate } from './validate.ts';
import { version } from './version.ts';

// biome-ignore format: one command per line, so that adding one touches no other
export const commands: readonly Command[] = [
  init,
  run,
  test,
  explore,
  replay,
  shrink,
  show,
  explain,
  traceVerify,
  traceShow,
  traceDiff,
  ci,
  reportShow,
  reportQuery,
  reportFlaky,
  reportMerge,
  artifactsLs,
  artifactsDiff,
  artifactsExport,
  artifactsPack,
  artifactsBundle,
  memoryTop,
  memoryGraph,
  memoryDiff,
  runsLs,
  runsPrune,
  validate,
  doctor,
  env,
  schema,
  usage(() => commands),
  completions,
  version,
];
