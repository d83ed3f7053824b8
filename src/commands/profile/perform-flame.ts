/** `profile flame`: call stacks of processor time or allocations, as text, as a picture, or for speedscope. */
import { prettyJson } from '../../base/canonical-json.ts';
import { bytesText } from '../../report/quantity.ts';
import { renderFlameSvg } from '../../report/profile/flame-svg.ts';
import { renderFolded } from '../../report/profile/folded.ts';
import { renderSpeedscope } from '../../report/profile/speedscope.ts';
import { type FlameDomain, flameStacks, replaysTogether } from '../../trace/profile/flame-stacks.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { FozzyError } from '../../base/problem.ts';
import { switchOption, textOption } from '../option-values.ts';
import { type LoadedProfile, loadProfile } from './load-profile.ts';
import type { ProfileOutput } from './output-shapes.ts';
import { captureHint, selectDomains, warned, withoutData } from './select-domains.ts';
import { writeContent } from './write-output.ts';

export type FlameFormat = 'folded' | 'svg' | 'speedscope';

export async function performProfileFlame(options: Options, context: Context): Promise<CommandResult> {
  const given = textOption(options, 'format') ?? 'folded';
  const format: FlameFormat = given === 'svg' || given === 'speedscope' ? given : 'folded';
  if (switchOption(options, 'cpu') === true && switchOption(options, 'heap') === true) {
    throw new FozzyError('usage', '--cpu and --heap together: a flame graph is of one of them', { hint: 'make two graphs' });
  }
  const loaded = await loadProfile(textOption(options, 'runOrTrace') ?? '', context);
  const { domains, missing } = selectDomains([loaded.profile], options, ['cpu', 'heap']);
  const domain: FlameDomain = (domains[0] ?? missing[0]) === 'heap' ? 'heap' : 'cpu';
  if (domains.length === 0) {
    const document: ProfileOutput<'flame'> = {
      schemaVersion: SCHEMA,
      domain,
      empty: true,
      reason: captureHint(domain, loaded),
      format,
      content: '',
    };
    return warned(document, withoutData(missing.length > 0 ? missing : ['cpu', 'heap'], loaded, context), context);
  }
  const content = flameContent(loaded, domain, format);
  const document: ProfileOutput<'flame'> = { schemaVersion: SCHEMA, domain, empty: false, reason: null, format, content };
  return writeContent(document, content, format, textOption(options, 'out'), context);
}

const SCHEMA = 'fozzy.profile_flame.v1';

export function flameContent({ profile, runId }: LoadedProfile, domain: FlameDomain, format: FlameFormat): string {
  switch (format) {
    case 'folded':
      return renderFolded(flameStacks(profile, domain));
    case 'svg': {
      const weigh = domain === 'heap' ? bytesText : (us: number) => `${(us / 1000).toFixed(1)} ms`;
      const title = [`${domain} of run ${runId}`, replaysTogether(profile, domain)].filter((part) => part !== '').join(' · ');
      return renderFlameSvg(flameStacks(profile, domain), { title, weigh });
    }
    case 'speedscope':
      return `${prettyJson(renderSpeedscope(profile, [domain], `${domain} of ${runId}`))}\n`;
  }
}
