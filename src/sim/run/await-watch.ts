/**
 * Where clients wait: the place of the last `await` each of them came to, so that one that never goes on can be shown. Looking at every
 * promise costs too much for a search, so only runs that somebody reads are watched.
 */
import { fileURLToPath } from 'node:url';
import { promiseHooks } from 'node:v8';
import type { Kernel, Machine } from '../machine.ts';

/** Frames of Fozzy itself tell nobody where the client is. */
const own = fileURLToPath(import.meta.url).replace(/\/(?<folder>src|dist)\/.*$/u, '/$<folder>/');

const FRAMES_MAX = 30;

export class AwaitWatch {
  readonly stop: () => void;
  readonly #places = new Map<Machine, readonly string[]>();

  constructor(kernel: Kernel) {
    const stop: unknown = promiseHooks.onInit((_promise, parent: unknown) => {
      if (kernel.current.role === 'client' && parent !== undefined) this.#look(kernel.current);
    });
    this.stop = () => {
      if (typeof stop === 'function') Reflect.apply(stop, undefined, []);
    };
  }

  /** A stack that begins in the user's code. */
  placeOf(machine: Machine): string | undefined {
    const frames = this.#places.get(machine);
    return frames === undefined ? undefined : ['Error: waits here', ...frames].join('\n');
  }

  #look(machine: Machine): void {
    const before = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES_MAX;
    const { stack = '' } = new Error('here');
    Error.stackTraceLimit = before;
    const frames = framesOfUser(stack);
    const [first] = frames;
    if (first === undefined) return;
    const known = this.#places.get(machine) ?? [];
    // Whoever awaits a function that awaits something comes after it, and says less.
    const line = lineOf(first);
    if (!known.slice(1).some((frame) => lineOf(frame) === line)) this.#places.set(machine, frames);
  }
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
