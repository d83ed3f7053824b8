/** Puts files on a fresh disk, as durable as if they had always been there, together with the directories they need. */
import { utf8Encode } from '../../base/utf8.ts';
import { Content } from './content.ts';
import { type Inode, S_IFDIR, S_IFREG } from './inode.ts';
import type { VirtualDisk } from './virtual.ts';

export function presetFile(disk: VirtualDisk, path: string, data: string | Uint8Array): void {
  const cut = path.lastIndexOf('/');
  const directory = presetDirectory(disk, path.slice(0, cut));
  const name = path.slice(cut + 1);
  const file = disk.create(directory, name, S_IFREG | 0o644);
  file.content = Content.sharing(typeof data === 'string' ? utf8Encode(data) : data.slice());
  disk.setSlot(directory, name, file);
  disk.count(file.content);
}

/** Directories made on the way belong to the user: whoever presets a file wants the program to work there. */
export function presetDirectory(disk: VirtualDisk, path: string): Inode {
  let at = disk.root;
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    const next = disk.lookup(at, name);
    if (next?.isDirectory === true) {
      at = next;
      continue;
    }
    const made = disk.create(at, name, S_IFDIR | 0o755);
    disk.setSlot(at, name, made);
    at = made;
  }
  return at;
}
