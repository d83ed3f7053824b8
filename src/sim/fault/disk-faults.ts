/** What a scenario can ask to go wrong on disks. Each names the places where it can happen; the places carry it out. */
import { checkNode } from './named-node.ts';
import type { FaultSpec, FaultTarget } from './fault.ts';

export const IO_ERROR = 'disk-io-error';
export const DISK_FULL = 'disk-full';
export const SHORT_READ = 'disk-short-read';
export const SHORT_WRITE = 'disk-short-write';
export const SYNC_FAILURE = 'disk-sync-failure';
export const CORRUPT_READ = 'disk-corrupt-read';
export const MISDIRECTED_READ = 'disk-misdirected-read';

export interface DiskFaultOptions {
  /** How often it happens where it can; each run multiplies this by a factor of its own. */
  readonly rate?: number;
  /** How often it may happen in one run. */
  readonly times?: number;
  /** Only on this machine. */
  readonly node?: { readonly name: string };
  /** Only for files whose path fits. */
  readonly path?: RegExp | string;
}

const RATE = 0.1;
const TIMES = 3;

/** As often as on the network: it breaks nothing that was promised. */
const TIMES_LATE = 50;

export const diskFaults = {
  /** Operations that are waited for take longer: 5 ms to 5 s, or the time given. Others overtake them, and they keep one of the four threads busy. */
  diskLatency: ({ times = TIMES_LATE, ms, ...options }: DiskFaultOptions & { readonly ms?: number } = {}): FaultSpec =>
    diskFault('disk-latency', ['disk.pool'], { ...options, times }, { ms }),

  /** Reads, writes and syncs fail with EIO. */
  diskErrors: (options: DiskFaultOptions = {}): FaultSpec => diskFault(IO_ERROR, ['disk.read', 'disk.write', 'disk.sync'], options),

  /** Writes fail with ENOSPC. */
  diskFull: (options: DiskFaultOptions = {}): FaultSpec => diskFault(DISK_FULL, ['disk.write'], options),

  /** Reads return less than was asked for although there is more. */
  shortReads: (options: DiskFaultOptions = {}): FaultSpec => diskFault(SHORT_READ, ['disk.read'], options),

  /** Writes take less than was offered. */
  shortWrites: (options: DiskFaultOptions = {}): FaultSpec => diskFault(SHORT_WRITE, ['disk.write'], options),

  /** fsync fails and forgets what it should have written: it can be read until power is lost, and a second fsync reports success. */
  syncFailures: (options: DiskFaultOptions = {}): FaultSpec => diskFault(SYNC_FAILURE, ['disk.sync'], options),

  /** Reads return bytes of another place of the file. What lies on the disk stays intact, so reading again helps. */
  misdirectedReads: (options: DiskFaultOptions = {}): FaultSpec => diskFault(MISDIRECTED_READ, ['disk.read'], options),

  /** Reads return a wrong byte. What lies on the disk stays intact, so reading again helps. */
  corruptReads: (options: DiskFaultOptions = {}): FaultSpec => diskFault(CORRUPT_READ, ['disk.read'], options),
};

function diskFault(
  type: string,
  sites: FaultSpec['sites'],
  options: DiskFaultOptions,
  settings: Readonly<Record<string, unknown>> = {},
): FaultSpec {
  const { rate = RATE, times = TIMES, node, path } = options;
  checkNode(node, 'faults of the disk, { node }');
  const matches = (target: FaultTarget): boolean =>
    (node === undefined || target.machine.name === node.name) && (path === undefined || pathFits(path, target.name));
  return { type, sites, rate, times, matches, settings };
}

function pathFits(wanted: RegExp | string, path: string | undefined): boolean {
  if (path === undefined) return false;
  return typeof wanted === 'string' ? path === wanted : path.search(wanted) !== -1;
}
