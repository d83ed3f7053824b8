/** `fs.watch` and `fs.promises.watch`: hear of changes as they happen. */
import { EventEmitter } from 'node:events';
import { inodeAt } from '../../../world/disk/attribute-calls.ts';
import { current } from '../../active.ts';
import type { Machine } from '../../machine.ts';
import { encodedName, isSignal, type Options, optionsOf, pathOf } from './arguments.ts';
import { fsError } from './fs-error.ts';
import { diskOf } from './machine-disk.ts';
import { throwIfAborted } from './schedule.ts';
import { hubOf, type Watching } from './watch-hub.ts';

/** Keeps its process alive until it is closed, unless it was told not to. */
export class FSWatcher extends EventEmitter {
  readonly #machine: Machine;
  readonly #life: number;
  readonly #watching: Watching;
  #keepsAlive: boolean;
  #closed = false;

  constructor(path: unknown, options: Options) {
    super();
    const { given, full } = pathOf(path);
    this.#machine = current();
    this.#life = this.#machine.life;
    const inode = inodeAt(diskOf(this.#machine), full, true);
    if (typeof inode === 'number') throw Object.assign(fsError(inode, 'watch', given), { filename: given });
    const { encoding, recursive, persistent } = options;
    const name = full.slice(full.lastIndexOf('/') + 1);
    const notice: Watching['notice'] = (kind, changed) => this.emit('change', kind, encodedName(changed, encoding));
    this.#watching = { inode, name, recursive: recursive === true, notice };
    hubOf(this.#machine).add(this.#watching);
    this.#keepsAlive = persistent !== false;
    if (this.#keepsAlive) this.#machine.handles += 1;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    hubOf(this.#machine).remove(this.#watching);
    this.unref();
    process.nextTick(() => this.emit('close'));
  }

  ref(): this {
    if (!this.#keepsAlive && !this.#closed) {
      this.#keepsAlive = true;
      this.#machine.handles += 1;
    }
    return this;
  }

  unref(): this {
    // A machine that went down has let go of all its handles.
    if (this.#keepsAlive && this.#machine.life === this.#life) this.#machine.handles -= 1;
    this.#keepsAlive = false;
    return this;
  }
}

export function watch(path: unknown, options?: unknown, listener?: unknown): FSWatcher {
  const settled = optionsOf(options);
  const heard = typeof options === 'function' ? options : listener;
  const watcher = new FSWatcher(path, settled);
  if (typeof heard === 'function') watcher.on('change', (...args: unknown[]) => Reflect.apply(heard, watcher, args));
  const { signal } = settled;
  if (isSignal(signal)) {
    if (signal.aborted) process.nextTick(() => watcher.close());
    else signal.addEventListener('abort', () => watcher.close(), { once: true });
  }
  return watcher;
}

interface Heard {
  readonly eventType: unknown;
  readonly filename: unknown;
}

/** Changes one after the other; ends with an AbortError when its signal says so. */
export async function* watchLines(path: unknown, options?: unknown): AsyncGenerator<Heard, void, void> {
  const settled = optionsOf(options);
  const { signal } = settled;
  const stop = isSignal(signal) ? signal : undefined;
  throwIfAborted(signal);
  const heard: Heard[] = [];
  let wake: (() => void) | undefined;
  const watcher = new FSWatcher(path, settled);
  watcher.on('change', (eventType: unknown, filename: unknown) => {
    heard.push({ eventType, filename });
    wake?.();
  });
  stop?.addEventListener('abort', () => wake?.(), { once: true });
  try {
    for (;;) {
      throwIfAborted(signal);
      const next = heard.shift();
      if (next !== undefined) yield next;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    watcher.close();
  }
}
