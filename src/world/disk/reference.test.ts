import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Decode, utf8Encode } from '../../base/utf8.ts';
import { truncate } from './attribute-calls.ts';
import { errno } from './errno.ts';
import { close, open, write } from './file-calls.ts';
import { createImage } from './image.ts';
import { link, mkdir, rename, rmdir, unlink } from './name-calls.ts';
import { O_APPEND, O_CREAT, O_TRUNC, O_WRONLY } from './open-file.ts';
import { presetDirectory } from './preset.ts';
import { snapshotOf } from './snapshot.ts';
import { VirtualDisk } from './virtual.ts';

/** A file system so simple that it can be checked by reading: paths and what they name. Hard links share the box of their text. */
class Reference {
  readonly nodes = new Map<string, 'directory' | { text: string }>([['/d', 'directory']]);

  put(path: string, text: string, appending: boolean): number {
    const node = this.nodes.get(path);
    if (node === 'directory') return errno.EISDIR;
    const missing = this.#parentFailure(path);
    if (missing !== 0) return missing;
    if (node === undefined) this.nodes.set(path, { text });
    else node.text = appending ? node.text + text : text;
    return 0;
  }

  truncate(path: string, size: number): number {
    const missing = this.#parentFailure(path);
    if (missing !== 0) return missing;
    const node = this.nodes.get(path);
    if (node === undefined) return errno.ENOENT;
    if (node === 'directory') return errno.EISDIR;
    node.text = node.text.slice(0, size).padEnd(size, '\0');
    return 0;
  }

  mkdir(path: string): number {
    const missing = this.#parentFailure(path);
    if (missing !== 0) return missing;
    if (this.nodes.has(path)) return errno.EEXIST;
    this.nodes.set(path, 'directory');
    return 0;
  }

  rmdir(path: string): number {
    const missing = this.#parentFailure(path);
    if (missing !== 0) return missing;
    const node = this.nodes.get(path);
    if (node === undefined) return errno.ENOENT;
    if (node !== 'directory') return errno.ENOTDIR;
    if (this.#below(path).length > 0) return errno.ENOTEMPTY;
    this.nodes.delete(path);
    return 0;
  }

  unlink(path: string): number {
    const missing = this.#parentFailure(path);
    if (missing !== 0) return missing;
    const node = this.nodes.get(path);
    if (node === undefined) return errno.ENOENT;
    if (node === 'directory') return errno.EISDIR;
    this.nodes.delete(path);
    return 0;
  }

  link(from: string, to: string): number {
    const missing = this.#parentFailure(from);
    if (missing !== 0) return missing;
    const node = this.nodes.get(from);
    if (node === undefined) return errno.ENOENT;
    if (node === 'directory') return errno.EPERM;
    const there = this.#parentFailure(to);
    if (there !== 0) return there;
    if (this.nodes.has(to)) return errno.EEXIST;
    this.nodes.set(to, node);
    return 0;
  }

  rename(from: string, to: string): number {
    const missing = this.#parentFailure(from);
    if (missing !== 0) return missing;
    const node = this.nodes.get(from);
    if (node === undefined) return errno.ENOENT;
    const there = this.#parentFailure(to);
    if (there !== 0) return there;
    const target = this.nodes.get(to);
    if (node === 'directory' && to.startsWith(`${from}/`)) return errno.EINVAL;
    if (from === to || (node === target && node !== 'directory')) return 0;
    if (node === 'directory' && target !== undefined && target !== 'directory') return errno.ENOTDIR;
    if (node !== 'directory' && target === 'directory') return errno.EISDIR;
    if (target === 'directory' && this.#below(to).length > 0) return errno.ENOTEMPTY;
    const moved = this.#below(from).map((path) => [path, this.nodes.get(path)] as const);
    for (const path of [from, ...this.#below(from)]) this.nodes.delete(path);
    this.nodes.set(to, node);
    for (const [path, each] of moved) if (each !== undefined) this.nodes.set(to + path.slice(from.length), each);
    return 0;
  }

  #below(path: string): string[] {
    return [...this.nodes.keys()].filter((each) => each.startsWith(`${path}/`));
  }

  #parentFailure(path: string): number {
    const parent = this.nodes.get(path.slice(0, path.lastIndexOf('/')));
    if (parent === 'directory') return 0;
    if (parent !== undefined) return errno.ENOTDIR;
    const above = this.#parentFailure(path.slice(0, path.lastIndexOf('/')));
    return above === 0 ? errno.ENOENT : above;
  }
}

interface Both {
  readonly disk: VirtualDisk;
  readonly reference: Reference;
}

type Step = (both: Both) => readonly [number, number];

function put(disk: VirtualDisk, path: string, text: string, appending: boolean): number {
  const fd = open(disk, path, O_WRONLY | O_CREAT | (appending ? O_APPEND : O_TRUNC), 0o644);
  if (fd < 0) return fd;
  const bytes = utf8Encode(text);
  write(disk, fd, bytes, 0, bytes.length, -1);
  return close(disk, fd);
}

const path = fc.constantFrom('/d/a', '/d/b', '/d/x', '/d/y', '/d/x/a', '/d/x/y', '/d/y/x', '/d/x/y/a');
const text = fc.constantFrom('', 'one', 'two!', 'three three');
const steps = fc.array(
  fc.oneof(
    fc.tuple(path, text, fc.boolean()).map(
      ([at, data, appending]): Step =>
        ({ disk, reference }) => [put(disk, at, data, appending), reference.put(at, data, appending)],
    ),
    fc.tuple(path, fc.nat(12)).map(
      ([at, size]): Step =>
        ({ disk, reference }) => [truncate(disk, at, size), reference.truncate(at, size)],
    ),
    path.map(
      (at): Step =>
        ({ disk, reference }) => [mkdir(disk, at, 0o755), reference.mkdir(at)],
    ),
    path.map(
      (at): Step =>
        ({ disk, reference }) => [rmdir(disk, at), reference.rmdir(at)],
    ),
    path.map(
      (at): Step =>
        ({ disk, reference }) => [unlink(disk, at), reference.unlink(at)],
    ),
    fc.tuple(path, path).map(
      ([from, to]): Step =>
        ({ disk, reference }) => [link(disk, from, to), reference.link(from, to)],
    ),
    fc.tuple(path, path).map(
      ([from, to]): Step =>
        ({ disk, reference }) => [rename(disk, from, to), reference.rename(from, to)],
    ),
  ),
  { maxLength: 40 },
);

test('any sequence of calls answers and leaves what a plain table of paths would', () => {
  const image = createImage();
  fc.assert(
    fc.property(steps, (sequence) => {
      const disk = new VirtualDisk({ image, clock: () => 0 });
      presetDirectory(disk, '/d');
      const reference = new Reference();
      for (const step of sequence) {
        const [simulated, expected] = step({ disk, reference });
        expect(simulated).toBe(expected);
      }
      const left = [...snapshotOf(disk)].map(([at, entry]) => [at, entry.kind === 'file' ? utf8Decode(entry.bytes) : entry.kind]);
      const expected = [...reference.nodes].map(([at, node]) => [at, node === 'directory' ? node : node.text]);
      expect(Object.fromEntries(left)).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 400 },
  );
});
