/**
 * Which modules are instantiated once and used by all machines and runs. A module is shared only if everything it names is shared as well:
 * nothing that outlives a run may hold on to something that does not.
 */
import type { ModuleCode } from './module-code.ts';
import type { Resolution } from './resolve.ts';

/** Decides for every module whether it is shared. */
export function markShared(
  modules: readonly ModuleCode[],
  wanted: (packageName: string) => boolean,
  find: (resolution: Resolution) => ModuleCode | undefined,
): void {
  for (const code of modules) code.isShared = code.packageName !== undefined && wanted(code.packageName);
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
