/** The disk of a machine: made when its code first asks, kept over restarts, and hit by whatever brings the machine down. */
import { inodeAt } from '../../../world/disk/attribute-calls.ts';
import { crash } from '../../../world/disk/crash.ts';
import { errno } from '../../../world/disk/errno.ts';
import { createImage } from '../../../world/disk/image.ts';
import { realpath } from '../../../world/disk/name-calls.ts';
import { presetDirectory, presetFile } from '../../../world/disk/preset.ts';
import { VirtualDisk } from '../../../world/disk/virtual.ts';
import { found, fsError } from './fs-error.ts';
import type { Down, Machine, Part } from '../../machine.ts';

/** For machines that see no real files. */
const plainImage = createImage();

const diskPart: Part<VirtualDisk> = {
  name: 'disk',
  create(machine) {
    const { image = plainImage, cwd, env, files } = machine.options;
    const disk = new VirtualDisk({ image, clock: () => wallUs(machine) });
    if (cwd !== undefined) presetDirectory(disk, cwd);
    if (env?.['HOME']?.startsWith('/') === true) presetDirectory(disk, env['HOME']);
    for (const [path, data] of Object.entries(files ?? {})) presetFile(disk, path.startsWith('/') ? path : `${cwd ?? ''}/${path}`, data);
    return disk;
  },
  down(machine: Machine, disk: VirtualDisk, { how }: Down): VirtualDisk {
    disk.onChange = undefined;
    const { kernel, name, life } = machine;
    const loss = crash(disk, how === 'power-loss' ? 'power-loss' : 'process', {
      choose: (label, count) => kernel.choose(`${name} ${label}`, count, 0, 'even'),
      happens: (label, rate) => kernel.happens(`${name} ${label}`, rate),
      sample: (number) => kernel.entropy.splitStream(`${name} crash ${life} ${number}`),
      isTold: kernel.observed,
    });
    if (loss !== undefined) {
      kernel.powerLosses.push({
        disk: `${name} ${loss.digest}`,
        lost: loss.lostCount,
        ...(loss.states === undefined ? { isSampled: true } : {}),
      });
      if (kernel.observed) kernel.note('disk_state', { target: name, pending: loss.pending, lost: loss.lost.join('; ') });
    }
    return disk;
  },
};

/** Processes and threads that a machine started work on its disk. */
export function diskOf(machine: Machine): VirtualDisk {
  return machine.host.part(diskPart);
}

/** The directory a process changes to: must exist, and has the name it has without links. */
export function directoryOn(machine: Machine, given: string, from: string): string {
  const disk = diskOf(machine);
  const full = given.startsWith('/') ? given : `${from}/${given}`;
  const inode = inodeAt(disk, full, true);
  if (typeof inode === 'number') throw fsError(inode, 'chdir', from, given);
  if (!inode.isDirectory) throw fsError(errno.ENOTDIR, 'chdir', from, given);
  return found<string>(realpath(disk, full), 'chdir', from);
}

/** For those that only want to look. */
export function diskIfAny(machine: Machine): VirtualDisk | undefined {
  return machine.host.peek(diskPart);
}

/** Wall-clock time of the machine; a disk reads it more finely than programs, and without being counted as a program that waits. */
function wallUs(machine: Machine): number {
  const { nowUs, epochMs } = machine.kernel;
  return epochMs * 1000 + nowUs + Math.floor(machine.wrongByUs(nowUs));
}
