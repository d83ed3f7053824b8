/** The version document. */
import { buildInfo } from '../build-info.ts';
import type { CommandResult } from '../command.ts';

export function performVersion(): CommandResult {
  return { document: versionDocument(), exitCode: 0, text: `fozzy ${buildInfo.version}` };
}

export function versionDocument(): object {
  const { version, commit, buildDate } = buildInfo;
  return {
    schemaVersion: 'fozzy.version.v1',
    version,
    ...(commit !== undefined && { commit }),
    ...(buildDate !== undefined && { build_date: buildDate }),
  };
}
