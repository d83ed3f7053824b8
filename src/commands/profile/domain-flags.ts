/** A switch for every domain of a profile. */
import { type ProfileDomain, profileDomains } from '../../trace/profile/profile.ts';
import type { Flag } from '../command.ts';

const about: Readonly<Record<ProfileDomain, string>> = {
  cpu: 'processor time of your code, where it was captured',
  heap: 'allocations',
  latency: 'virtual time',
  io: 'input and output',
  sched: 'turns of the scheduler',
};

export function domainFlags(domains: readonly ProfileDomain[] = profileDomains): readonly Flag[] {
  return domains.map((name) => ({ name, type: { kind: 'switch' }, about: about[name] }));
}
