/**
 * `File` on the clock of the calling machine: a file nobody gave a time was modified now, and the real class reads the clock of the host.
 * Forms make files too, of the blobs that are put into them and of what they are read from.
 */
import { File as RealFile } from 'node:buffer';
import { current } from '../active.ts';

const REQUIRED = 2;

/** It shares its prototype with the real one, as Date does. */
function simFile(this: unknown, ...args: unknown[]): unknown {
  if (new.target === undefined) throw new TypeError("Class constructor File cannot be invoked without 'new'");
  const given = args[REQUIRED];
  // The real class knows what to say about too few arguments, and about options that are none.
  const isUndated = args.length >= REQUIRED && !isDated(given);
  return Reflect.construct(RealFile, isUndated ? [args[0], args[1], now(given)] : args, new.target);
}

function isDated(given: unknown): boolean {
  if (typeof given !== 'object') return given !== undefined;
  return given !== null && Reflect.get(given, 'lastModified') !== undefined;
}

/** The options that were given, and the time. */
function now(given: unknown): object {
  const options: object = typeof given === 'object' ? Object.create(given) : {};
  return Object.assign(options, { lastModified: current().wallMs() });
}

export const SimFile = Object.defineProperties(simFile, {
  name: { value: 'File', configurable: true },
  length: { value: REQUIRED, configurable: true },
  prototype: { value: RealFile.prototype, writable: false },
});

function fileOf(content: Blob, name: string): File {
  return Reflect.construct(simFile, [[content], name, { type: content.type }]);
}

type Method = (...args: unknown[]) => unknown;

/** The real one, to be called on whatever it is called on. */
function methodOf(prototype: object, name: string): Method {
  // Reason for the cast: every version of Node has it.
  return Reflect.get(prototype, name) as Method;
}

/** A blob becomes a file here, before the real method makes one of it. */
function adding(method: 'append' | 'set'): unknown {
  const real = methodOf(FormData.prototype, method);
  return function add(this: FormData, ...args: unknown[]): void {
    const [name, value, fileName] = args;
    const isBlob = value instanceof Blob && !(value instanceof RealFile);
    Reflect.apply(real, this, isBlob ? [name, fileOf(value, args.length > 2 ? String(fileName) : 'blob')] : args);
  };
}

/** Named like the real ones, so that nobody can tell. */
function named(name: string, method: unknown): unknown {
  return typeof method === 'function' ? Object.defineProperty(method, 'name', { value: name }) : method;
}

export const formMembers: object = {
  append: named('append', adding('append')),
  set: named('set', adding('set')),
};

const append = methodOf(FormData.prototype, 'append');

/** `formData` of requests and responses. */
function readingForm(prototype: object): unknown {
  const real = methodOf(prototype, 'formData');
  return named('formData', async function formData(this: unknown): Promise<FormData> {
    const form = new FormData();
    // Reason for the cast: it is what the real one promises.
    for (const [name, value] of (await Reflect.apply(real, this, [])) as FormData)
      Reflect.apply(append, form, [name, typeof value === 'string' ? value : fileOf(value, value.name)]);
    return form;
  });
}

export const requestFormMembers: object = { formData: readingForm(Request.prototype) };
export const responseFormMembers: object = { formData: readingForm(Response.prototype) };
