/** What an execution showed, as a finding with its place in the user's files and an identity that survives shrinking. */
import type { JsonObject } from '../../base/json.ts';
import type { RawFinding } from '../../fuzz/oracle/raw-finding.ts';
import { installedPackage } from '../../sim/load/package-scope.ts';
import { placeIn } from '../../sim/subject/stack-place.ts';
import type { Finding } from '../../trace/finding.ts';
import { fingerprintOf } from '../../trace/fingerprint.ts';
import { projectPath } from '../project-path.ts';

export interface FuzzPlace {
  /** Project-relative path of the target's module. */
  readonly file: string;
  /** Absolute root of the project. */
  readonly root: string;
}

const VALUE_MAX = 2000;

export function fuzzFinding(raw: RawFinding, rendered: string, { file, root }: FuzzPlace): Finding {
  const at =
    raw.stack === undefined
      ? undefined
      : placeIn(raw.stack, (path) => path.startsWith(`${root}/`) && installedPackage(path) === installedPackage(`${root}/${file}`));
  const details: JsonObject = {
    ...(rendered === '' ? {} : { input: rendered.length > VALUE_MAX ? `${rendered.slice(0, VALUE_MAX)}…` : rendered }),
    ...raw.details,
    ...(raw.stack === undefined ? {} : { stack: raw.stack.replaceAll(`${root}/`, '') }),
  };
  return {
    kind: raw.kind,
    title: raw.title,
    message: raw.message,
    fingerprint: fingerprintOf(raw.kind, raw.title, { file, place: raw.bucket }),
    location: { ...(at === undefined ? { file } : { file: projectPath(at.file, root), line: at.line, col: at.column }), details },
  };
}
