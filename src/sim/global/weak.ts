/** WeakRef and FinalizationRegistry that know no garbage collector: when it runs differs from run to run, so here it never does. */

class SimWeakRef<T extends WeakKey> {
  readonly #target: T;

  constructor(target: T) {
    if ((typeof target !== 'object' || target === null) && typeof target !== 'function' && typeof target !== 'symbol') {
      throw new TypeError('WeakRef: target must be an object');
    }
    this.#target = target;
  }

  deref(): T {
    return this.#target;
  }

  get [Symbol.toStringTag](): string {
    return 'WeakRef';
  }
}

class SimFinalizationRegistry {
  readonly #tokens = new WeakSet();

  constructor(cleanup: unknown) {
    if (typeof cleanup !== 'function') throw new TypeError('FinalizationRegistry: cleanup must be callable');
  }

  register(target: WeakKey, _held: unknown, token?: WeakKey): void {
    if (typeof target !== 'object' && typeof target !== 'function') {
      throw new TypeError('FinalizationRegistry.prototype.register: invalid target');
    }
    if (token !== undefined) this.#tokens.add(token);
  }

  unregister(token: WeakKey): boolean {
    return this.#tokens.delete(token);
  }

  get [Symbol.toStringTag](): string {
    return 'FinalizationRegistry';
  }
}

export const weakGlobals = {
  WeakRef: Object.defineProperty(SimWeakRef, 'name', { value: 'WeakRef' }),
  FinalizationRegistry: Object.defineProperty(SimFinalizationRegistry, 'name', { value: 'FinalizationRegistry' }),
};
