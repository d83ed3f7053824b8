/**
 * Notices what a target leaves behind in the language itself: properties on prototypes, replaced builtins, new global names. The quick look
 * costs some nanoseconds and sees what parsers are usually tricked into; the thorough one compares everything, for some microseconds. Both
 * can repair what they find.
 */

interface Watched {
  readonly name: string;
  readonly object: object;
  readonly descriptors: Map<PropertyKey, PropertyDescriptor>;
  /** The names of plain values and what they were, for a look that reads instead of asking for descriptors. */
  readonly keys: readonly PropertyKey[];
  readonly values: readonly unknown[];
  readonly accessors: readonly (readonly [PropertyKey, PropertyDescriptor])[];
}

export interface Change {
  readonly kind: 'pollution' | 'leak';
  /** `Object.prototype.polluted`, `globalThis.counter`, `Object.prototype[""]`. */
  readonly path: string;
  /** The path of the object. */
  readonly owner: string;
  readonly object: object;
  readonly key: PropertyKey;
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
    this.#watched = [...named, ...NAMESPACES].map(([name, object]) => watchedOf(name, object));
    this.#globals = new Set(Reflect.ownKeys(globalThis));
  }

  /** Whether anything enumerable has come to be where nothing enumerable is. A list inherits what every object does. */
  get looksTouched(): boolean {
    return hasEnumerable(this.#list);
  }

  /** Whether anything at all has come, gone or changed. */
  get looksChanged(): boolean {
    for (const watched of this.#watched) if (isChanged(watched)) return true;
    return Reflect.ownKeys(globalThis).length !== this.#globals.size;
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
    if (!this.looksChanged) return [];
    const changes: Change[] = [];
    for (const watched of this.#watched) restoreOne(watched, changes);
    for (const key of Reflect.ownKeys(globalThis)) {
      if (this.#globals.has(key)) continue;
      changes.push(changeOf('leak', 'globalThis', globalThis, key));
      Reflect.deleteProperty(globalThis, key);
    }
    return changes;
  }
}

function changeOf(kind: Change['kind'], owner: string, object: object, key: PropertyKey): Change {
  const isName = typeof key === 'string' && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key);
  const path = isName ? `${owner}.${key}` : `${owner}[${typeof key === 'symbol' ? String(key) : JSON.stringify(key)}]`;
  return { kind, path, owner, object, key };
}

/** Nothing of it belongs there, so all of it goes. */
function removeEnumerable(name: string, child: object, prototype: object, changes: Change[]): void {
  for (const key in child) {
    if (Reflect.deleteProperty(prototype, key)) changes.push(changeOf('pollution', name, prototype, key));
  }
}

/** Own or inherited; whatever it is called, also nothing at all. */
function hasEnumerable(object: object): boolean {
  for (const key in object) return typeof key === 'string';
  return false;
}

function watchedOf(name: string, object: object): Watched {
  const descriptors = descriptorsOf(object);
  const theirs = [...descriptors].filter(([key]) => !isOurs(name, key));
  const plain = theirs.filter(([, descriptor]) => 'value' in descriptor);
  const accessors = theirs.filter(([, descriptor]) => !('value' in descriptor));
  return { name, object, descriptors, keys: plain.map(([key]) => key), values: plain.map(([, { value }]): unknown => value), accessors };
}

function isChanged({ name, object, descriptors, keys, values, accessors }: Watched): boolean {
  if (Reflect.ownKeys(object).length !== descriptors.size && !isOurs(name, '')) return true;
  // Reason for the cast: any object can be asked for any property.
  const read = object as Readonly<Record<PropertyKey, unknown>>;
  for (let at = 0; at < keys.length; at += 1) if (!Object.is(read[keys[at] ?? ''], values[at])) return true;
  return accessors.some(([key, before]) => {
    const now = Reflect.getOwnPropertyDescriptor(object, key);
    return now?.get !== before.get || now?.set !== before.set;
  });
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
    changes.push(changeOf('pollution', name, object, key));
    Reflect.deleteProperty(object, key);
  }
  for (const [key, then] of descriptors) {
    if (isOurs(name, key)) continue;
    const now = Reflect.getOwnPropertyDescriptor(object, key);
    if (now !== undefined && Object.is(now.value, then.value) && now.get === then.get && now.set === then.set) continue;
    changes.push(changeOf('pollution', name, object, key));
    Reflect.defineProperty(object, key, then);
  }
}

/** The loop sets these itself; the last matches of regular expressions change all the time. */
function isOurs(name: string, key: PropertyKey): boolean {
  if (name === 'Error') return key === 'stackTraceLimit' || key === 'prepareStackTrace';
  if (name === 'Math') return key === 'random';
  return name === 'RegExp';
}
