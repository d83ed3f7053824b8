/** `node:os` of a machine that is the same everywhere: its name is the node's, everything else is pinned. */
import os from 'node:os';
import { current } from '../active.ts';
import { processOf } from '../process/sim-process.ts';
import { nodeError } from '../node-error.ts';
import { HOME } from '../../world/disk/image.ts';
import { copyModule } from './copy-module.ts';

const CPUS = 4;
const MEMORY_BYTES = 16 * 2 ** 30;
const MEMORY_FREE_BYTES = 8 * 2 ** 30;
/** Up long before the world began. */
const UP_SECONDS = 100_000;

/** Its address in the simulated network is the business of the network; this is what every machine says of itself. */
const LOOPBACK = {
  address: '127.0.0.1',
  netmask: '255.0.0.0',
  family: 'IPv4',
  mac: '00:00:00:00:00:00',
  internal: true,
  cidr: '127.0.0.1/8',
} as const;

const replaced = {
  hostname: () => current().host.name,
  uptime: () => UP_SECONDS + current().kernel.nowUs / 1e6,
  platform: () => 'linux',
  type: () => 'Linux',
  arch: () => 'x64',
  machine: () => 'x86_64',
  release: () => '6.1.0',
  version: () => '#1 SMP',
  endianness: () => 'LE',
  EOL: '\n',
  devNull: '/dev/null',
  loadavg: () => [0, 0, 0],
  freemem: () => MEMORY_FREE_BYTES,
  totalmem: () => MEMORY_BYTES,
  availableParallelism: () => CPUS,
  cpus: () =>
    Array.from({ length: CPUS }, () => ({ model: 'simulated', speed: 2000, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } })),
  networkInterfaces: () => ({ lo: [{ ...LOOPBACK }] }),
  tmpdir: () => environment('TMPDIR', '/tmp').replace(/(?<=.)\/$/u, ''),
  homedir: () => environment('HOME', HOME),
  userInfo: () => ({ uid: 1000, gid: 1000, username: 'node', homedir: environment('HOME', HOME), shell: '/bin/sh' }),
  getPriority: () => 0,
  setPriority: () => {
    throw Object.assign(nodeError('ERR_SYSTEM_ERROR', 'A system error occurred: uv_os_setpriority returned EACCES (permission denied)'), {
      errno: -13,
      syscall: 'uv_os_setpriority',
    });
  },
};

function environment(name: string, otherwise: string): string {
  const value = processOf(current()).env[name];
  return value === undefined || value === '' ? otherwise : value;
}

export const simOs: Record<string, unknown> = copyModule(os, replaced);
