/** Functions of `fs` that make or take a descriptor and are one system call each. */
import { chmod, chown, inodeOf, utimes } from '../../../world/disk/attribute-calls.ts';
import { close, ftruncate, open } from '../../../world/disk/file-calls.ts';
import { Inode, S_IFCHR } from '../../../world/disk/inode.ts';
import { O_RDONLY } from '../../../world/disk/open-file.ts';
import type { VirtualDisk } from '../../../world/disk/virtual.ts';
import { invalidArgType } from '../../node-error.ts';
import {
  bytesOf,
  fdOf,
  integerOf,
  modeOf,
  type Options,
  optionsOf,
  outOfRange,
  pathOf,
  positionOf,
  timeUsOf,
  viewOf,
} from './arguments.ts';
import type { Call } from './call.ts';
import { flagsOf } from './flags.ts';
import { checked, found } from './fs-error.ts';
import { requiredMode, umaskOf } from './path-calls.ts';
import { statsOf } from './stats.ts';
import { readSpan, type Span, syncFile, writeSpan } from './transfer.ts';

/** A call on an open file whose result does not matter beside success. */
function onFd(name: string, given: unknown, act: (disk: VirtualDisk, fd: number) => number): Call<void> {
  const fd = fdOf(given);
  return {
    name,
    work: (disk) => {
      checked(act(disk, fd), name);
    },
  };
}

function onOpenInode(name: string, syscall: string, given: unknown, act: (disk: VirtualDisk, inode: Inode) => number): Call<void> {
  const fd = fdOf(given);
  return {
    name,
    work: (disk) => {
      checked(act(disk, found<Inode>(inodeOf(disk, fd), syscall)), syscall);
    },
  };
}

function syncCall(name: 'fsync' | 'fdatasync', given: unknown): Call<void> {
  const fd = fdOf(given);
  return {
    name,
    work: (disk, machine) => {
      checked(syncFile(disk, machine, fd, name === 'fsync' ? 'all' : 'data'), name);
    },
  };
}

/** The three standard streams are open in every process, though not on the disk. */
const terminal = new Inode(0, 0, S_IFCHR | 0o620, 0);

export const fdCalls = {
  open(given: unknown, flags?: unknown, mode?: unknown): Call<number> {
    const path = pathOf(given);
    const bits = flagsOf(typeof flags === 'function' ? undefined : flags, O_RDONLY);
    const permissions = modeOf(typeof mode === 'function' ? undefined : mode, 'mode', 0o666) & ~umaskOf();
    return { name: 'open', path: path.given, work: (disk) => checked(open(disk, path.full, bits, permissions), 'open', path.given) };
  },
  close: (given: unknown): Call<void> => onFd('close', given, (disk, fd) => (fd < 3 ? 0 : close(disk, fd))),
  fstat(given: unknown, options: unknown): Call<unknown> {
    const fd = fdOf(given);
    const { bigint } = optionsOf(options);
    return { name: 'fstat', work: (disk) => statsOf(fd < 3 ? terminal : found<Inode>(inodeOf(disk, fd), 'fstat'), bigint) };
  },
  ftruncate(given: unknown, length: unknown): Call<void> {
    const size = typeof length === 'function' || length === undefined || length === null ? 0 : Math.max(0, integerOf(length, 'len'));
    return onFd('ftruncate', given, (disk, fd) => ftruncate(disk, fd, size));
  },
  fsync: (given: unknown): Call<void> => syncCall('fsync', given),
  fdatasync: (given: unknown): Call<void> => syncCall('fdatasync', given),
  fchmod(given: unknown, mode: unknown): Call<void> {
    const bits = requiredMode(mode);
    return onOpenInode('fchmod', 'fchmod', given, (disk, inode) => chmod(disk, inode, bits));
  },
  fchown(given: unknown, uid: unknown, gid: unknown): Call<void> {
    const ids = [integerOf(uid, 'uid', -1, 2 ** 32 - 1), integerOf(gid, 'gid', -1, 2 ** 32 - 1)] as const;
    return onOpenInode('fchown', 'fchown', given, (disk, inode) => chown(disk, inode, ids[0], ids[1]));
  },
  futimes(given: unknown, atime: unknown, mtime: unknown): Call<void> {
    const times = [timeUsOf(atime), timeUsOf(mtime)] as const;
    return onOpenInode('futimes', 'futime', given, (disk, inode) => utimes(disk, inode, times[0], times[1]));
  },
};

export interface Transfer<T> extends Call<number> {
  /** What the program passed, to be handed back beside the count. */
  readonly subject: T;
}

/** `read(fd, buffer, offset, length, position)`, `read(fd, buffer, options)` or `read(fd, options)`. */
export function readCall(given: unknown, second: unknown, third: unknown, length: unknown, position: unknown): Transfer<unknown> {
  const fd = fdOf(given);
  const isView = ArrayBuffer.isView(second);
  const options = isView ? third : second;
  const named: Options | undefined = typeof options === 'object' && options !== null ? { ...options } : undefined;
  const buffer = isView ? second : (named?.['buffer'] ?? (named === undefined && second !== undefined ? second : Buffer.alloc(READ_BYTES)));
  const bytes = viewOf(buffer, 'buffer');
  const offset = offsetOf(named === undefined ? third : named['offset'], Number.MAX_SAFE_INTEGER);
  const wanted = (named === undefined ? length : named['length']) ?? bytes.length - offset;
  const count = integerOf(wanted, 'length');
  if (count < 0) throw outOfRange('length', '>= 0', count);
  if (count > bytes.length - offset) throw outOfRange('length', `<= ${bytes.length - offset}`, count);
  const span = { bytes, offset, length: count, position: positionOf(named === undefined ? position : named['position']) };
  return { name: 'read', subject: buffer, work: (disk, machine) => checked(readSpan(disk, machine, fd, span), 'read') };
}

const READ_BYTES = 16_384;

/** `write(fd, buffer, offset, length, position)`, `write(fd, buffer, options)` or `write(fd, text, position, encoding)`. */
export function writeCall(given: unknown, data: unknown, third: unknown, fourth: unknown, fifth: unknown): Transfer<unknown> {
  const fd = fdOf(given);
  const span = typeof data === 'string' ? textSpan(data, third, fourth) : viewSpan(data, third, fourth, fifth);
  return { name: 'write', subject: data, work: (disk, machine) => checked(writeSpan(disk, machine, fd, span), 'write') };
}

function textSpan(text: string, position: unknown, encoding: unknown): Span {
  const bytes = bytesOf(text, encoding, 'buffer');
  return { bytes, offset: 0, length: bytes.length, position: typeof position === 'number' ? position : -1 };
}

function viewSpan(data: unknown, third: unknown, fourth: unknown, fifth: unknown): Span {
  const bytes = viewOf(data, 'buffer', 'of type string or an instance of Buffer, TypedArray, or DataView');
  const named: Options | undefined = typeof third === 'object' && third !== null ? { ...third } : undefined;
  const offset = offsetOf(named === undefined ? third : named['offset'], bytes.length);
  const length = (named === undefined ? fourth : named['length']) ?? bytes.length - offset;
  const count = integerOf(typeof length === 'function' ? bytes.length - offset : length, 'length');
  if (count > bytes.length - offset) throw outOfRange('length', `<= ${bytes.length - offset}`, count);
  if (count < 0) throw outOfRange('length', '>= 0', count);
  const position = named === undefined ? fifth : named['position'];
  return { bytes, offset, length: count, position: typeof position === 'number' ? position : -1 };
}

export function vectorCall(kind: 'read' | 'write', given: unknown, views: unknown, position: unknown): Transfer<readonly unknown[]> {
  const fd = fdOf(given);
  if (!Array.isArray(views)) throw invalidArgType('buffers', 'an ArrayBufferView[]', views);
  const spans = views.map((view: unknown) => {
    if (!ArrayBuffer.isView(view)) throw invalidArgType('buffers', 'an ArrayBufferView[]', views);
    return viewOf(view, 'buffers');
  });
  const start = typeof position === 'number' ? position : -1;
  return {
    name: `${kind}v`,
    subject: views,
    work: (disk, machine) => {
      let total = 0;
      for (const bytes of spans) {
        const span = { bytes, offset: 0, length: bytes.length, position: start < 0 ? -1 : start + total };
        const count = checked(kind === 'read' ? readSpan(disk, machine, fd, span) : writeSpan(disk, machine, fd, span), kind);
        total += count;
        if (count < bytes.length) break;
      }
      return total;
    },
  };
}

export function openInode(disk: VirtualDisk, fd: number, syscall: string): Inode {
  return found<Inode>(inodeOf(disk, fd), syscall);
}

function offsetOf(value: unknown, max: number): number {
  if (value === undefined || value === null || typeof value === 'function') return 0;
  const offset = integerOf(value, 'offset', 0);
  if (offset > max) throw outOfRange('offset', `<= ${max}`, offset);
  return offset;
}
