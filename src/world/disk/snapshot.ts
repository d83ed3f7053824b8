/** What can be found on a disk by walking it, as plain data: for tests, for comparing crash states, for people. */
import { RollingHash } from '../../base/rolling-hash.ts';
import type { Inode } from './inode.ts';
import type { VirtualDisk } from './virtual.ts';

export type SnapshotEntry =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: 'directory'; readonly mode: number }
  | { readonly kind: 'symlink'; readonly target: string };

/** By absolute path, sorted. Real files of the project that nobody changed are left out, and so are directories of the image. */
export type Snapshot = ReadonlyMap<string, SnapshotEntry>;

export function snapshotOf(disk: VirtualDisk): Snapshot {
  const found = new Map<string, SnapshotEntry>();
  visit(disk, disk.root, '', found);
  return found;
}

/** Sixteen digits that two snapshots share exactly if they hold the same. */
export function snapshotDigest(snapshot: Snapshot): string {
  const hash = new RollingHash();
  for (const [path, entry] of snapshot) {
    hash.mixString(path);
    hash.mixString(entry.kind);
    if (entry.kind === 'symlink') hash.mixString(entry.target);
    else hash.mix(entry.mode);
    if (entry.kind !== 'file') continue;
    hash.mix(entry.bytes.length);
    for (const byte of entry.bytes) hash.mix(byte);
  }
  return hash.hex();
}

function visit(disk: VirtualDisk, directory: Inode, path: string, found: Map<string, SnapshotEntry>): void {
  const { image } = directory;
  const names = image?.isReal === true ? touchedNames(directory) : disk.names(directory);
  for (const name of names) {
    const inode = disk.lookup(directory, name);
    if (inode === undefined) continue;
    const at = `${path}/${name}`;
    if (inode.isDirectory) {
      // A directory somebody merely passed through is still the image's.
      if (inode.image === undefined) found.set(at, { kind: 'directory', mode: inode.mode });
      visit(disk, inode, at, found);
    } else if (inode.isSymlink) {
      if (inode.image === undefined) found.set(at, { kind: 'symlink', target: inode.target });
    } else if (inode.isFile && !isUntouched(inode)) {
      const content = disk.contentOf(inode);
      found.set(at, { kind: 'file', bytes: content.slice(0, content.size), mode: inode.mode });
    }
  }
}

function isUntouched(inode: Inode): boolean {
  return inode.image?.isReal === true && (inode.content === undefined || inode.content.isShared);
}

/** Listing a real directory would read all of node_modules for nothing. */
function touchedNames(directory: Inode): readonly string[] {
  const names: string[] = [];
  for (const [name, inode] of directory.entries ?? []) if (inode !== undefined) names.push(name);
  return names.sort();
}

/** A name of the inode, if it has one; found by looking everywhere anybody has been. */
export function pathOf(disk: VirtualDisk, wanted: Inode | undefined): string | undefined {
  return wanted === disk.root ? '/' : searchBelow(disk.root, '', wanted);
}

function searchBelow(directory: Inode, path: string, wanted: Inode | undefined): string | undefined {
  for (const [name, inode] of directory.entries ?? []) {
    if (inode === undefined) continue;
    if (inode === wanted) return `${path}/${name}`;
    const below = inode.isDirectory ? searchBelow(inode, `${path}/${name}`, wanted) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}
