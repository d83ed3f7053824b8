/** `node:worker_threads`: threads as machines on the one real thread. */
import { SHARE_ENV } from 'node:worker_threads';
import { current } from '../active.ts';
import { SimBroadcastChannel } from '../message/broadcast-channel.ts';
import { receiveMessageOnPort, SimMessageChannel, SimMessagePort } from '../message/message-port.ts';
import { threadOf } from '../thread/thread.ts';
import { Worker } from '../thread/worker.ts';
import { refusal } from './refusing.ts';

const copy = structuredClone;

export const workerThreads: object = {
  get isMainThread(): boolean {
    return current().leader === current();
  },
  get parentPort(): SimMessagePort | null {
    return threadOf(current()).parentPort;
  },
  get workerData(): unknown {
    return threadOf(current()).workerData;
  },
  get threadId(): number {
    return threadOf(current()).id;
  },
  resourceLimits: {},
  SHARE_ENV,
  Worker,
  MessageChannel: SimMessageChannel,
  MessagePort: SimMessagePort,
  BroadcastChannel: SimBroadcastChannel,
  receiveMessageOnPort,
  /** Workers started later get a copy. */
  setEnvironmentData(key: unknown, value?: unknown): void {
    const { environmentData } = threadOf(current());
    if (value === undefined) environmentData.delete(key);
    else environmentData.set(key, copy(value));
  },
  getEnvironmentData: (key: unknown): unknown => threadOf(current()).environmentData.get(key),
  markAsUntransferable: refusal('worker_threads.markAsUntransferable', 'Leave the object out of the transfer list instead.'),
  moveMessagePortToContext: refusal('worker_threads.moveMessagePortToContext', 'Hand the port to a worker instead.'),
  postMessageToThread: refusal('worker_threads.postMessageToThread', 'Give the threads a MessageChannel or a BroadcastChannel.'),
};
