/**
 * Notices what a target leaves behind in the language itself: properties on prototypes, replaced builtins, new global names. The quick look
 * costs some nanoseconds and sees what parsers are usually tricked into; the thorough one compares everything. Both repair what they find.
 */

interface Watched {
  readonly name: string;
  readonly object: object;
  readonly descriptors: Map<PropertyKey, PropertyDescriptor>;
}

export interface Change {
  readonly kind: 'pollution' | 'leak';
  /** `Object.prototype.polluted`, `globalThis.counter`. */
  readonly path: string;
}

const CONSTRUCTORS = [Object, Function, Array, String, Number, Boolean, RegExp, Date, Error, Promise, Map, Set, Symbol, Uint8Array];
const NAMESPACES: readonly (readonly [string, object])[] = [
  ['JSON', JSON],
  ['Math', Math],
  ['Reflect', Reflect],
];

export class Intrinsics {
  readonly #watched: readonly Watched[];
  readonly #globals: ReadonlySet<PropertyKey>;
  readonly #plain: object = {};
  readonly #list: object = [];

  constructor() {
    const named = CONSTRUCTORS.flatMap((each): (readonly [string, object])[] => [
      [each.name, each],
      [`${each.name}.prototype`, each.prototype as object], // every one of them has one
    ]);
    this.#watched = [...named, ...NAMESPACES].map(([name, object]) => ({ name, object, descriptors: descriptorsOf(object) }));
    this.#globals = new Set(Reflect.ownKeys(globalThis));
  }

  /** Whether anything enumerable has come to be where nothing enumerable is. */
  get looksTouched(): boolean {
    return hasEnumerable(this.#plain) || hasEnumerable(this.#list);
  }

  /** What the quick look sees, put right again: a small part of the work. */
  restoreSeen(): readonly Change[] {
    const changes: Change[] = [];
    removeEnumerable('Object.prototype', this.#plain, Object.prototype, changes);
    removeEnumerable('Array.prototype', this.#list, Array.prototype, changes);
    return changes;
  }

  /** Everything that differs from the beginning, put right again. */
  restore(): readonly Change[] {
    const changes: Change[] = [];
    for (const watched of this.#watched) restoreOne(watched, changes);
    for (const key of Reflect.ownKeys(globalThis)) {
      if (this.#globals.has(key)) continue;
      changes.push({ kind: 'leak', path: `globalThis.${String(key)}` });
      Reflect.deleteProperty(globalThis, key);
    }
    return changes;
  }
}

/** Nothing of it belongs there, so all of it goes. */
function removeEnumerable(name: string, child: object, prototype: object, changes: Change[]): void {
  for (const key in child) {
    if (Reflect.deleteProperty(prototype, key)) changes.push({ kind: 'pollution', path: `${name}.${key}` });
  }
}

/** Own or inherited; whatever it is called, also nothing at all. */
function hasEnumerable(object: object): boolean {
  for (const key in object) return typeof key === 'string';
  return false;
}

function descriptorsOf(object: object): Map<PropertyKey, PropertyDescriptor> {
  return new Map(
    Reflect.ownKeys(object).flatMap((key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
      return descriptor === undefined ? [] : [[key, descriptor] as const];
    }),
  );
}

function restoreOne({ name, object, descriptors }: Watched, changes: Change[]): void {
  for (const key of Reflect.ownKeys(object)) {
    if (descriptors.has(key) || isOurs(name, key)) continue;
    changes.push({ kind: 'pollution', path: `${name}.${String(key)}` });
    Reflect.deleteProperty(object, key);
  }
  for (const [key, then] of descriptors) {
    if (isOurs(name, key)) continue;
    const now = Reflect.getOwnPropertyDescriptor(object, key);
    if (now !== undefined && Object.is(now.value, then.value) && now.get === then.get && now.set === then.set) continue;
    changes.push({ kind: 'pollution', path: `${name}.${String(key)}` });
    Reflect.defineProperty(object, key, then);
  }
}

/** The loop sets these itself; the last matches of regular expressions change all the time. */
function isOurs(name: string, key: PropertyKey): boolean {
  if (name === 'Error') return key === 'stackTraceLimit' || key === 'prepareStackTrace';
  if (name === 'Math') return key === 'random';
  return name === 'RegExp';
}
