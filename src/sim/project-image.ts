/**
 * The real files of a project as simulated disks show them: read when a program asks, kept for the whole campaign, never written. Links
 * that lead out of the project (a workspace, a package store) are followed here, because what they lead to is invisible otherwise.
 */
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { blake3Hex } from '../base/blake3.ts';
import { type BaseEntry, type BaseReader, createImage, type ImageNode } from '../world/disk/image.ts';

/** What Fozzy and git write there while campaigns run is no part of any program. */
const HIDDEN: ReadonlySet<string> = new Set(['.fozzy', '.git']);

/** The files of one project, for all runs of a campaign. */
export class ProjectFiles {
  /** Absolute. */
  readonly root: string;
  readonly image: ImageNode;
  readonly #reader: HostReader;

  constructor(root: string) {
    this.root = root;
    this.#reader = new HostReader(root);
    this.image = createImage({ base: { root, reader: this.#reader } });
  }

  /** What programs have read so far: a run depends on it as much as on its code. */
  get read(): readonly { readonly path: string; readonly blake3: string }[] {
    return [...this.#reader.digests].map(([path, blake3]) => ({ path, blake3 }));
  }
}

class HostReader implements BaseReader {
  readonly digests = new Map<string, string>();
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  entries(path: string): readonly BaseEntry[] | undefined {
    try {
      const names = readdirSync(path).sort();
      return names.filter((name) => path !== this.#root || !HIDDEN.has(name)).flatMap((name) => this.#entry(path, name));
    } catch {
      return undefined;
    }
  }

  bytes(path: string): Uint8Array {
    const bytes = new Uint8Array(readFileSync(path));
    this.digests.set(path, blake3Hex(bytes));
    return bytes;
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
