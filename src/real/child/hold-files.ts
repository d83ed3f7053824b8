/**
 * Files: every path leads to the disk of the machine, a directory of its own, and whatever takes its time is done when its turn comes,
 * for real. The real files of the project can be read, never written.
 */
import type * as nodeFs from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve as resolvePath } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorOf, failIfFound, thrown } from './fail-files.ts';
import { isCalledByNode, type Keeper } from './keeper.ts';

type Anything = (...args: readonly unknown[]) => unknown;
type Module = Record<string, Anything>;

/** Taken before it is replaced. */
const afterAll = setImmediate;

/** Taken before they are replaced. */
const { existsSync, mkdirSync } = createRequire(import.meta.url)('node:fs') as typeof nodeFs;

/** Taken before it is replaced. */
const { open: openFile } = createRequire(import.meta.url)('node:fs/promises') as {
  readonly open: (this: void, ...args: readonly unknown[]) => Promise<FileHandle>;
};

/** The modules themselves, whose functions are replaced. */
const fs = createRequire(import.meta.url)('node:fs') as Module;
const promises = createRequire(import.meta.url)('node:fs/promises') as Module; // a module is its functions

const WITH_PATH = [
  ...['access', 'appendFile', 'chmod', 'chown', 'lchown', 'lstat', 'lutimes', 'mkdir', 'mkdtemp', 'open', 'opendir', 'readFile', 'readdir'],
  ...['readlink', 'realpath', 'rm', 'rmdir', 'stat', 'statfs', 'truncate', 'unlink', 'utimes', 'writeFile'],
];
const WITH_TWO_PATHS = ['rename', 'link', 'copyFile', 'cp'];
const WITH_DESCRIPTOR = ['read', 'write', 'close', 'fsync', 'fdatasync', 'fstat', 'ftruncate', 'futimes', 'readv', 'writev'];
/** They look, and change nothing: what a machine has no copy of may be a file of the project. */
const READING: ReadonlySet<string> = new Set([
  'access',
  'lstat',
  'opendir',
  'readFile',
  'readdir',
  'readlink',
  'realpath',
  'stat',
  'exists',
]);
/** Methods of handles, and how the operation is called. */
const OF_HANDLES: Readonly<Record<string, string>> = {
  read: 'read',
  write: 'write',
  readv: 'readv',
  writev: 'writev',
  readFile: 'readFile',
  writeFile: 'writeFile',
  appendFile: 'appendFile',
  sync: 'fsync',
  datasync: 'fdatasync',
  stat: 'fstat',
  truncate: 'ftruncate',
  close: 'close',
};

export function diskOf(disks: string, machine: string): string {
  return join(disks, machine);
}

export function holdFiles(keeper: Keeper): void {
  const disk = new Disk(keeper);
  for (const name of [...WITH_PATH, ...WITH_TWO_PATHS, 'exists']) replaceSync(keeper, disk, name, (args) => disk.placed(name, args));
  for (const name of [...WITH_PATH, ...WITH_TWO_PATHS]) {
    replaceCallback(keeper, disk, name, (args) => disk.placed(name, args));
    replacePromise(keeper, disk, name);
  }
  for (const name of WITH_DESCRIPTOR) {
    replaceSync(keeper, disk, name, (args) => args);
    replaceCallback(keeper, disk, name, (args) => args);
  }
  replaceWriteFile(keeper, disk);
}

/** Where the paths of a machine really lead. */
class Disk {
  readonly #keeper: Keeper;

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
  }

  placed(name: string, args: readonly unknown[]): readonly unknown[] {
    const count = WITH_TWO_PATHS.includes(name) ? 2 : 1;
    const isReading = READING.has(name) || (name === 'open' && (args[1] === undefined || args[1] === 'r'));
    return args.map((arg, at) => (at < count ? this.#place(arg, isReading) : arg));
  }

  /** The machine knows nothing of where its disk lies. */
  seen(error: unknown): unknown {
    const root = diskOf(this.#keeper.role.disks, this.#keeper.machine);
    if (!(error instanceof Error) || !error.message.includes(root)) return error;
    for (const key of ['message', 'stack', 'path', 'dest']) {
      const text: unknown = Reflect.get(error, key);
      if (typeof text === 'string') Reflect.set(error, key, text.replaceAll(root, ''));
    }
    return error;
  }

  #place(given: unknown, isReading: boolean): unknown {
    const path = given instanceof URL ? fileURLToPath(given) : Buffer.isBuffer(given) ? String(given) : given;
    if (typeof path !== 'string') return given;
    const { disks, project } = this.#keeper.role;
    const full = isAbsolute(path) ? path : resolvePath(process.cwd(), path);
    if (full.startsWith(disks) || full === '/dev/null') return full;
    const own = join(diskOf(disks, this.#keeper.machine), full);
    if (!full.startsWith(project)) return own;
    if (isReading && !existsSync(own)) return full;
    if (!isReading) mkdirSync(dirname(own), { recursive: true });
    return own;
  }
}

type Placed = (args: readonly unknown[]) => readonly unknown[];

function replaceSync(keeper: Keeper, disk: Disk, name: string, placed: Placed): void {
  const original = fs[`${name}Sync`];
  if (original === undefined) return;
  // The loader of Node reads modules through here, wherever they are.
  fs[`${name}Sync`] = Object.assign((...args: readonly unknown[]) => {
    if (isCalledByNode()) return original(...args);
    try {
      const given = placed(args);
      failIfFound(keeper, name, given);
      return original(...given);
    } catch (error) {
      throw disk.seen(error);
    }
  }, original);
}

function replaceCallback(keeper: Keeper, disk: Disk, name: string, placed: Placed): void {
  const original = fs[name];
  if (original === undefined) return;
  fs[name] = Object.assign((...args: readonly unknown[]): unknown => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return original(...args);
    const given = placed(args.slice(0, -1));
    const work = () =>
      new Promise<void>((done) => {
        const answer = (...results: readonly unknown[]): void => {
          done();
          Reflect.apply(callback, undefined, [disk.seen(results[0]), ...results.slice(1)]);
        };
        try {
          failIfFound(keeper, name, given);
        } catch (error) {
          return void afterAll(() => answer(error));
        }
        original(...given, answer);
      });
    return void keeper.hold(keeper.name(`fs ${name}`), 'arrival', work);
  }, original);
}

function replacePromise(keeper: Keeper, disk: Disk, name: string): void {
  const original = promises[name];
  if (original === undefined) return;
  promises[name] = (...args: readonly unknown[]) => {
    // What is given a handle is a method of it.
    const handle = args[0];
    const method = isHandle(handle) ? Reflect.get(handle, name) : undefined;
    if (typeof method === 'function') return Reflect.apply(method, handle, args.slice(1));
    const given = disk.placed(name, args);
    return inTurn(keeper, disk, `fs ${name}`, async () => {
      failIfFound(keeper, name, given);
      const result = await original(...given);
      if (name === 'open') holdMethods(keeper, disk, result);
      return result;
    });
  };
}

/** Does it when its turn comes. */
function inTurn<T>(keeper: Keeper, disk: Disk, label: string, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    keeper.hold(keeper.name(label), 'arrival', () =>
      work().then(resolve, (error: unknown) => {
        reject(disk.seen(error));
      }),
    );
  });
}

/** A file is emptied first and written then: two steps, between which others may look. */
function replaceWriteFile(keeper: Keeper, disk: Disk): void {
  const whole = promises['writeFile'];
  const write = async (args: readonly unknown[]): Promise<unknown> => {
    const [path, data, options] = args;
    const {
      flag = 'w',
      mode,
      ...rest
    } = typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : { encoding: options }; // an object
    if (isHandle(path) || typeof path === 'number' || typeof flag !== 'string' || flag.startsWith('a')) return whole?.(...args);
    const [placed] = disk.placed('writeFile', [path]);
    const handle = await inTurn(keeper, disk, 'fs writeFile', () => openFile(placed, flag, mode));
    return inTurn(keeper, disk, 'fs writeFile', async () => {
      const error = errorOf(keeper, 'writeFile');
      try {
        if (error !== undefined && error.site !== 'sync') throw thrown(error);
        // Reason for the cast: what Node refuses it refuses here as well.
        await Reflect.apply(methodOf(handle, 'writeFile'), handle, [data, rest]);
        if (error !== undefined) throw thrown(error);
      } finally {
        await Reflect.apply(methodOf(handle, 'close'), handle, []);
      }
    });
  };
  promises['writeFile'] = (...args: readonly unknown[]) => write(args);
  fs['writeFile'] = (...args: readonly unknown[]): void => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') throw new TypeError('The "cb" argument must be of type function');
    const tell = (...results: readonly unknown[]) => process.nextTick(() => Reflect.apply(callback, undefined, results));
    write(args.slice(0, -1)).then(() => tell(null), tell);
  };
}

/** Methods of handles as Node made them, kept when they are replaced. */
const original = new Map<string, Anything>();

function methodOf(handle: FileHandle, name: string): Anything {
  // Reason for the cast: the names are those of methods.
  return original.get(name) ?? (Reflect.get(handle, name) as Anything);
}

function isHandle(value: unknown): value is FileHandle {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'fd') === 'number' && 'writeFile' in value;
}

/** The class of handles is not exported; it is met when the first one is opened. */
function holdMethods(keeper: Keeper, disk: Disk, handle: unknown): void {
  holdClose(keeper, disk, handle);
  const prototype: unknown = Object.getPrototypeOf(handle);
  if (typeof prototype !== 'object' || prototype === null || original.size > 0) return;
  for (const [name, operation] of Object.entries(OF_HANDLES)) {
    const method: unknown = Reflect.get(prototype, name);
    if (typeof method !== 'function') continue;
    original.set(name, method as Anything); // a method of the class
    const held = function held(this: unknown, ...args: readonly unknown[]): unknown {
      if (isCalledByNode()) return Reflect.apply(method, this, args);
      return inTurn(keeper, disk, `fs ${operation}`, async () => {
        failIfFound(keeper, operation, []);
        return Reflect.apply(method, this, args);
      });
    };
    Reflect.set(prototype, name, held);
  }
}

/** Every handle has a function of its own for it. */
function holdClose(keeper: Keeper, disk: Disk, handle: unknown): void {
  if (typeof handle !== 'object' || handle === null || !Object.hasOwn(handle, 'close')) return;
  const close = Reflect.get(handle, 'close') as () => Promise<unknown>; // a handle can be closed
  const held = (): Promise<unknown> => (isCalledByNode() ? close() : inTurn(keeper, disk, 'fs close', close));
  Reflect.set(handle, 'close', held);
}
