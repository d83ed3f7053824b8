/** What a machine knows of itself as a thread: its number, its port to whoever started it, the data it was given. */
import type { Machine, Part } from '../machine.ts';
import type { SimMessagePort } from '../message/message-port.ts';

export interface Thread {
  readonly id: number;
  readonly parentPort: SimMessagePort | null;
  readonly workerData: unknown;
  readonly environmentData: Map<unknown, unknown>;
}

const mainPart: Part<Thread> = {
  name: 'main thread',
  create: () => ({ id: 0, parentPort: null, workerData: null, environmentData: new Map() }),
};

const threadPart: Part<{ thread: Thread | undefined }> = { name: 'thread', create: () => ({ thread: undefined }) };

export function setThread(machine: Machine, thread: Thread): void {
  machine.part(threadPart).thread = thread;
}

export function threadOf(machine: Machine): Thread {
  return machine.peek(threadPart)?.thread ?? machine.part(mainPart);
}

const countPart: Part<{ threads: number }> = { name: 'thread numbers', create: () => ({ threads: 0 }) };

/** Counts in the process the machine belongs to. */
export function nextThreadId(machine: Machine): number {
  const count = machine.leader.part(countPart);
  count.threads += 1;
  return count.threads;
}
