/**
 * The real files of a project as simulated disks show them: read when a program asks, kept for the whole campaign, never written. Links
 * that lead out of the project (a workspace, a package store) are followed here, because what they lead to is invisible otherwise.
 */
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BaseEntry, type BaseReader, createImage, type ImageNode } from '../world/disk/image.ts';

const images = new Map<string, ImageNode>();

export function projectImage(root: string): ImageNode {
  let image = images.get(root);
  if (image === undefined) {
    image = createImage({ base: { root, reader: new HostReader(root) } });
    images.set(root, image);
  }
  return image;
}

class HostReader implements BaseReader {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  entries(path: string): readonly BaseEntry[] | undefined {
    try {
      const names = readdirSync(path).sort();
      return names.flatMap((name) => this.#entry(path, name));
    } catch {
      return undefined;
    }
  }

  bytes(path: string): Uint8Array {
    return new Uint8Array(readFileSync(path));
  }

  target(path: string): string {
    return readlinkSync(path);
  }

  /** Sockets, devices and what vanishes while we look are left out. */
  #entry(directory: string, name: string): readonly BaseEntry[] {
    const path = `${directory}/${name}`;
    try {
      const own = lstatSync(path);
      const stats = own.isSymbolicLink() && this.#leadsOut(directory, path) ? statSync(path) : own;
      const kind = stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'symlink' : stats.isFile() ? 'file' : undefined;
      return kind === undefined ? [] : [{ name, kind, executable: (stats.mode & 0o100) !== 0 }];
    } catch {
      return [];
    }
  }

  #leadsOut(directory: string, path: string): boolean {
    const target = resolve(realpathSync(directory), readlinkSync(path));
    return target !== this.#root && !target.startsWith(`${this.#root}/`);
  }
}
