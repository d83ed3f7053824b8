/** The single steps of reaching a file, none of which follows a link or waits for somebody on the other end. */
import { constants, existsSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open } from 'node:fs/promises';
import { ByteSink } from '../host/byte-sink.ts';
import { codeOf } from '../host/failure.ts';
import { FileFailure, Moved, systemFailure } from './file-failure.ts';

/** An open directory: children are named below `path`, which stays true as long as `handle` is open. */
export interface Directory {
  readonly path: string;
  readonly handle: FileHandle | undefined;
}

const chunkBytes = 64 * 1024;
const newFileMode = 0o666;
/** Linux lets the name of a handle be used as a directory. Elsewhere the opened file is only compared with the path. */
const handlesHaveNames = process.platform === 'linux' && existsSync('/proc/self/fd');
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;
/** Zero where the system does not know them; non-blocking, because opening a pipe would wait for its other end. */
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Opens a directory that is one, not a link to one. */
export async function enter(path: string): Promise<Directory> {
  if (!handlesHaveNames) {
    await expectDirectory(path);
    return { path, handle: undefined };
  }
  try {
    const handle = await open(path, O_RDONLY | careful | constants.O_DIRECTORY);
    return { path: `/proc/self/fd/${handle.fd}`, handle };
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOTDIR' && codeOf(thrown) !== 'ELOOP') throw thrown;
    await expectDirectory(path);
    throw new Moved();
  }
}

async function expectDirectory(path: string): Promise<void> {
  const stat = await lstat(path);
  if (stat.isSymbolicLink()) throw new Moved();
  if (!stat.isDirectory()) throw systemFailure('ENOTDIR', 'a file stands where a directory is needed');
}

/** Looked at before opening, because opening a device can already do something. */
export async function expectFile(path: string): Promise<void> {
  const stat = await lstat(path);
  if (stat.isSymbolicLink()) throw new Moved();
  if (stat.isDirectory()) throw systemFailure('EISDIR', 'it is a directory');
  if (!stat.isFile()) throw systemFailure('EINVAL', 'not a regular file');
}

export async function openForReading(path: string): Promise<FileHandle> {
  await expectFile(path);
  return open(path, O_RDONLY | careful);
}

/** Neither way of opening empties the file: that must wait until it is verified. */
export async function openForWriting(path: string): Promise<{ readonly handle: FileHandle; readonly isNew: boolean }> {
  try {
    await expectFile(path);
    return { handle: await open(path, O_WRONLY | careful), isNew: false };
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
  }
  return { handle: await open(path, O_WRONLY | O_CREAT | O_EXCL | careful, newFileMode), isNew: true };
}

export async function readAll(handle: FileHandle, bytesMax: number): Promise<Buffer> {
  const sink = new ByteSink(bytesMax);
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, null);
    if (bytesRead === 0) return sink.bytes();
    if (!sink.push(chunk.subarray(0, bytesRead))) {
      throw new FileFailure({ class: 'limit', message: `file exceeded limit of ${bytesMax} bytes`, excerpt: sink.excerpt() });
    }
  }
}
