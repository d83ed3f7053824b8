/** The program of a fuzz worker, a thread of its own. Started by `src/fuzz/worker/thread-place.ts` only. */
import { setImmediate } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import { runWorker } from '../../fuzz/worker/worker-program.ts';
import type { WorkerOrder } from '../../fuzz/worker/protocol.ts';
import { workerHost } from './worker-host.ts';

assert(parentPort !== null, 'this file is the program of a worker');
// Not awaited here: Node 20 dies as a whole when a thread is ended while it evaluates a module that waits, and spares are ended at any time.
// Reason for the cast: the order was written by the parent, which is of the same build.
runWorker(workerData as WorkerOrder, parentPort, workerHost).catch((error: unknown) => {
  setImmediate(() => {
    throw error;
  });
});
