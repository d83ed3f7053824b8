/** `node:cluster`: every simulated process is a primary. Its workers would share listening sockets, which machines cannot. */
import { EventEmitter } from 'node:events';
import { current } from '../active.ts';
import type { Part } from '../machine.ts';
import { refusal } from './refusing.ts';

const INSTEAD =
  'Start the program as several nodes (sim.node) and let the clients choose among them, or run one worker: where `cluster.isPrimary` is true, call the code of the worker.';

const emitterPart: Part<EventEmitter> = { name: 'cluster', create: () => new EventEmitter() };

const LISTENING = [
  'on',
  'once',
  'off',
  'addListener',
  'removeListener',
  'removeAllListeners',
  'emit',
  'listenerCount',
  'listeners',
] as const;

/** Listeners belong to the machine; nothing ever happens that they could hear of. */
const listening = Object.fromEntries(
  LISTENING.map((name) => [
    name,
    (...args: readonly unknown[]): unknown => {
      const emitter = current().part(emitterPart);
      const method: unknown = Reflect.get(emitter, name);
      return typeof method === 'function' ? Reflect.apply(method, emitter, args) : undefined;
    },
  ]),
);

export const clusterModule: Record<string, unknown> = {
  ...listening,
  isMaster: true,
  isPrimary: true,
  isWorker: false,
  workers: {},
  settings: {},
  SCHED_NONE: 1,
  SCHED_RR: 2,
  schedulingPolicy: 2,
  Worker: refusal('cluster.Worker', INSTEAD),
  setupPrimary: refusal('cluster.setupPrimary', INSTEAD),
  setupMaster: refusal('cluster.setupMaster', INSTEAD),
  /** There are no workers to disconnect. */
  disconnect: (callback?: () => void) => {
    if (callback !== undefined) queueMicrotask(callback);
  },
  fork: refusal('cluster.fork', INSTEAD),
};
