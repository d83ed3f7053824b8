/** `fs/promises`: the same calls, with everything that goes wrong, wrong arguments included, as a rejection. */
import { nodeError } from '../../node-error.ts';
import { optionsOf } from './arguments.ts';
import type { MakeCall } from './call.ts';
import { calls, promise } from './calls.ts';
import { constants } from './constants.ts';
import { FileHandle, isIterable } from './file-handle.ts';
import { realpathCall } from './path-calls.ts';
import { throwIfAborted } from './schedule.ts';
import { handleStreams } from './streams.ts';
import { watchLines } from './watch.ts';

function promising(name: string, make: MakeCall): (...args: readonly unknown[]) => Promise<unknown> {
  // Async, so that an argument Node refuses is a rejection too.
  const made = async (...args: readonly unknown[]): Promise<unknown> => promise(make(...args));
  return Object.defineProperty(made, 'name', { value: name, configurable: true });
}

/** Those that take a path and nothing else needs to be said about. */
const plainNames = [
  ...(['access', 'chmod', 'chown', 'copyFile', 'cp', 'lchown', 'link', 'lstat', 'lutimes', 'mkdir', 'mkdtemp', 'opendir'] as const),
  ...(['readdir', 'readlink', 'rename', 'rm', 'rmdir', 'stat', 'statfs', 'symlink', 'truncate', 'unlink', 'utimes'] as const),
];

const simple = Object.fromEntries(plainNames.map((name) => [name, promising(name, calls[name])]));

async function open(path: unknown, flags?: unknown, mode?: unknown): Promise<FileHandle> {
  return new FileHandle(await promise(calls.open(path, flags, mode)), handleStreams);
}

export const promiseForm = {
  ...simple,
  async appendFile(path: unknown, data: unknown, options?: unknown): Promise<void> {
    if (path instanceof FileHandle) await path.appendFile(data, options);
    else await promise(calls.appendFile(path, data, options));
  },
  constants,
  async lchmod(): Promise<never> {
    throw nodeError('ERR_METHOD_NOT_IMPLEMENTED', 'The lchmod() method is not implemented');
  },
  open,
  async readFile(path: unknown, options?: unknown): Promise<Buffer | string> {
    throwIfAborted(optionsOf(options)['signal']);
    return path instanceof FileHandle ? path.readFile(options) : promise(calls.readFile(path, options));
  },
  async realpath(path: unknown, options?: unknown): Promise<string | Buffer> {
    return promise(realpathCall(path, options, 'realpath'));
  },
  watch: watchLines,
  async writeFile(path: unknown, data: unknown, options?: unknown): Promise<void> {
    const settled = optionsOf(options, { flag: 'w' });
    throwIfAborted(settled['signal']);
    if (path instanceof FileHandle) await path.writeFile(data, options);
    else if (!isIterable(data)) await promise(calls.writeFile(path, data, options));
    else await writeChunks(path, data, settled);
  },
};

/** Chunks are written as they come, each one for all to see. */
async function writeChunks(
  path: unknown,
  chunks: AsyncIterable<unknown> | Iterable<unknown>,
  options: ReturnType<typeof optionsOf>,
): Promise<void> {
  const handle = await open(path, options['flag'], options['mode']);
  try {
    for await (const chunk of chunks) {
      throwIfAborted(options['signal']);
      await handle.writeFile(chunk, { encoding: options['encoding'] });
    }
  } finally {
    await handle.close();
  }
}
