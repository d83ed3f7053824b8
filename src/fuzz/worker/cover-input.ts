/** The features that one input reaches. */
import { siteTable } from '../../sim/load/sites.ts';
import type { SharedState } from '../loop/shared-state.ts';
import { pin } from '../target/pinned-world.ts';
import type { OpenedTarget } from './opened-target.ts';

/** Undefined where the call had to be ended: nobody knows what else it reaches. */
export async function coverInput(
  { edges, form, target }: OpenedTarget,
  shared: SharedState,
  bytes: Uint8Array,
): Promise<Uint32Array | undefined> {
  const input = form.decode(bytes);
  edges.reset();
  if (input === undefined) return new Uint32Array(0);
  siteTable().reset();
  shared.begin(0, bytes);
  pin();
  try {
    await target.call(...form.args(input));
  } catch {
    // What it reached before it failed counts.
  }
  shared.end();
  return siteTable().exhausted ? undefined : edges.peek();
}
