/** Every command of Fozzy, in the order people meet them. Metadata only: what a command does is loaded when it is asked for. */
import { artifactsExport } from './artifacts-export.ts';
import { artifactsLs } from './artifacts-ls.ts';
import { artifactsPack } from './artifacts-pack.ts';
import { ci } from './ci.ts';
import type { Command } from './command.ts';
import { completions } from './completions.ts';
import { confirm } from './confirm.ts';
import { doctor } from './doctor.ts';
import { env } from './env.ts';
import { explain } from './explain.ts';
import { explore } from './explore.ts';
import { init } from './init.ts';
import { replay } from './replay.ts';
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
  confirm,
  traceVerify,
  traceShow,
  traceDiff,
  ci,
  artifactsLs,
  artifactsExport,
  artifactsPack,
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
