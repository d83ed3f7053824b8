/** `fs.watchFile`: looks at a file again and again. Only looks that could see something new are carried out, so watching costs nothing. */
import { EventEmitter } from 'node:events';
import { inodeAt } from '../../../world/disk/attribute-calls.ts';
import { Inode } from '../../../world/disk/inode.ts';
import { current } from '../../active.ts';
import type { Machine, Part } from '../../machine.ts';
import { invalidArgType } from '../../node-error.ts';
import { type GivenPath, integerOf, optionsOf, pathOf } from './arguments.ts';
import { diskOf } from './machine-disk.ts';
import { Stats, statsOf } from './stats.ts';
import { hubOf } from './watch-hub.ts';

/** Node's default. */
const INTERVAL_MS = 5007;

const watchersPart: Part<Map<string, StatWatcher>> = { name: 'file pollers', create: () => new Map() };

/** What Node reports for a file that is not there. */
function nothing(): Stats {
  return Object.assign(new Stats(new Inode(0, 0, 0, 0)), { dev: 0, blksize: 0, size: 0, blocks: 0 });
}

export class StatWatcher extends EventEmitter {
  readonly #machine: Machine;
  readonly #path: string;
  readonly #intervalUs: number;
  readonly #bigint: unknown;
  readonly #life: number;
  #last: unknown;
  #seen: string;
  #due = false;
  #keepsAlive: boolean;
  #stopped = false;

  constructor(machine: Machine, path: GivenPath, intervalMs: number, options: { readonly persistent: unknown; readonly bigint: unknown }) {
    super();
    this.#machine = machine;
    this.#life = machine.life;
    this.#path = path.full;
    this.#intervalUs = intervalMs * 1000;
    this.#bigint = options.bigint;
    this.#keepsAlive = options.persistent !== false;
    if (this.#keepsAlive) machine.handles += 1;
    [this.#last, this.#seen] = this.#look();
    hubOf(machine).changed.add(this.#changed);
    // A missing file is reported once, so that the program knows.
    if (this.#seen === MISSING)
      machine.kernel.arrive(machine, 'fs watchFile', 0, () => this.emit('change', this.#last, this.#last), undefined);
  }

  stop(): void {
    this.#stopped = true;
    hubOf(this.#machine).changed.delete(this.#changed);
    this.unref();
  }

  ref(): this {
    if (!this.#keepsAlive && !this.#stopped) {
      this.#keepsAlive = true;
      this.#machine.handles += 1;
    }
    return this;
  }

  unref(): this {
    if (this.#keepsAlive && this.#machine.life === this.#life) this.#machine.handles -= 1;
    this.#keepsAlive = false;
    return this;
  }

  readonly #changed = (): void => {
    if (this.#due) return;
    this.#due = true;
    const machine = this.#machine;
    machine.kernel.timer(machine, 'fs watchFile', this.#intervalUs, () => this.#compare(), undefined);
  };

  #compare(): void {
    this.#due = false;
    if (this.#stopped) return;
    const before = this.#last;
    const [next, seen] = this.#look();
    if (seen === this.#seen) return;
    this.#last = next;
    this.#seen = seen;
    this.emit('change', next, before);
  }

  #look(): [unknown, string] {
    const inode = inodeAt(diskOf(this.#machine), this.#path, true);
    if (typeof inode === 'number') return [nothing(), MISSING];
    return [statsOf(inode, this.#bigint), `${inode.ino} ${inode.mode} ${inode.sizeBytes} ${inode.mtimeUs} ${inode.ctimeUs}`];
  }
}

const MISSING = 'missing';

export function watchFile(path: unknown, options: unknown, listener?: unknown): StatWatcher {
  const given = pathOf(path, 'filename');
  const { interval, persistent, bigint } = optionsOf(options, { interval: INTERVAL_MS });
  const heard = typeof options === 'function' ? options : listener;
  if (!isListener(heard)) throw invalidArgType('listener', 'of type function', heard);
  const machine = current();
  const watchers = machine.part(watchersPart);
  let watcher = watchers.get(given.full);
  if (watcher === undefined) {
    watcher = new StatWatcher(machine, given, integerOf(interval, 'interval', 0), { persistent, bigint });
    watchers.set(given.full, watcher);
  }
  const target = watcher;
  // The listener itself, not a wrapper: unwatchFile finds it again by what the program passed.
  target.on('change', heard);
  return target;
}

function isListener(value: unknown): value is (...args: unknown[]) => void {
  return typeof value === 'function';
}

export function unwatchFile(path: unknown, listener?: unknown): void {
  const given = pathOf(path, 'filename');
  const watchers = current().part(watchersPart);
  const watcher = watchers.get(given.full);
  if (watcher === undefined) return;
  if (isListener(listener)) watcher.removeListener('change', listener);
  else watcher.removeAllListeners('change');
  if (watcher.listenerCount('change') > 0) return;
  watcher.stop();
  watchers.delete(given.full);
}
