/**
 * When an operation on files takes effect. Synchronous calls do at once; all others are given to the machine's pool of threads and
 * take effect when the scheduler picks their completion, immediately before the callback. Operations that really are several system
 * calls come in stages, so that others can see, and disturb, what lies between them.
 */
import type { VirtualDisk } from '../../../world/disk/virtual.ts';
import { current } from '../../active.ts';
import { lateUs } from '../../fault/late-us.ts';
import type { Machine } from '../../machine.ts';
import { abortError } from '../../node-error.ts';
import { offload } from '../../offload.ts';
import { isSignal } from './arguments.ts';
import { diskOf } from './machine-disk.ts';

/** One system call: what it does to the disk, or the error it fails with. */
export type Work<T> = (disk: VirtualDisk, machine: Machine) => T;

/** Several: each `yield` is a moment at which others may run. It carries the signal that may stop it there. */
export type Stages<T> = (disk: VirtualDisk, machine: Machine) => Generator<void, T, void>;

/** How an operation is called in schedules and stories, and how long a healthy disk takes for it. */
export interface Operation {
  readonly name: string;
  readonly path?: string | undefined;
  /** Where it goes, of those that have two paths. */
  readonly dest?: string | undefined;
  readonly signal?: unknown;
  /** What is written, for the story. */
  readonly data?: Uint8Array | undefined;
}

type Done<T> = (error: unknown, value: T | undefined) => void;

const LATENCY_US = 30;

/** A sync waits for the disk itself. */
const SYNC_LATENCY_US = 1000;

export function now<T>(operation: Operation, work: Work<T>): T {
  const machine = current();
  return observed(machine, operation, () => carryOut(machine, work));
}

export function nowInStages<T>(operation: Operation, stages: Stages<T>): T {
  const machine = current();
  const running = stages(diskOf(machine), machine);
  return observed(machine, operation, () => {
    for (;;) {
      const step = carryOut(machine, () => running.next());
      if (step.done === true) return step.value;
    }
  });
}

export function later<T>(operation: Operation, work: Work<T>, done: Done<T>): void {
  const machine = current();
  const run = (): T => {
    throwIfAborted(operation.signal);
    return observed(machine, operation, () => carryOut(machine, work));
  };
  give(machine, operation, run, done);
}

export function laterInStages<T>(operation: Operation, stages: Stages<T>, done: Done<T>): void {
  const machine = current();
  let running: Generator<void, T, void> | undefined;
  const run = (): IteratorResult<void, T> => {
    const going = running ?? stages(diskOf(machine), machine);
    running = going;
    if (isSignal(operation.signal) && operation.signal.aborted) {
      going.return(ABANDONED);
      throwIfAborted(operation.signal);
    }
    return inStages(machine, operation, () => carryOut(machine, () => going.next()));
  };
  const next = (error: unknown, step: IteratorResult<void, T> | undefined): void => {
    if (step === undefined) done(error, undefined);
    else if (step.done === true) done(null, step.value);
    else give(machine, operation, run, next);
  };
  give(machine, operation, run, next);
}

export function promised<T>(operation: Operation, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    later(operation, work, settle(resolve, reject));
  });
}

export function promisedInStages<T>(operation: Operation, stages: Stages<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    laterInStages(operation, stages, settle(resolve, reject));
  });
}

/** To the pool of threads. */
function give<T>(machine: Machine, operation: Operation, run: () => T, done: Done<T>): void {
  const label = `fs ${operation.name}`;
  const late = machine.kernel.fault('disk.pool', { machine, name: operation.path });
  if (late === undefined) return offload(machine, label, latencyUs(operation), run, done);
  // Without a crash in between somebody is still there when it is done.
  const runLate = (): T => {
    late.mattered();
    return run();
  };
  offload(machine, label, latencyUs(operation) + lateUs(late), runLate, done);
}

/** A change of the disk is a place where a crash hurts. */
function carryOut<T>(machine: Machine, work: Work<T>): T {
  const disk = diskOf(machine);
  const { version } = disk;
  try {
    return work(disk, machine);
  } finally {
    if (disk.version !== version) machine.touched = true;
  }
}

export function throwIfAborted(signal: unknown): void {
  if (isSignal(signal) && signal.aborted) throw abortError(signal.reason);
}

/** Given to a generator that is thrown away: nobody looks at its result. */
// Reason for the cast: `return` wants a result although this one is dropped.
const ABANDONED = undefined as never;

function settle<T>(resolve: (value: T) => void, reject: (error: unknown) => void): Done<T> {
  return (error, value) => {
    if (error === null)
      resolve(value as T); // Reason for the cast: without an error the value is there, or undefined where T allows it.
    else reject(error);
  };
}

function latencyUs(operation: Operation): number {
  return operation.name === 'fsync' || operation.name === 'fdatasync' ? SYNC_LATENCY_US : LATENCY_US;
}

/** Does it, and tells of it when it has happened: what was read is known only then. */
function observed<T>(machine: Machine, operation: Operation, act: () => T): T {
  if (!machine.kernel.observed) return act();
  try {
    const value = act();
    tell(machine, operation, value);
    return value;
  } catch (error) {
    failed(machine, operation, error);
    throw error;
  }
}

/** The same for one stage of several; the last one tells. */
function inStages<T>(machine: Machine, operation: Operation, act: () => IteratorResult<void, T>): IteratorResult<void, T> {
  if (!machine.kernel.observed) return act();
  try {
    const step = act();
    if (step.done === true) tell(machine, operation, step.value);
    return step;
  } catch (error) {
    failed(machine, operation, error);
    throw error;
  }
}

/** Content is shown as far as it fits a line. */
const TEXT_CHARS_MAX = 80;

function tell(machine: Machine, { name, path, dest, data }: Operation, value: unknown): void {
  const content = data ?? (name === 'readFile' ? value : undefined);
  const isContent = typeof content === 'string' || content instanceof Uint8Array;
  machine.kernel.note('fs', { op: name, path, dest, ...(isContent ? { bytes: content.length, text: shortText(content) } : {}) });
}

function failed(machine: Machine, { name, path, dest }: Operation, error: unknown): void {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  machine.kernel.note('fs', { op: name, path, dest, result: typeof code === 'string' ? code : 'failed' });
}

function shortText(content: string | Uint8Array): string | undefined {
  const text =
    typeof content === 'string'
      ? content
      : Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 4 * TEXT_CHARS_MAX)).toString();
  // Bytes that are no text tell nobody anything; their number does.
  return /[\u0000-\u0008\ufffd]/u.test(text) ? undefined : text.slice(0, TEXT_CHARS_MAX);
}
