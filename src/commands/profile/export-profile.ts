/** A profile in the formats of other tools. */
import { prettyJson } from '../../base/canonical-json.ts';
import { renderOtlp } from '../../report/profile/otlp.ts';
import { renderPprof } from '../../report/profile/pprof.ts';
import { renderSpeedscope } from '../../report/profile/speedscope.ts';
import type { Profile, ProfileDomain } from '../../trace/profile/profile.ts';
import { engineInfo } from '../engine-info.ts';
import type { ExportFormat } from './export-formats.ts';

export function exportProfile(
  profile: Profile,
  domains: readonly ProfileDomain[],
  format: ExportFormat,
  runId: string,
): string | Uint8Array {
  switch (format) {
    case 'speedscope':
      return `${prettyJson(renderSpeedscope(profile, domains, `fozzy run ${runId}`))}\n`;
    case 'pprof':
      return renderPprof(profile, domains);
    case 'otlp':
      return `${prettyJson(renderOtlp(profile, domains, { identity: runId, name: `fozzy ${profile.subject} run`, version: engineInfo().version }))}\n`;
  }
}
