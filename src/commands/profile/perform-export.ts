/** `profile export`: all domains that have data, in the format of another tool. */
import { resolve } from 'node:path';
import { FozzyError } from '../../base/problem.ts';
import { madeHere } from '../../report/profile/made-here.ts';
import { writeOutput } from '../../store/output-file.ts';
import { domainsOf, profileDomains } from '../../trace/profile/profile.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';
import { type ExportFormat, exportFormatOf } from './export-formats.ts';
import { exportProfile } from './export-profile.ts';
import { type LoadedProfile, loadProfile } from './load-profile.ts';
import type { ProfileOutput } from './output-shapes.ts';
import { withoutData } from './select-domains.ts';

const SCHEMA = 'fozzy.profile_export.v1';

export async function performProfileExport(options: Options, context: Context): Promise<CommandResult> {
  const format = exportFormatOf(textOption(options, 'format'));
  const out = textOption(options, 'out');
  if (format === undefined) throw new FozzyError('usage', '`profile export` needs --format speedscope, pprof or otlp');
  if (out === undefined) throw new FozzyError('usage', '`profile export` needs --out <path>');
  const loaded = await loadProfile(textOption(options, 'runOrTrace') ?? '', context);
  const document: ProfileOutput<'export'> = { schemaVersion: SCHEMA, ...writeProfile(loaded, format, out, context) };
  return { document, exitCode: 0, text: `${context.paint.dim(format)}  ${document.out}  ${document.domains.join(', ')}` };
}

/** Also what `replay --profile-export-format` does with what it measured. */
export function writeProfile(loaded: LoadedProfile, format: ExportFormat, out: string, context: Context) {
  const domains = domainsOf(loaded.profile);
  if (domains.length === 0) {
    withoutData(profileDomains, loaded, { ...context, strict: true });
  }
  const path = resolve(context.cwd, out);
  const content = exportProfile(loaded.profile, domains, format, loaded.runId);
  writeOutput({ path, content, cwd: context.cwd, isEarlier: (text) => madeHere[format].test(text) });
  return { format, out: path, domains };
}
