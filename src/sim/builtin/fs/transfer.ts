/**
 * Moving bytes between programs and the disk, with everything that can go wrong there: failed and short transfers, a full disk, wrong
 * bytes, a sync that loses what it should have saved. Standard output and error are descriptors too, but lead to the machine's console.
 */
import { errno } from '../../../world/disk/errno.ts';
import { failSync, fsync, read, write } from '../../../world/disk/file-calls.ts';
import type { VirtualDisk } from '../../../world/disk/virtual.ts';
import type { FaultSite, Firing } from '../../fault/fault.ts';
import { CORRUPT_READ, DISK_FULL, IO_ERROR, MISDIRECTED_READ, SHORT_READ, SHORT_WRITE, SYNC_FAILURE } from '../../fault/disk-faults.ts';
import type { Machine } from '../../machine.ts';
import { write as writeOutput } from '../../process/output-stream.ts';

const PAGE_BYTES = 4096;

export interface Span {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly length: number;
  /** Below zero: where the descriptor stands. */
  readonly position: number;
}

/** Bytes read, or a failure. */
export function readSpan(disk: VirtualDisk, machine: Machine, fd: number, span: Span): number {
  if (fd === 0) return 0;
  const fault = faultAt(disk, machine, 'disk.read', fd);
  let { length } = span;
  if (fault?.spec.type === IO_ERROR) {
    fault.mattered();
    return errno.EIO;
  }
  if (fault?.spec.type === SHORT_READ && length > 1) length = shortened(fault, length);
  const count = read(disk, fd, span.bytes, span.offset, length, span.position);
  if (fault?.spec.type === CORRUPT_READ && count > 0) corrupt(fault, span, count);
  if (fault?.spec.type === MISDIRECTED_READ && count > 0) misdirect(fault, disk, fd, span, count);
  return count;
}

export function writeSpan(disk: VirtualDisk, machine: Machine, fd: number, span: Span): number {
  if (fd === 1 || fd === 2) {
    writeOutput(machine, fd, Buffer.from(span.bytes.subarray(span.offset, span.offset + span.length)).toString());
    return span.length;
  }
  const fault = faultAt(disk, machine, 'disk.write', fd);
  let { length } = span;
  if (fault !== undefined && length > 0) {
    if (fault.spec.type === IO_ERROR || fault.spec.type === DISK_FULL) {
      fault.mattered();
      return fault.spec.type === IO_ERROR ? errno.EIO : errno.ENOSPC;
    }
    if (fault.spec.type === SHORT_WRITE && length > 1) length = shortened(fault, length);
  }
  return write(disk, fd, span.bytes, span.offset, length, span.position);
}

export function syncFile(disk: VirtualDisk, machine: Machine, fd: number, extent: 'all' | 'data'): number {
  const fault = disk.files[fd] === undefined ? undefined : faultAt(disk, machine, 'disk.sync', fd);
  if (fault !== undefined) {
    fault.mattered();
    return fault.spec.type === SYNC_FAILURE ? failSync(disk, fd) : errno.EIO;
  }
  return fsync(disk, fd, extent);
}

function faultAt(disk: VirtualDisk, machine: Machine, site: FaultSite, fd: number): Firing | undefined {
  return machine.kernel.fault(site, { machine, name: disk.files[fd]?.path });
}

/** All but the last byte at the mildest, one byte at the worst. */
function shortened(fault: Firing, length: number): number {
  const lengths = [length - 1, length >> 1, 1];
  fault.mattered();
  return Math.max(1, lengths[fault.choose('length', lengths.length)] ?? 1);
}

/** One page before or after the place that was asked for; a file that has no other page cannot be misread. */
function misdirect(fault: Firing, disk: VirtualDisk, fd: number, span: Span, count: number): void {
  const file = disk.files[fd];
  if (file === undefined) return;
  const at = span.position < 0 ? file.position - count : span.position;
  const content = disk.contentOf(file.inode);
  const elsewhere = at >= PAGE_BYTES ? at - PAGE_BYTES : at + PAGE_BYTES;
  const wrong = content.slice(elsewhere, Math.min(elsewhere + count, content.size));
  for (const [index, byte] of wrong.entries()) {
    if (span.bytes[span.offset + index] !== byte) fault.mattered();
    span.bytes[span.offset + index] = byte;
  }
}

/** One byte is not what was written: the first, the middle one or the last. */
function corrupt(fault: Firing, span: Span, count: number): void {
  const places = [0, count >> 1, count - 1];
  const at = span.offset + (places[fault.choose('place', places.length)] ?? 0);
  span.bytes[at] = (span.bytes[at] ?? 0) ^ 0x01;
  fault.mattered();
}
