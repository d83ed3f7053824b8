/** `FileHandle` of `fs/promises`: an open file that is closed once, after everything that still uses it. */
import { EventEmitter } from 'node:events';
import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type AnyCall, calls, promise } from './calls.ts';
import { readCall, vectorCall, writeCall } from './fd-calls.ts';
import { notSimulated, type NodeError } from '../../node-error.ts';

/** Makes file streams over a handle; set by streams.ts, which needs this file for its own part. */
export interface HandleStreams {
  read(handle: FileHandle, options: unknown): Readable;
  write(handle: FileHandle, options: unknown): unknown;
}

export class FileHandle extends EventEmitter {
  #fd: number;
  /** Streams that still use it; closing waits for them. */
  #users = 1;
  #closing: Promise<void> | undefined;
  #whenUnused: (() => void) | undefined;
  readonly #streams: HandleStreams;

  constructor(fd: number, streams: HandleStreams) {
    super();
    this.#fd = fd;
    this.#streams = streams;
  }

  get fd(): number {
    return this.#fd;
  }

  getAsyncId(): number {
    return 0;
  }

  async appendFile(data: unknown, options?: unknown): Promise<void> {
    await this.writeFile(data, options);
  }

  async chmod(mode: unknown): Promise<void> {
    await this.#carryOut(calls.fchmod(this.#open('fchmod'), mode));
  }

  async chown(uid: unknown, gid: unknown): Promise<void> {
    await this.#carryOut(calls.fchown(this.#open('fchown'), uid, gid));
  }

  async datasync(): Promise<void> {
    await this.#carryOut(calls.fdatasync(this.#open('fdatasync')));
  }

  async sync(): Promise<void> {
    await this.#carryOut(calls.fsync(this.#open('fsync')));
  }

  async read(buffer?: unknown, offset?: unknown, length?: unknown, position?: unknown): Promise<{ bytesRead: number; buffer: unknown }> {
    const call = readCall(this.#open('read'), buffer, offset, length, position);
    return { bytesRead: await this.#carryOut(call), buffer: call.subject };
  }

  async readv(buffers: unknown, position?: unknown): Promise<{ bytesRead: number; buffers: unknown }> {
    const call = vectorCall('read', this.#open('readv'), buffers, position);
    return { bytesRead: await this.#carryOut(call), buffers };
  }

  async readFile(options?: unknown): Promise<Buffer | string> {
    return this.#carryOut(calls.readFile(this.#open('readFile'), options));
  }

  readLines(options?: object): Interface {
    return createInterface({ input: this.createReadStream(options), crlfDelay: Number.POSITIVE_INFINITY });
  }

  async stat(options?: unknown): Promise<unknown> {
    return this.#carryOut(calls.fstat(this.#open('fstat'), options));
  }

  async truncate(length?: unknown): Promise<void> {
    await this.#carryOut(calls.ftruncate(this.#open('ftruncate'), length));
  }

  async utimes(atime: unknown, mtime: unknown): Promise<void> {
    await this.#carryOut(calls.futimes(this.#open('futimes'), atime, mtime));
  }

  async write(data: unknown, third?: unknown, fourth?: unknown, fifth?: unknown): Promise<{ bytesWritten: number; buffer: unknown }> {
    const call = writeCall(this.#open('write'), data, third, fourth, fifth);
    return { bytesWritten: await this.#carryOut(call), buffer: data };
  }

  async writev(buffers: unknown, position?: unknown): Promise<{ bytesWritten: number; buffers: unknown }> {
    const call = vectorCall('write', this.#open('writev'), buffers, position);
    return { bytesWritten: await this.#carryOut(call), buffers };
  }

  async writeFile(data: unknown, options?: unknown): Promise<void> {
    const fd = this.#open('writeFile');
    if (!isIterable(data)) {
      await this.#carryOut(calls.writeFile(fd, data, options));
      return;
    }
    for await (const chunk of data) await this.#carryOut(calls.writeFile(fd, chunk, options));
  }

  readableWebStream(): never {
    throw notSimulated('FileHandle.readableWebStream', 'Use createReadStream, which works as in Node.');
  }

  createReadStream(options?: unknown): Readable {
    return this.#streams.read(this, options);
  }

  createWriteStream(options?: unknown): unknown {
    return this.#streams.write(this, options);
  }

  /** Waits for streams over this handle; closing twice is no error. */
  readonly close = (): Promise<void> => {
    if (this.#fd === -1) return Promise.resolve();
    this.#closing ??= this.#closeWhenUnused().finally(() => {
      this.#closing = undefined;
    });
    return this.#closing;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** A stream begins to use the handle. */
  retain(): void {
    this.#users += 1;
  }

  release(): void {
    this.#users -= 1;
    if (this.#users === 0) this.#whenUnused?.();
  }

  async #closeWhenUnused(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) {
      await new Promise<void>((resolve) => {
        this.#whenUnused = resolve;
      });
    }
    const fd = this.#fd;
    this.#fd = -1;
    await promise(calls.close(fd));
    this.emit('close');
  }

  async #carryOut<T>(call: AnyCall<T>): Promise<T> {
    this.retain();
    try {
      return await promise(call);
    } finally {
      this.release();
    }
  }

  #open(syscall: string): number {
    if (this.#fd !== -1) return this.#fd;
    const error: NodeError = new Error('file closed');
    error.code = 'EBADF';
    error.syscall = syscall;
    throw error;
  }
}

export function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}
