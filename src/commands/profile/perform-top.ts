/** `profile top`: the metrics of a run and the heaviest of every domain. */
import { renderTop } from '../../report/profile/top-text.ts';
import { metricsOf } from '../../trace/profile/metrics.ts';
import { hasDomain, profileDomains } from '../../trace/profile/profile.ts';
import { topSections } from '../../trace/profile/top.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { numberOption, textOption } from '../option-values.ts';
import { type LoadedProfile, loadProfile } from './load-profile.ts';
import type { ProfileOutput } from './output-shapes.ts';
import { codeHint, selectDomains, type Selected, warned, withoutData } from './select-domains.ts';

const SCHEMA = 'fozzy.profile_top.v1';
export const TOP_LIMIT = 10;

export async function performProfileTop(options: Options, context: Context): Promise<CommandResult> {
  const loaded = await loadProfile(textOption(options, 'runOrTrace') ?? '', context);
  const selected = selectDomains([loaded.profile], options);
  const document = topDocument(loaded, selected, numberOption(options, 'limit') ?? TOP_LIMIT);
  if (selected.missing.length > 0) return warned(document, withoutData(selected.missing, loaded, context), context);
  const { metrics, emptyDomains } = document;
  // Only what code costs can be had later; everything else is in every run, or did not happen.
  const text = renderTop({ metrics, emptyDomains, hint: codeHint(loaded), sections: document }, context.paint);
  return { document, exitCode: 0, text };
}

/** Values in, values out: other commands make a step of it. */
export function topDocument(
  { profile, runId, status, warnings }: LoadedProfile,
  { domains }: Selected,
  limit: number,
): ProfileOutput<'top'> {
  return {
    schemaVersion: SCHEMA,
    run: { runId, status, subject: profile.subject },
    metrics: metricsOf(profile),
    emptyDomains: profileDomains.filter((domain) => !hasDomain(profile, domain)),
    warnings,
    ...topSections(profile, domains, limit),
  };
}
