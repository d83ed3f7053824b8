/** The version document. */
import { buildInfo } from '../build-info.ts';
import type { CommandResult } from '../command.ts';

export function performVersion(): CommandResult {
  const { version, commit, buildDate } = buildInfo;
  const document = {
    schemaVersion: 'fozzy.version.v1',
    version,
    ...(commit !== undefined && { commit }),
    ...(buildDate !== undefined && { build_date: buildDate }),
  };
  return { document, exitCode: 0, text: `fozzy ${version}` };
}
