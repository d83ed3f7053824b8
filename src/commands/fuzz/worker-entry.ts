/** The program of a fuzz worker, a thread of its own. Started by `src/fuzz/worker/fuzz-worker.ts` only. */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import { runWorker } from '../../fuzz/worker/worker-program.ts';
import type { WorkerOrder } from '../../fuzz/worker/protocol.ts';
import { scenarioLibrary } from '../simulation/library.ts';

assert(parentPort !== null, 'this file is the program of a worker');
// Reason for the cast: the order was written by the parent, which is of the same build.
await runWorker(workerData as WorkerOrder, parentPort, () => scenarioLibrary);
