/** `profile diff`: two sides compared, each one run or several. */
import { FozzyError } from '../../base/problem.ts';
import { renderDiff } from '../../report/profile/top-text.ts';
import { diffProfiles } from '../../trace/profile/diff.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { textOption } from '../option-values.ts';
import { type LoadedProfile, loadProfile } from './load-profile.ts';
import type { ProfileOutput } from './output-shapes.ts';
import { selectDomains, warned, withoutData } from './select-domains.ts';

const SCHEMA = 'fozzy.profile_diff.v2';

export async function performProfileDiff(options: Options, context: Context): Promise<CommandResult> {
  const left = await loadSide(textOption(options, 'left') ?? '', context);
  const right = await loadSide(textOption(options, 'right') ?? '', context);
  const { domains, missing } = selectDomains(
    [...left, ...right].map(({ profile }) => profile),
    options,
  );
  const document = diffDocument(left, right, domains);
  const lacking = [...left, ...right].find(({ profile }) => selectDomains([profile], options).missing.length > 0);
  if (missing.length > 0 && lacking !== undefined) return warned(document, withoutData(missing, lacking, context), context);
  return { document, exitCode: 0, text: renderDiff(document, context.paint) };
}

/** A selector, or several separated by commas. */
async function loadSide(side: string, context: Context): Promise<readonly LoadedProfile[]> {
  const selectors = side.split(',').filter((each) => each !== '');
  if (selectors.length === 0)
    throw new FozzyError('usage', 'a side of a comparison names no run', { hint: 'give a run, or several with commas between' });
  const loaded: LoadedProfile[] = [];
  for (const selector of selectors) loaded.push(await loadProfile(selector, context));
  return loaded;
}

export function diffDocument(
  left: readonly LoadedProfile[],
  right: readonly LoadedProfile[],
  domains: Parameters<typeof diffProfiles>[2],
): ProfileOutput<'diff'> {
  const named = (side: readonly LoadedProfile[]) => side.map(({ runId }) => runId);
  const profilesOf = (side: readonly LoadedProfile[]) => side.map(({ profile }) => profile);
  return { schemaVersion: SCHEMA, left: named(left), right: named(right), ...diffProfiles(profilesOf(left), profilesOf(right), domains) };
}
