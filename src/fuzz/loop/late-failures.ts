/**
 * Failures that come when the call is long over: rejections nobody handles, errors in callbacks. Whose they are is told by the asynchronous
 * context they come in. To follow contexts makes promises slow, so that begins with the first such failure, and hardly any target has one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface LateFailure {
  readonly title: 'unhandled_rejection' | 'uncaught_error';
  readonly error: unknown;
  /** What it was called for; undefined if nobody kept track. */
  readonly owner: object | undefined;
}

/** More of them say nothing new. */
const KEPT_MAX = 256;

export class LateFailures {
  #failures: LateFailure[] = [];
  #owners: AsyncLocalStorage<object> | undefined;

  listen(): void {
    process.on('unhandledRejection', (error) => this.#add('unhandled_rejection', error));
    process.on('uncaughtException', (error) => this.#add('uncaught_error', error));
  }

  get any(): boolean {
    return this.#failures.length > 0;
  }

  get isTracking(): boolean {
    return this.#owners !== undefined;
  }

  /** From now on owners are known. */
  track(): void {
    this.#owners ??= this.#tracked();
  }

  /** Whatever comes of it belongs to the owner. */
  own<T>(owner: object, call: () => T): T {
    return this.#owners === undefined ? call() : this.#owners.run(owner, call);
  }

  /** The first failure of an owner; those of others stay. */
  takeOf(owner: object): LateFailure | undefined {
    const first = this.#failures.find((each) => each.owner === owner);
    this.#failures = this.#failures.filter((each) => each.owner !== owner);
    return first;
  }

  takeAll(): readonly LateFailure[] {
    return this.#failures.splice(0);
  }

  #add(title: LateFailure['title'], error: unknown, owner = this.#owners?.getStore()): void {
    if (this.#failures.length < KEPT_MAX) this.#failures.push({ title, error, owner });
  }

  /** Older versions of Node have left the context of a microtask when they tell of its error. */
  #tracked(): AsyncLocalStorage<object> {
    const owners = new AsyncLocalStorage<object>();
    const queue = globalThis.queueMicrotask;
    globalThis.queueMicrotask = (callback) =>
      queue(() => {
        try {
          callback();
        } catch (error) {
          this.#add('uncaught_error', error, owners.getStore());
        }
      });
    return owners;
  }
}
