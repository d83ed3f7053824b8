/** A distributed scenario with some script steps taken out, and where the others stood before. */
import { isArray } from '../../base/canonical-json.ts';
import type { JsonObject } from '../../base/json.ts';

const STEPS = '/distributed/steps';

export interface Reduced {
  readonly json: JsonObject;
  /** Pointer in this scenario → pointer in the original, where they differ. */
  readonly origins: ReadonlyMap<string, string>;
}

/** `removed` and `origins` speak of the original scenario, from which this one may have been made already. */
export function withoutSteps(json: JsonObject, removed: ReadonlySet<string>, origins: ReadonlyMap<string, string>): Reduced {
  const { distributed } = json;
  if (removed.size === 0 || typeof distributed !== 'object' || distributed === null || isArray(distributed)) return { json, origins };
  const { steps } = distributed;
  if (typeof steps !== 'object' || steps === null || !isArray(steps)) return { json, origins };
  const originOf = (index: number): string => origins.get(`${STEPS}/${index}`) ?? `${STEPS}/${index}`;
  const kept = steps.map((step, index) => ({ step, origin: originOf(index) })).filter(({ origin }) => !removed.has(origin));
  const others = [...origins].filter(([pointer]) => !pointer.startsWith(`${STEPS}/`));
  const moved = kept.map(({ origin }, index) => [`${STEPS}/${index}`, origin] as const).filter(([pointer, origin]) => pointer !== origin);
  return {
    json: { ...json, distributed: { ...distributed, steps: kept.map(({ step }) => step) } },
    origins: new Map([...others, ...moved]),
  };
}
