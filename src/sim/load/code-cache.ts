/**
 * Lowered and compiled code between processes. An entry counts only if it is whole, was written by this version for this very text, and is
 * understood by the running engine; anything else is as good as absent. Losing the folder costs time, never a result, so no failure of the
 * disk is worth a word. Nothing is written before `keep` is called: by then most functions that are used have been compiled, and whoever
 * only wants to look at a subject leaves nothing behind.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import { blake3Hex } from '../../base/blake3.ts';
import type { ModuleShape } from './module-shape.ts';

export interface CodeCacheOptions {
  readonly folder: string;
  /** Of Fozzy; entries of other versions are ignored. */
  readonly version: string;
  /** What the folder may hold; `CODE_CACHE_BYTES_MAX` unless given. */
  readonly bytesMax?: number;
}

/** What is worth keeping of a file that was lowered. */
export interface LoweredEntry {
  readonly shape: ModuleShape;
  readonly script: string;
}

/** About twenty large applications; whoever has more of them waits for the oldest again. */
const CODE_CACHE_BYTES_MAX = 256 * 1024 * 1024;

const ENTRY = /\.(?:js|v8)$/u;

interface Header {
  readonly version: string;
  /** Of the text the entry was made from. */
  readonly of: string;
  /** Of everything behind the header. */
  readonly checksum: string;
  readonly shape?: ModuleShape;
}

export class CodeCache {
  private readonly folder: string;
  private readonly version: string;
  private readonly bytesMax: number;
  private readonly lowered = new Map<string, LoweredEntry & { readonly of: string }>();
  private readonly compiled = new Map<string, { readonly script: Script; readonly of: string }>();
  private written = 0;

  constructor({ folder, version, bytesMax = CODE_CACHE_BYTES_MAX }: CodeCacheOptions) {
    this.folder = folder;
    this.version = version;
    this.bytesMax = bytesMax;
  }

  readLowered(name: string, of: string): LoweredEntry | undefined {
    const entry = this.read(`${name}.js`, of);
    if (entry?.header.shape === undefined) return undefined;
    return { shape: entry.header.shape, script: entry.body.toString('utf8') };
  }

  noteLowered(name: string, of: string, { shape, script }: LoweredEntry): void {
    this.lowered.set(name, { of, shape, script });
  }

  /** Compiled code; the engine itself refuses what another version or another processor wrote. */
  readCompiled(name: string, script: string): Buffer | undefined {
    return this.read(`${name}.v8`, blake3Hex(script))?.body;
  }

  noteCompiled(name: string, text: string, script: Script): void {
    this.compiled.set(name, { script, of: blake3Hex(text) });
  }

  /** Writes what is new since the last time. */
  keep(): void {
    if (this.lowered.size + this.compiled.size === 0) return;
    for (const [name, { of, shape, script }] of this.lowered) this.write(`${name}.js`, of, Buffer.from(script), shape);
    for (const [name, { script, of }] of this.compiled) this.write(`${name}.v8`, of, script.createCachedData(), undefined);
    this.lowered.clear();
    this.compiled.clear();
    this.forgetOldest();
  }

  /** Every edit of a file leaves an entry nobody will ask for again. */
  private forgetOldest(): void {
    try {
      const entries = readdirSync(this.folder).filter((name) => ENTRY.test(name));
      const files = entries.map((name) => join(this.folder, name)).map((path) => ({ path, stats: statSync(path) }));
      let bytes = files.reduce((sum, { stats }) => sum + stats.size, 0);
      for (const { path, stats } of files.toSorted((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)) {
        if (bytes <= this.bytesMax) return;
        rmSync(path, { force: true });
        bytes -= stats.size;
      }
    } catch {
      // Somebody else tidies up at the same time, or nobody can.
    }
  }

  private read(file: string, of: string): { readonly header: Header; readonly body: Buffer } | undefined {
    try {
      const bytes = readFileSync(join(this.folder, file));
      const end = bytes.indexOf(10);
      const header = JSON.parse(bytes.toString('utf8', 0, end)) as Header; // written below; whatever else it may be fails the comparisons
      const body = bytes.subarray(end + 1);
      const isMeant = header.version === this.version && header.of === of && header.checksum === checksum(header, body);
      return isMeant ? { header, body } : undefined;
    } catch {
      return undefined;
    }
  }

  private write(file: string, of: string, body: Buffer, shape: ModuleShape | undefined): void {
    const unsealed = { version: this.version, of, ...(shape === undefined ? {} : { shape }) };
    const header: Header = { ...unsealed, checksum: checksum(unsealed, body) };
    this.written += 1;
    const temporary = join(this.folder, `.${process.pid}-${this.written}.tmp`);
    try {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(temporary, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]));
      renameSync(temporary, join(this.folder, file));
    } catch {
      discard(temporary);
    }
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where nothing can be removed, nothing was written.
  }
}

function checksum({ version, of, shape }: Omit<Header, 'checksum'>, body: Uint8Array): string {
  return blake3Hex(`${version}\n${of}\n${JSON.stringify(shape ?? null)}\n${blake3Hex(body)}`);
}
