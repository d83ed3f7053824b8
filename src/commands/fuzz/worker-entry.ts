/** The program of a fuzz worker, a thread of its own. Started by `src/fuzz/worker/fuzz-worker.ts` only. */
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

/** What `import … from 'fozzy'` gives to a target. */
const library = { ...scenarioLibrary, assume, fuzz, g, Gen, property };

assert(parentPort !== null, 'this file is the program of a worker');
// Reason for the cast: the order was written by the parent, which is of the same build.
await runWorker(workerData as WorkerOrder, parentPort, () => library);
