/** The program of a fuzz worker, a thread of its own. Started by `src/fuzz/worker/fuzz-worker.ts` only. */
import { setImmediate } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import { runWorker } from '../../fuzz/worker/worker-program.ts';
import type { WorkerOrder } from '../../fuzz/worker/protocol.ts';
import { g } from '../../fuzz/input/g.ts';
import { Gen } from '../../fuzz/input/gen.ts';
import { assume } from '../../fuzz/property/assume.ts';
import { property } from '../../fuzz/property/property.ts';
import { fuzz } from '../../fuzz/words/fuzz-target.ts';
import { scenarioLibrary } from '../simulation/library.ts';
import type { DrivenOrder } from './driven/driven-order.ts';

/** What `import … from 'fozzy'` gives to a target. */
const library = { ...scenarioLibrary, assume, fuzz, g, Gen, property };

assert(parentPort !== null, 'this file is the program of a worker');
// Not awaited here: Node 20 dies as a whole when a thread is ended while it evaluates a module that waits, and spares are ended at any time.
// Reason for the cast: the order was written by the parent, which is of the same build.
runWorker(workerData as WorkerOrder, parentPort, {
  hosted: () => library,
  // Reason for the cast: the same, and threads are given plain data.
  openDriven: async ({ subject }) => (await import('./driven/open-driven.ts')).openDriven(subject as unknown as DrivenOrder),
}).catch((error: unknown) => {
  setImmediate(() => {
    throw error;
  });
});
