/** What every place in which targets run is given by the commands. */
import { realpathSync } from 'node:fs';
import type { WorkerHost } from '../../fuzz/worker/worker-program.ts';
import { g } from '../../fuzz/input/g.ts';
import { Gen } from '../../fuzz/input/gen.ts';
import { assume } from '../../fuzz/property/assume.ts';
import { property } from '../../fuzz/property/property.ts';
import { fuzz } from '../../fuzz/words/fuzz-target.ts';
import { scenarioLibrary } from '../simulation/library.ts';
import type { DrivenOrder } from './driven/driven-order.ts';

/** What `import … from 'fozzy'` gives to a target. */
const library = { ...scenarioLibrary, assume, fuzz, g, Gen, property };

export const workerHost: WorkerHost = {
  hosted: () => library,
  // Whoever does not want it any more ends the thread.
  measure: async ({ root, ...parts }) =>
    (await import('../profile/measure.ts')).measure({ ...parts, root: realpathSync(root), signal: new AbortController().signal }),
  openMeter: async (metric, { mapStack, root }) => {
    const [{ openMeter }, { FrameNames }] = await Promise.all([import('../profile/meter.ts'), import('../profile/frame-names.ts')]);
    return openMeter(metric, new FrameNames(mapStack, realpathSync(root)));
  },
  // Reason for the cast: the order was written by the parent, which is of the same build, and threads are given plain data.
  openDriven: async ({ subject }) => (await import('./driven/open-driven.ts')).openDriven(subject as unknown as DrivenOrder),
};
