/** One behaviour of `fs`: a body that runs on the real module and on the simulated one, and must tell the same story on both. */
import type * as Fs from 'node:fs';

export interface FsWorld {
  readonly fs: typeof Fs;
  readonly fsp: typeof Fs.promises;
  /** An empty directory of its own. */
  readonly root: string;
  /** What happened, in order. */
  readonly log: (entry: unknown) => void;
  /** The path of a name below the root. */
  readonly at: (name: string) => string;
  /** What a call throws, or returns. */
  readonly attempt: (call: () => unknown) => unknown;
  /** What a promise rejects with, or resolves to. */
  readonly settle: (call: () => Promise<unknown>) => Promise<unknown>;
  /** What a function with a callback calls back with. */
  readonly call: (start: (done: (...args: unknown[]) => void) => void) => Promise<unknown[]>;
}

export type FsCase = readonly [name: string, body: (world: FsWorld) => unknown];

/** A value of a type that the function does not take, on purpose. */
export function wrong(value: unknown): never {
  return value as never;
}
