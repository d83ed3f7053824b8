/**
 * What V8 made of the program, kept beside the build, so that the next process need not parse and compile it again; that is most of what
 * starting costs. It is only ever a copy: absent, damaged, made by another Node or in a place nobody may write, everything works without.
 *
 * V8 compiles a function when it is first called, so a copy knows the functions of the processes it was made by. It says which chunks
 * they ran, and whoever runs one that is not among them replaces it at the end by a copy that knows both.
 *
 * The code of users has a cache of its own (`src/sim/load/code-cache.ts`), which is part of the program and needs it loaded.
 */
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { crc32 } from 'node:zlib';

/** Copies for other versions and flags of Node are kept up to here; each is a few megabytes. */
const GENERATIONS_MAX = 4;

/** Checksum, then length of what follows: the list of chunks as JSON, and the data of V8. */
const HEADER_BYTES = 8;

export interface Compiled {
  /** For V8. */
  readonly data: Buffer;
  /** Names of the chunks that ran in the processes it was made by. */
  readonly known: ReadonlySet<string>;
}

export class ProgramCache {
  readonly #folder: string;
  readonly #generation: string;

  /** `build` names the very sources: V8 itself compares no more than their length. */
  constructor(folder: string, build: string) {
    this.#folder = folder;
    this.#generation = join(folder, `${build}-${process.version}-${process.arch}-${cachedDataVersionTag().toString(16)}`);
  }

  read(name: string): Compiled | undefined {
    try {
      const bytes = readFileSync(this.#path(name));
      const rest = bytes.subarray(4);
      if (bytes.readUInt32LE(0) !== crc32(rest)) return undefined;
      const end = HEADER_BYTES + bytes.readUInt32LE(4);
      // Reason for the cast: the checksum says that these are the bytes `write` wrote.
      const known = JSON.parse(bytes.toString('utf8', HEADER_BYTES, end)) as readonly string[];
      return { data: bytes.subarray(end), known: new Set(known) };
    } catch {
      return undefined;
    }
  }

  /** Asked before anything is made that could not be kept. */
  isWritable(): boolean {
    try {
      if (!this.#exists()) {
        mkdirSync(this.#generation, { recursive: true });
        this.#forgetOld();
      }
      accessSync(this.#generation, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  }

  write(name: string, { data, known }: Compiled): void {
    const list = Buffer.from(JSON.stringify([...known]));
    const bytes = Buffer.concat([Buffer.alloc(HEADER_BYTES), list, data]);
    bytes.writeUInt32LE(list.length, 4);
    bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
    const draft = `${this.#path(name)}.${process.pid}-${performance.now().toString(36)}`;
    try {
      writeFileSync(draft, bytes);
      renameSync(draft, this.#path(name));
    } catch {
      removeQuietly(draft);
    }
  }

  #path(name: string): string {
    return join(this.#generation, `${name}.bin`);
  }

  #exists(): boolean {
    return statSync(this.#generation, { throwIfNoEntry: false }) !== undefined;
  }

  #forgetOld(): void {
    const folders = readdirSync(this.#folder).map((name) => join(this.#folder, name));
    const byAge = folders.map((folder) => ({ folder, age: statSync(folder).mtimeMs })).toSorted((a, b) => b.age - a.age);
    for (const { folder } of byAge.slice(GENERATIONS_MAX)) rmSync(folder, { recursive: true, force: true });
  }
}

/** A disk that was too full to write may also be one from which nothing can be removed. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Then it stays until the folder is deleted.
  }
}
