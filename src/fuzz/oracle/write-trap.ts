/**
 * Waits at a property that all code shares for whoever assigns to it. What is defined rather than assigned goes by unseen, and so does whatever
 * was no plain value before.
 */
import type { Change } from './intrinsics.ts';

export class WriteTrap {
  readonly #object: object;
  readonly #key: PropertyKey;
  readonly #before: PropertyDescriptor | undefined;
  /** Made where the first assignment was. */
  error: Error | undefined;

  constructor({ object, key, path }: Change) {
    this.#object = object;
    this.#key = key;
    this.#before = Reflect.getOwnPropertyDescriptor(object, key);
    if (this.#before !== undefined && (!('value' in this.#before) || this.#before.configurable !== true)) return;
    let held: unknown = this.#before?.value;
    const caught = (at: unknown, value: unknown): void => {
      held = value;
      this.error ??= new Error(`${path} was assigned`);
      if (typeof at === 'function') Error.captureStackTrace(this.error, at);
    };
    Reflect.defineProperty(object, key, {
      configurable: true,
      // What is not there yet is not met by whoever lists properties.
      enumerable: this.#before?.enumerable === true,
      get: () => held,
      set: function set(this: unknown, value: unknown) {
        if (this === object || this === undefined) caught(set, value);
        // An assignment to anything that inherits from the object makes a property of its own.
        else if ((typeof this === 'object' && this !== null) || typeof this === 'function')
          Reflect.defineProperty(this, key, { value, configurable: true, enumerable: true, writable: true });
      },
    });
  }

  remove(): void {
    if (this.#before === undefined) Reflect.deleteProperty(this.#object, this.#key);
    else Reflect.defineProperty(this.#object, this.#key, this.#before);
  }
}
