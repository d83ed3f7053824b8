/** Reading, writing and copying whole files: several system calls, with room for others between those that can be told apart. */
import { inodeAt } from '../../../world/disk/attribute-calls.ts';
import { errno } from '../../../world/disk/errno.ts';
import { close, open } from '../../../world/disk/file-calls.ts';
import { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_TRUNC, O_WRONLY } from '../../../world/disk/open-file.ts';
import type { VirtualDisk } from '../../../world/disk/virtual.ts';
import type { Machine } from '../../machine.ts';
import { invalidArgType } from '../../node-error.ts';
import { NODE_MAJOR } from '../../node-version.ts';
import { bytesOf, encoded, fdOf, integerOf, modeOf, optionsOf, pathOf } from './arguments.ts';
import type { StagedCall } from './call.ts';
import { COPYFILE_EXCL } from './constants.ts';
import { openInode } from './fd-calls.ts';
import { flagsOf } from './flags.ts';
import { checked, fsError } from './fs-error.ts';
import { umaskOf } from './path-calls.ts';
import { readSpan, syncFile, writeSpan } from './transfer.ts';

/** Node reads files in pieces of this size; between two of them another may write. */
const READ_CHUNK_BYTES = 512 * 1024;

export function readFileCall(given: unknown, options: unknown): StagedCall<Buffer | string> {
  const { encoding, flag, signal } = optionsOf(options, { flag: 'r' });
  if (typeof given === 'number') {
    const fd = fdOf(given);
    return { name: 'readFile', signal, stages: (disk, machine) => readRest(disk, machine, fd, encoding) };
  }
  const path = pathOf(given);
  const flags = flagsOf(flag, O_RDONLY);
  return {
    name: 'readFile',
    path: path.given,
    signal,
    whole(disk, machine) {
      const fd = checked(open(disk, path.full, flags, 0o666 & ~umaskOf()), 'open', path.given);
      try {
        return encoded(readAll(disk, machine, fd), encoding);
      } finally {
        close(disk, fd);
      }
    },
    *stages(disk, machine) {
      const fd = checked(open(disk, path.full, flags, 0o666 & ~umaskOf()), 'open', path.given);
      try {
        return yield* readRest(disk, machine, fd, encoding, NODE_MAJOR >= 26 ? path.given : undefined);
      } finally {
        close(disk, fd);
      }
    },
  };
}

export function writeFileCall(given: unknown, data: unknown, options: unknown): StagedCall<void> {
  const { encoding, mode, flag, flush, signal } = optionsOf(options, { flag: 'w' });
  if (flush !== undefined && flush !== null && typeof flush !== 'boolean') throw invalidArgType('flush', 'of type boolean', flush);
  const bytes = bytesOf(data, encoding, 'data');
  if (typeof given === 'number') {
    const fd = fdOf(given);
    return { name: 'writeFile', signal, data: bytes, stages: (disk, machine) => writeRest(disk, machine, fd, bytes) };
  }
  const path = pathOf(given);
  const flags = flagsOf(flag, O_WRONLY | O_CREAT | O_TRUNC);
  const permissions = modeOf(mode, 'mode', 0o666) & ~umaskOf();
  return {
    name: (flags & O_APPEND) === 0 ? 'writeFile' : 'appendFile',
    path: path.given,
    signal,
    data: bytes,
    whole(disk, machine) {
      const fd = checked(open(disk, path.full, flags, permissions), 'open', path.given);
      try {
        writeAll(disk, machine, fd, bytes);
        if (flush === true) checked(syncFile(disk, machine, fd, 'all'), 'fsync');
      } finally {
        close(disk, fd);
      }
    },
    *stages(disk, machine) {
      const fd = checked(open(disk, path.full, flags, permissions), 'open', path.given);
      try {
        // Whoever reads now finds the file emptied. An append shows nothing before its bytes are there.
        if ((flags & O_APPEND) === 0) yield;
        yield* writeRest(disk, machine, fd, bytes);
        if (flush === true) checked(syncFile(disk, machine, fd, 'all'), 'fsync');
      } finally {
        close(disk, fd);
      }
    },
  };
}

const APPEND = { flag: 'a' };

export function appendFileCall(given: unknown, data: unknown, options: unknown): StagedCall<void> {
  const settled = optionsOf(options, APPEND);
  return writeFileCall(given, data, settled['flag'] === undefined ? { ...settled, ...APPEND } : settled);
}

export function copyFileCall(from: unknown, to: unknown, mode: unknown): StagedCall<void> {
  const [source, target] = [pathOf(from, 'src'), pathOf(to, 'dest')];
  const bits = mode === undefined || mode === null || typeof mode === 'function' ? 0 : integerOf(mode, 'mode', 0, 7);
  const flags = O_WRONLY | O_CREAT | ((bits & COPYFILE_EXCL) === 0 ? O_TRUNC : O_EXCL);
  const failed = (result: number): Error => fsError(result, 'copyfile', source.given, target.given);
  return {
    name: 'copyFile',
    path: source.given,
    *stages(disk, machine) {
      const input = open(disk, source.full, O_RDONLY, 0);
      if (input < 0) throw failed(input);
      let output = -1;
      try {
        const inode = openInode(disk, input, 'copyfile');
        if (inode.isDirectory) throw failed(errno.EISDIR);
        if (inodeAt(disk, target.full, true) === inode) return;
        output = open(disk, target.full, flags, inode.mode & 0o777 & ~umaskOf());
        if (output < 0) throw failed(output);
        yield;
        const bytes = Buffer.from(disk.contentOf(inode).slice(0, inode.sizeBytes));
        yield* writeRest(disk, machine, output, bytes);
      } finally {
        close(disk, input);
        if (output >= 0) close(disk, output);
      }
    },
  };
}

/** A file just opened, to its end; nobody else can change it meanwhile. */
function readAll(disk: VirtualDisk, machine: Machine, fd: number): Buffer {
  const size = openInode(disk, fd, 'read').sizeBytes;
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  do {
    const span = { bytes, offset: filled, length: size - filled, position: -1 };
    const count = checked(readSpan(disk, machine, fd, span), 'read');
    if (count === 0) break;
    filled += count;
  } while (filled < size);
  return filled === size ? bytes : bytes.subarray(0, filled);
}

function writeAll(disk: VirtualDisk, machine: Machine, fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    const span = { bytes, offset: written, length: bytes.length - written, position: -1 };
    written += checked(writeSpan(disk, machine, fd, span), 'write');
  }
}

/** From where the descriptor stands to the end of the file. Errors name the path if one is given, as the newest versions of Node do. */
function* readRest(
  disk: VirtualDisk,
  machine: Machine,
  fd: number,
  encoding: unknown,
  path?: string,
): Generator<void, Buffer | string, void> {
  const size = fd < 3 ? 0 : openInode(disk, fd, 'read').sizeBytes;
  let bytes = Buffer.allocUnsafe(Math.max(size, 1));
  let filled = 0;
  for (;;) {
    const length = Math.min(READ_CHUNK_BYTES, bytes.length - filled);
    const count = checked(readSpan(disk, machine, fd, { bytes, offset: filled, length, position: -1 }), 'read', path);
    filled += count;
    if (count === 0) break;
    if (filled >= size && filled < bytes.length) break;
    if (filled === bytes.length) {
      if (disk.files[fd]?.inode.sizeBytes === filled) break;
      bytes = Buffer.concat([bytes, Buffer.allocUnsafe(READ_CHUNK_BYTES)]);
    }
    if (count === READ_CHUNK_BYTES) yield;
  }
  return encoded(bytes.subarray(0, filled), encoding);
}

/** Node writes on until everything is written; a short write is a moment for others. */
function* writeRest(disk: VirtualDisk, machine: Machine, fd: number, bytes: Uint8Array): Generator<void, void, void> {
  let written = 0;
  while (written < bytes.length) {
    const span = { bytes, offset: written, length: bytes.length - written, position: -1 };
    written += checked(writeSpan(disk, machine, fd, span), 'write');
    if (written < bytes.length) yield;
  }
}
