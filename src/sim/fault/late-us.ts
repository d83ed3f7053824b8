/** How much later something happens that a fault has made late: the time the scenario gave, or one that is drawn, the mildest first. */
import type { Firing } from './fault.ts';

const LATENCIES_MS = [5, 50, 500, 5000] as const;

export function lateUs(firing: Firing): number {
  const { ms } = firing.spec.settings;
  const late = typeof ms === 'number' ? ms : LATENCIES_MS[firing.choose('length', LATENCIES_MS.length)];
  return (late ?? 0) * 1000;
}
