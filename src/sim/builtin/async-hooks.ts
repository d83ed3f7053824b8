/** `node:async_hooks`: Node's own storage and resources, which notice when a subject enters a context that our callbacks must carry. */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { useAsyncContext } from '../async-context.ts';
import { notSimulated } from '../node-error.ts';

class SimAsyncLocalStorage<T> extends AsyncLocalStorage<T> {
  override run<R, A extends unknown[]>(store: T, callback: (...args: A) => R, ...args: A): R {
    useAsyncContext(true);
    return super.run(store, callback, ...args);
  }

  override enterWith(store: T): void {
    useAsyncContext(true);
    super.enterWith(store);
  }
}

class SimAsyncResource extends AsyncResource {
  override runInAsyncScope<This, Result, Args extends unknown[]>(
    fn: (this: This, ...args: Args) => Result,
    self?: This,
    ...args: Args
  ): Result {
    useAsyncContext(true);
    return super.runInAsyncScope(fn, self, ...args);
  }
}

export const asyncHooks = {
  AsyncLocalStorage: SimAsyncLocalStorage,
  AsyncResource: SimAsyncResource,
  executionAsyncId: () => 1,
  triggerAsyncId: () => 0,
  executionAsyncResource: () => ({}),
  createHook: () => {
    throw notSimulated('async_hooks.createHook', 'AsyncLocalStorage and AsyncResource work as in Node.');
  },
  asyncWrapProviders: {},
};
