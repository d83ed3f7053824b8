/**
 * Which modules are instantiated once and used by all machines and runs: those of the named packages and of all packages these need. A
 * module is shared only if everything it names is shared as well: nothing that outlives a run may hold on to something that does not.
 */
import type { ModuleCode } from './module-code.ts';
import type { Resolution } from './resolve.ts';

/** Decides for every module whether it is shared. */
export function markShared(
  modules: readonly ModuleCode[],
  wanted: (packageName: string) => boolean,
  find: (resolution: Resolution) => ModuleCode | undefined,
): void {
  for (const code of modules) code.isShared = false;
  const reached = modules.filter(({ packageName }) => packageName !== undefined && wanted(packageName));
  for (const code of reached) code.isShared = true;
  // The list grows while it is walked.
  for (const code of reached) {
    for (const resolution of code.resolutions.values()) {
      const target = find(resolution);
      if (target?.packageName === undefined || target.isShared) continue;
      target.isShared = true;
      reached.push(target);
    }
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (const code of modules) {
      if (!code.isShared || ![...code.resolutions.values()].some((each) => staysBehind(each, find))) continue;
      code.isShared = false;
      changed = true;
    }
  }
}

function staysBehind(resolution: Resolution, find: (resolution: Resolution) => ModuleCode | undefined): boolean {
  if (resolution.kind === 'hosted') return true;
  const target = find(resolution);
  return target !== undefined && !target.isShared;
}
