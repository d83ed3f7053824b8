/** Many runs that deviate wherever they can, for tests that ask what is possible at all. */
import { WalkSource } from '../../src/decide/walk.ts';
import type { Sim } from '../../src/sim/scenario/sim.ts';
import { simulate } from './simulate.ts';

export function wildWalk(seed: number): WalkSource {
  return new WalkSource({ hi: 0, lo: seed }, 1);
}

/** Everything a value takes over many random runs. */
export async function over(runs: number, define: (sim: Sim, saw: (value: unknown) => void) => void): Promise<Set<unknown>> {
  const seen = new Set<unknown>();
  for (let seed = 1; seed <= runs; seed += 1) await simulate((sim) => define(sim, (value) => seen.add(value)), wildWalk(seed));
  return seen;
}
