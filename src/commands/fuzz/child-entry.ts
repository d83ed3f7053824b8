/**
 * The program of a process in which a target runs, and of the thread beside it that ends it when nobody needs it any more. Started by
 * `src/fuzz/worker/child/process-place.ts` only.
 */
import { setImmediate } from 'node:timers';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { guard, type GuardOrder } from '../../fuzz/worker/child/guard.ts';

if (!isMainThread && parentPort !== null) {
  // Reason for the cast: the order was written by the process this thread belongs to.
  guard(workerData as GuardOrder, parentPort);
} else {
  const [, self = '', descriptor] = process.argv;
  startChild(self, Number(descriptor)).catch((error: unknown) => {
    setImmediate(() => {
      throw error;
    });
  });
}

/** Loaded only here: the thread beside needs none of it. */
async function startChild(self: string, descriptor: number): Promise<void> {
  const [{ runChild }, { workerHost }] = await Promise.all([
    import('../../fuzz/worker/child/child-program.ts'),
    import('./worker-host.ts'),
  ]);
  runChild(self, descriptor, workerHost);
}
