/** An entry of a directory with its kind, as `readdir` with `withFileTypes` returns it. */
import type { Inode } from '../../../world/disk/inode.ts';
import { DIRENT_CHARACTER, DIRENT_DIRECTORY, DIRENT_FILE, DIRENT_LINK } from './constants.ts';

export class Dirent {
  readonly name: string | Buffer;
  readonly parentPath: string;
  readonly path: string;
  readonly #kind: number;

  constructor(name: string | Buffer, parentPath: string, kind: number) {
    this.name = name;
    this.parentPath = parentPath;
    this.path = parentPath;
    this.#kind = kind;
  }

  isFile(): boolean {
    return this.#kind === DIRENT_FILE;
  }

  isDirectory(): boolean {
    return this.#kind === DIRENT_DIRECTORY;
  }

  isSymbolicLink(): boolean {
    return this.#kind === DIRENT_LINK;
  }

  isCharacterDevice(): boolean {
    return this.#kind === DIRENT_CHARACTER;
  }

  isBlockDevice(): boolean {
    return false;
  }

  isFIFO(): boolean {
    return false;
  }

  isSocket(): boolean {
    return false;
  }
}

export function direntKind(inode: Inode): number {
  if (inode.isDirectory) return DIRENT_DIRECTORY;
  if (inode.isSymlink) return DIRENT_LINK;
  return inode.isFile ? DIRENT_FILE : DIRENT_CHARACTER;
}
