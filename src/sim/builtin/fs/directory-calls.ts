/** Listing directories. In which order a file system gives names is open, so it is a decision; the calm answer is sorted by name. */
import type { Inode } from '../../../world/disk/inode.ts';
import { readableDirectory } from '../../../world/disk/name-calls.ts';
import type { VirtualDisk } from '../../../world/disk/virtual.ts';
import type { Machine } from '../../machine.ts';
import { encodedName, optionsOf, pathOf } from './arguments.ts';
import type { Call } from './call.ts';
import { Dirent, direntKind } from './dirent.ts';
import { found } from './fs-error.ts';

export type Listing = (string | Buffer)[] | Dirent[];

const SORTED = 0;
const REVERSED = 1;
const ORDERS = 3;

export function readdirCall(given: unknown, options: unknown): Call<Listing> {
  const path = pathOf(given);
  const { encoding, withFileTypes, recursive } = optionsOf(options);
  return {
    name: 'readdir',
    path: path.given,
    work: (disk, machine) => {
      const directory = found<Inode>(readableDirectory(disk, path.full), 'scandir', path.given);
      const entries: Dirent[] = [];
      collect({ disk, machine, encoding, recursive: recursive === true }, directory, path.given, entries);
      if (withFileTypes === true) return entries;
      return entries.map((entry) => (recursive === true ? relativeName(path.given, entry) : entry.name));
    },
  };
}

/** The names of one directory in the order this file system happens to give. */
export function orderedNames(disk: VirtualDisk, machine: Machine, directory: Inode): string[] {
  const names = disk.names(directory);
  if (names.length < 2) return names;
  const order = machine.kernel.choose('readdir order', ORDERS);
  if (order === SORTED) return names;
  if (order === REVERSED) return names.reverse();
  for (let last = names.length - 1; last > 0; last -= 1) {
    const other = machine.random.nextBelow(last + 1);
    [names[last], names[other]] = [names[other] ?? '', names[last] ?? ''];
  }
  return names;
}

interface Walk {
  readonly disk: VirtualDisk;
  readonly machine: Machine;
  readonly encoding: unknown;
  readonly recursive: boolean;
}

/** Breadth first, as Node lists recursively. */
function collect(walk: Walk, directory: Inode, path: string, entries: Dirent[]): void {
  const deeper: { readonly inode: Inode; readonly path: string }[] = [];
  for (const name of orderedNames(walk.disk, walk.machine, directory)) {
    const inode = walk.disk.lookup(directory, name);
    if (inode === undefined) continue;
    entries.push(new Dirent(encodedName(name, walk.encoding), path, direntKind(inode)));
    if (walk.recursive && inode.isDirectory) deeper.push({ inode, path: `${path === '/' ? '' : path}/${name}` });
  }
  for (const each of deeper) collect(walk, each.inode, each.path, entries);
}

function relativeName(root: string, entry: Dirent): string {
  const full = `${entry.parentPath}/${String(entry.name)}`;
  return full.slice(root.length).replace(/^\/+/u, '');
}
