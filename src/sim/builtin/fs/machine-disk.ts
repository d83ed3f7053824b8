/** The disk of a machine: made when its code first asks, kept over restarts, and hit by whatever brings the machine down. */
import { crash } from '../../../world/disk/crash.ts';
import { createImage, type ImageNode } from '../../../world/disk/image.ts';
import { VirtualDisk } from '../../../world/disk/virtual.ts';
import type { Down, Machine, Part } from '../../machine.ts';

/** Machines without files of their own share one image per working directory. */
const plainImages = new Map<string, ImageNode>();

const diskPart: Part<VirtualDisk> = {
  name: 'disk',
  create: (machine) => new VirtualDisk({ image: imageOf(machine), clock: () => wallUs(machine) }),
  down(machine: Machine, disk: VirtualDisk, { how }: Down): VirtualDisk {
    disk.onChange = undefined;
    crash(disk, how === 'power-loss' ? 'power-loss' : 'process', (label, count) =>
      machine.kernel.choose(`${machine.name} ${label}`, count),
    );
    return disk;
  },
};

export function diskOf(machine: Machine): VirtualDisk {
  return machine.part(diskPart);
}

/** Wall-clock time of the machine; a disk reads it more finely than programs, and without being counted as a program that waits. */
function wallUs(machine: Machine): number {
  const { nowUs, epochMs } = machine.kernel;
  const drift = machine.driftPpm === 0 ? 0 : ((nowUs - machine.driftSinceUs) * machine.driftPpm) / 1e6;
  return epochMs * 1000 + nowUs + machine.skewUs + Math.floor(drift);
}

function imageOf(machine: Machine): ImageNode {
  const { image, cwd = '/' } = machine.options;
  if (image !== undefined) return image;
  let plain = plainImages.get(cwd);
  if (plain === undefined) {
    plain = createImage({ directories: [cwd] });
    plainImages.set(cwd, plain);
  }
  return plain;
}
