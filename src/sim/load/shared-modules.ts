/** Packages that are instantiated once and used by all machines and runs, because starting them afresh would cost more than the run itself. */
import { FozzyError } from '../../base/problem.ts';
import type { CodeBase } from './code-base.ts';
import type { ModuleCode } from './module-code.ts';
import { ModuleSpace } from './module-space.ts';
import type { Resolution } from './resolve.ts';

/** The space of the shared modules. It refuses all others: nothing that outlives a run may hold on to something that does not. */
export class SharedSpace extends ModuleSpace {
  override admit(code: ModuleCode): void {
    if (!code.isShared) throw refuseUnshared(code);
  }

  /** A run may have been stopped in the middle of it; the next one starts it again. */
  override failed(code: ModuleCode): void {
    this.forget(code);
  }
}

/** Runs what the programs will surely import, before the first run: no run may differ from the others by being the first. */
export async function warmShared(codeBase: CodeBase, shared: SharedSpace): Promise<void> {
  for (const code of codeBase.modules) {
    if (code.isShared) continue;
    for (const target of sharedTargets(code, (resolution) => codeBase.find(resolution))) {
      // A package that fails here fails again in the run, where the program can see it.
      await shared.load(target).catch(() => undefined);
    }
  }
}

/** A module that is shared has asked, by a computed name, for one that is not. */
function refuseUnshared(code: ModuleCode): FozzyError {
  return new FozzyError(
    'module_load_failed',
    `${code.path} was asked for by a package that is shared between runs, and is not shared itself`,
    {
      hint: 'do not share the package that loads it, or share both',
      details: { path: code.path },
    },
  );
}

function sharedTargets(code: ModuleCode, find: (resolution: Resolution) => ModuleCode | undefined): readonly ModuleCode[] {
  const certain = [
    ...(code.shape?.requests ?? []).map(({ specifier }) => code.resolution(specifier, 'import')),
    ...(code.shape?.loose ?? []).filter((each) => each.certain).map(({ specifier, mode }) => code.resolution(specifier, mode)),
  ];
  return certain.flatMap((resolution) => {
    const target = resolution === undefined ? undefined : find(resolution);
    return target?.isShared === true ? [target] : [];
  });
}
