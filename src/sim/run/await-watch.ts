/**
 * Where code waits: the place of the last `await` each client came to, and every `await` that is still open, with the place where what it
 * waits for was made. So one that never goes on can be shown, and when nothing can run any more, who waits for what. Looking at every
 * promise costs too much for a search, so only runs that somebody reads are watched.
 */
import { fileURLToPath } from 'node:url';
import { promiseHooks } from 'node:v8';
import type { Kernel, Machine } from '../machine.ts';

/** Frames of Fozzy itself tell nobody where the client is. */
const own = fileURLToPath(import.meta.url).replace(/\/(?<folder>src|dist)\/.*$/u, '/$<folder>/');

const FRAMES_MAX = 30;

/** Of those that wait at the end, as many as anybody reads. */
const WAITS_MAX = 20;

interface Wait {
  readonly machine: Machine;
  readonly awaited: object;
  readonly frames: readonly string[];
}

/** Somebody who waits for what will never come. */
interface ToldWait {
  readonly machine: string;
  /** The frame that waits, and whoever waits for it in turn. */
  readonly at: readonly string[];
  /** Where the promise it waits for was made. */
  readonly madeAt?: string;
}

export class AwaitWatch {
  readonly stop: () => void;
  readonly #places = new Map<Machine, readonly string[]>();
  readonly #open = new Map<object, Wait>();
  readonly #made = new WeakMap<object, string>();

  constructor(kernel: Kernel) {
    const stop: unknown = promiseHooks.createHook({
      init: (promise: object, parent: unknown) => this.#begins(kernel.current, promise, parent),
      before: (promise: object) => this.#open.delete(promise),
      settled: (promise: object) => this.#open.delete(promise),
    });
    this.stop = () => {
      if (typeof stop === 'function') Reflect.apply(stop, undefined, []);
    };
  }

  /** A stack that begins in the user's code: where a client came to last, or what a node has open. */
  placeOf(machine: Machine): string | undefined {
    const frames = this.#places.get(machine) ?? this.waits([machine])[0]?.at.map((frame) => `    ${frame}`);
    return frames === undefined ? undefined : ['Error: waits here', ...frames].join('\n');
  }

  /** Everybody of these machines who waits, but for those who wait for somebody on the list. */
  waits(machines: readonly Machine[]): readonly ToldWait[] {
    const open = [...this.#open.values()].filter(({ machine }) => machines.includes(machine));
    const passed = new Set(open.flatMap(({ frames }) => frames.slice(1).map(lineOf)));
    const told = new Map<string, ToldWait>();
    for (const { machine, awaited, frames } of open) {
      const line = lineOf(frames[0] ?? '');
      if (passed.has(line)) continue;
      const madeAt = this.#made.get(awaited);
      const isElsewhere = madeAt !== undefined && lineOf(madeAt) !== line;
      told.set(`${machine.name} ${line}`, {
        machine: machine.name,
        at: frames.map((frame) => frame.trim()),
        ...(isElsewhere ? { madeAt: madeAt.trim() } : {}),
      });
    }
    return [...told.values()].slice(0, WAITS_MAX);
  }

  #begins(machine: Machine, promise: object, parent: unknown): void {
    if (machine.role === 'test') return;
    const frames = framesHere();
    const [first] = frames;
    if (first === undefined) return;
    if (typeof parent !== 'object' || parent === null) {
      this.#made.set(promise, first);
      return;
    }
    this.#open.set(promise, { machine, awaited: parent, frames });
    if (machine.role === 'client') this.#arrivedAt(machine, frames);
  }

  #arrivedAt(machine: Machine, frames: readonly string[]): void {
    const known = this.#places.get(machine) ?? [];
    // Whoever awaits a function that awaits something comes after it, and says less.
    const line = lineOf(frames[0] ?? '');
    if (!known.slice(1).some((frame) => lineOf(frame) === line)) this.#places.set(machine, frames);
  }
}

/** Nothing can run any more, so whoever waits now waits for ever: who, where, and for what. */
export function waitText({ machine, at, madeAt }: ToldWait): string {
  const made = madeAt === undefined ? [] : ['  for what was made', `    ${madeAt}`];
  return [`${machine} waits`, ...at.map((frame) => `    ${frame}`), ...made].join('\n');
}

function framesHere(): readonly string[] {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES_MAX;
  const { stack = '' } = new Error('here');
  Error.stackTraceLimit = before;
  return framesOfUser(stack);
}

/** Below our loop comes the host; what `async` frames tell is beside the stack. */
function framesOfUser(stack: string): readonly string[] {
  const frames = stack.split('\n').slice(1);
  const bottom = frames.findIndex((frame) =>
    /RunKernel\.|SimulationRun\.|\bdrain\b|executeRun|fozzy:guarded|processTicksAndRejections/u.test(frame),
  );
  return frames.filter((frame, at) => (bottom < 0 || at < bottom || frame.includes('at async ')) && isOfUser(frame));
}

function isOfUser(frame: string): boolean {
  return /:\d+:\d+\)?$/u.test(frame) && !frame.includes(own) && !/[( ]node:/u.test(frame);
}

/** `file:line` of a frame. */
function lineOf(frame: string): string {
  return /(?<place>[^( ]+:\d+):\d+\)?$/u.exec(frame)?.groups?.['place'] ?? frame;
}
