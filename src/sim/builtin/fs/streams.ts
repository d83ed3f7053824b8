/**
 * File streams. Node's own classes do the streaming, with its events in its order; they take the functions that touch files as an
 * option, and get the simulated ones. They stay plain functions that work with and without `new`, because popular packages
 * inherit from them in the old way.
 */
import * as host from 'node:fs';
import type { Readable } from 'node:stream';
import { optionsOf } from './arguments.ts';
import { callbackForm } from './callback-form.ts';
import { FileHandle, type HandleStreams } from './file-handle.ts';

type Done = (error: unknown) => void;

/** The options with simulated functions in the place of real ones; a handle becomes its descriptor and is told about its use. */
function simulated(options: unknown, own: object): object {
  const given = optionsOf(options);
  if (!(given['fd'] instanceof FileHandle)) return { ...given, fs: callbackForm };
  const handle = given['fd'];
  handle.retain();
  const close = (_fd: number, done: Done): void => {
    handle.release();
    void closeHandle(handle, done);
  };
  handle.once('close', () => destroy(own));
  return { ...given, fd: handle.fd, fs: { ...callbackForm, close } };
}

async function closeHandle(handle: FileHandle, done: Done): Promise<void> {
  let failure: unknown = null;
  try {
    await handle.close();
  } catch (error) {
    failure = error;
  }
  done(failure);
}

/** A handle that is closed by somebody else takes its streams along. */
function destroy(stream: unknown): void {
  if (stream instanceof host.ReadStream || stream instanceof host.WriteStream) stream.destroy();
}

function inherit(made: object, name: string, from: typeof host.ReadStream | typeof host.WriteStream): void {
  Object.setPrototypeOf(made, from);
  Object.defineProperty(made, 'name', { value: name, configurable: true });
  Object.defineProperty(made, 'prototype', {
    value: Object.create(from.prototype, { constructor: { value: made, writable: true, configurable: true } }),
    writable: true,
  });
}

function ReadStream(this: unknown, path: unknown, options?: unknown): unknown {
  if (!(this instanceof ReadStream)) return Reflect.construct(ReadStream, [path, options]);
  Reflect.apply(host.ReadStream, this, [path, simulated(options, this)]);
  return this;
}

function WriteStream(this: unknown, path: unknown, options?: unknown): unknown {
  if (!(this instanceof WriteStream)) return Reflect.construct(WriteStream, [path, options]);
  Reflect.apply(host.WriteStream, this, [path, simulated(options, this)]);
  return this;
}

/** Functions that are classes too; see above. */
export const streamClasses = { ReadStream, WriteStream };

inherit(ReadStream, 'ReadStream', host.ReadStream);
inherit(WriteStream, 'WriteStream', host.WriteStream);

export function createReadStream(path: unknown, options?: unknown): Readable {
  // Reason for the cast: constructing it runs the constructor of Node's own read stream.
  return Reflect.construct(ReadStream, [path, options]) as Readable;
}

export function createWriteStream(path: unknown, options?: unknown): unknown {
  return Reflect.construct(WriteStream, [path, options]);
}

export const handleStreams: HandleStreams = {
  read: (handle, options) => createReadStream(undefined, { ...optionsOf(options), fd: handle }),
  write: (handle, options) => createWriteStream(undefined, { ...optionsOf(options), fd: handle }),
};
