/** Tells those who watch files of a machine about changes of its disk, each one in order, as events of their own. */
import type { Inode } from '../../../world/disk/inode.ts';
import type { ChangeKind, VirtualDisk } from '../../../world/disk/virtual.ts';
import { Channel } from '../../channel.ts';
import type { Machine, Part } from '../../machine.ts';
import { diskOf } from './machine-disk.ts';

/** How long a kernel takes to report a change. */
const NOTICE_US = 100;

export interface Watching {
  readonly inode: Inode;
  /** What a watcher of a single file calls it. */
  readonly name: string;
  readonly recursive: boolean;
  /** Runs as an event of its own. */
  notice(kind: ChangeKind, name: string): void;
}

interface Watcher {
  readonly watching: Watching;
  readonly channel: Channel;
}

export class WatchHub {
  readonly #machine: Machine;
  readonly #disk: VirtualDisk;
  readonly #watchers = new Map<Watching, Watcher>();
  /** Called after every change, whatever it was; for those who compare. */
  readonly changed = new Set<() => void>();

  constructor(machine: Machine) {
    this.#machine = machine;
    this.#disk = diskOf(machine);
    this.#disk.onChange = (kind, directory, name, inode) => this.#tell(kind, directory, name, inode);
  }

  add(watching: Watching): void {
    this.#watchers.set(watching, { watching, channel: new Channel(this.#machine) });
  }

  remove(watching: Watching): void {
    this.#watchers.get(watching)?.channel.clear();
    this.#watchers.delete(watching);
  }

  #tell(kind: ChangeKind, directory: Inode | undefined, name: string, inode: Inode): void {
    for (const { watching, channel } of this.#watchers.values()) {
      const seen = nameSeen(this.#disk, watching, directory, name, inode);
      if (seen !== undefined) channel.send('fs watch', NOTICE_US, () => watching.notice(kind, seen), undefined);
    }
    for (const each of this.changed) each();
  }
}

/** Under which name a watcher hears of a change; undefined = not at all. */
function nameSeen(disk: VirtualDisk, watching: Watching, directory: Inode | undefined, name: string, inode: Inode): string | undefined {
  if (!watching.inode.isDirectory) return watching.inode === inode ? watching.name : undefined;
  if (directory === watching.inode) return name === '' ? undefined : name;
  if (!watching.recursive) return undefined;
  let below = name;
  for (let at = directory; at !== undefined && at !== disk.root; at = at.parent) {
    if (at === watching.inode) return below;
    const own = ownName(at);
    if (own === undefined) return undefined;
    below = `${own}/${below}`;
  }
  return undefined;
}

function ownName(directory: Inode): string | undefined {
  for (const [name, inode] of directory.parent?.entries ?? []) if (inode === directory) return name;
  return undefined;
}

const hubPart: Part<WatchHub> = { name: 'file watchers', create: (machine) => new WatchHub(machine) };

export function hubOf(machine: Machine): WatchHub {
  return machine.part(hubPart);
}
