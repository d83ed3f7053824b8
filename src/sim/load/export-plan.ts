/** How the exports of a module are put together from its own and those of other modules; worked out once, used by every instance. */
import type { ExportTarget, LinkedModule, ModuleCode } from './module-code.ts';
import type { Outlet, ViewClass } from './namespace.ts';
import { NamespaceType, viewClass } from './namespace.ts';

/** Something an exported name is read from. */
export type ExportSource =
  | { readonly kind: 'record'; readonly code: ModuleCode }
  | { readonly kind: 'namespace'; readonly code: ModuleCode }
  | { readonly kind: 'foreign'; readonly code: ModuleCode; readonly request: number; readonly whole: boolean };

export interface ExportPlan {
  readonly sources: readonly ExportSource[];
  readonly View: ViewClass;
  readonly namespace: NamespaceType;
}

const plans = new WeakMap<LinkedModule, ExportPlan>();

export function exportPlan(linked: LinkedModule): ExportPlan {
  const known = plans.get(linked);
  if (known !== undefined) return known;
  const plan = createPlan(linked);
  plans.set(linked, plan);
  return plan;
}

function createPlan({ exports }: LinkedModule): ExportPlan {
  const sources: ExportSource[] = [];
  const places = new Map<string, number>();
  const outlets: Outlet[] = [];
  for (const [name, target] of exports) {
    const source = sourceOf(target);
    const key = `${source.kind} ${source.code.index} ${source.kind === 'foreign' ? `${source.request} ${source.whole}` : ''}`;
    const place = places.get(key) ?? sources.push(source) - 1;
    places.set(key, place);
    const whole = target.kind === 'whole' || (target.kind === 'foreign' && target.name === '*');
    outlets.push({ name, source: place, inner: whole ? undefined : target.name });
  }
  return { sources, View: viewClass(outlets), namespace: new NamespaceType(exports.keys()) };
}

function sourceOf(target: ExportTarget): ExportSource {
  if (target.kind === 'local') return { kind: 'record', code: target.code };
  if (target.kind === 'whole') return { kind: 'namespace', code: target.code };
  return { kind: 'foreign', code: target.code, request: target.request, whole: target.name === '*' };
}
