/** `node:cluster`: every simulated process is a primary. Its workers would share listening sockets, which machines cannot. */
import { EventEmitter } from 'node:events';
import { refusal } from './refusing.ts';

const INSTEAD =
  'Start the program as several nodes (sim.node) and let the clients choose among them, or run one worker: where `cluster.isPrimary` is true, call the code of the worker.';

export const clusterModule: object = Object.assign(new EventEmitter(), {
  isMaster: true,
  isPrimary: true,
  isWorker: false,
  workers: {},
  settings: {},
  SCHED_NONE: 1,
  SCHED_RR: 2,
  schedulingPolicy: 2,
  Worker: refusal('cluster.Worker', INSTEAD),
  setupPrimary: () => undefined,
  setupMaster: () => undefined,
  disconnect: (callback?: () => void) => {
    if (callback !== undefined) queueMicrotask(callback);
  },
  fork: refusal('cluster.fork', INSTEAD),
});
