/** Which domains a command is about: those that were asked for, or all that have data. */
import { shellWord } from '../../base/shell-word.ts';
import { FozzyError } from '../../base/problem.ts';
import { hasDomain, type Profile, type ProfileDomain, profileDomains } from '../../trace/profile/profile.ts';
import type { CommandResult, Options } from '../command.ts';
import type { Context } from '../context.ts';
import { switchOption } from '../option-values.ts';
import type { LoadedProfile } from './load-profile.ts';

export interface Selected {
  /** Those with data. */
  readonly domains: readonly ProfileDomain[];
  /** Those that were asked for and have none. */
  readonly missing: readonly ProfileDomain[];
}

export function selectDomains(profiles: readonly Profile[], options: Options, among: readonly ProfileDomain[] = profileDomains): Selected {
  const asked = among.filter((domain) => switchOption(options, domain) === true);
  const has = (domain: ProfileDomain): boolean => profiles.every((profile) => hasDomain(profile, domain));
  if (asked.length === 0) return { domains: among.filter((domain) => profiles.some((profile) => hasDomain(profile, domain))), missing: [] };
  return { domains: asked.filter(has), missing: asked.filter((domain) => !has(domain)) };
}

/** What to do about a domain without data. */
export function captureHint(domain: ProfileDomain, { selector, code }: LoadedProfile): string {
  if (code === 'measurable' && (domain === 'cpu' || domain === 'heap'))
    return `capture it with \`fozzy replay ${shellWord(selector)} --profile-capture full\` and profile that run`;
  return `${whyNot(domain, code)}; \`fozzy profile top ${shellWord(selector)}\` shows what there is`;
}

function whyNot(domain: ProfileDomain, code: LoadedProfile['code']): string {
  switch (domain) {
    case 'cpu':
      return 'the scenario runs no code of yours, as simulations, fuzzed functions and distributed scenarios with a module do';
    case 'heap':
      return 'the scenario has no memory steps';
    case 'io':
      return 'the run neither read nor wrote anything outside its code';
    case 'latency':
      return code === 'measurable' ? 'the run made no operation that takes virtual time' : 'nothing in the run took virtual time';
    case 'sched':
      return 'nothing in the run took turns';
  }
}

/** Of a run whose code could be measured and was not. */
export function codeHint(loaded: LoadedProfile): string | undefined {
  return loaded.code === 'measurable' && !hasDomain(loaded.profile, 'cpu') ? captureHint('cpu', loaded) : undefined;
}

/** Strict: refused. Otherwise the document says what is missing, and the command ends well. */
export function withoutData(
  missing: readonly ProfileDomain[],
  loaded: LoadedProfile,
  context: Context,
): { status: 'warn'; detail: string; hint: string } {
  const detail = `${loaded.selector} has no ${listed(missing)} data`;
  const hint = captureHint(missing[0] ?? 'cpu', loaded);
  if (context.strict) throw new FozzyError('profile_no_data', detail, { hint, details: { domains: missing, run: loaded.runId } });
  return { status: 'warn', detail, hint };
}

/** `cpu`, `cpu or heap`, `cpu, heap or io`. */
function listed(domains: readonly ProfileDomain[]): string {
  const last = domains.at(-1) ?? '';
  return domains.length < 2 ? last : `${domains.slice(0, -1).join(', ')} or ${last}`;
}

export function warned(document: object, warning: ReturnType<typeof withoutData>, { paint }: Context): CommandResult {
  return { document: { ...document, ...warning }, exitCode: 0, text: `${paint.yellow(`warning: ${warning.detail}`)}\n${warning.hint}` };
}
