/** Every command of Fozzy, in the order people meet them. Metadata only: what a command does is loaded when it is asked for. */
import { artifactsBundle } from './artifacts-bundle.ts';
import { artifactsDiff } from './artifacts-diff.ts';
import { artifactsExport } from './artifacts-export.ts';
import { artifactsLs } from './artifacts-ls.ts';
import { artifactsPack } from './artifacts-pack.ts';
import { certificateVerify } from './certificate-verify.ts';
import { ci } from './ci.ts';
import type { Command } from './command.ts';
import { completions } from './completions.ts';
import { confirm } from './confirm.ts';
import { corpusAdd } from './corpus-add.ts';
import { corpusExport } from './corpus-export.ts';
import { corpusImport } from './corpus-import.ts';
import { corpusList } from './corpus-list.ts';
import { corpusMinimize } from './corpus-minimize.ts';
import { doctor } from './doctor.ts';
import { env } from './env.ts';
import { explain } from './explain.ts';
import { explore } from './explore.ts';
import { fuzz } from './fuzz.ts';
import { full } from './full.ts';
import { gate } from './gate.ts';
import { init } from './init.ts';
import { profileDiff } from './profile-diff.ts';
import { profileDoctor } from './profile-doctor.ts';
import { profileEnv } from './profile-env.ts';
import { profileExplain } from './profile-explain.ts';
import { profileExport } from './profile-export.ts';
import { profileFlame } from './profile-flame.ts';
import { profileShrink } from './profile-shrink.ts';
import { profileTimeline } from './profile-timeline.ts';
import { profileTop } from './profile-top.ts';
import { mapHotspots } from './map-hotspots.ts';
import { mapServices } from './map-programs.ts';
import { mapSuites } from './map-suites.ts';
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
import { save } from './save.ts';
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
  fuzz,
  explore,
  replay,
  shrink,
  save,
  show,
  explain,
  confirm,
  traceVerify,
  traceShow,
  traceDiff,
  certificateVerify,
  ci,
  gate(() => commands),
  full(() => commands),
  reportShow,
  reportQuery,
  reportFlaky,
  reportMerge,
  artifactsLs,
  artifactsDiff,
  artifactsExport,
  artifactsPack,
  artifactsBundle,
  profileTop,
  profileFlame,
  profileTimeline,
  profileDiff,
  profileExplain,
  profileExport,
  profileShrink,
  profileEnv,
  profileDoctor,
  mapHotspots,
  mapServices,
  mapSuites,
  memoryTop,
  memoryGraph,
  memoryDiff,
  corpusList,
  corpusAdd,
  corpusMinimize,
  corpusExport,
  corpusImport,
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
