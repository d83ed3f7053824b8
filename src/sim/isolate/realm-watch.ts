/**
 * Sees what code changed about objects that all runs of a process have in common, and puts it back. It compares properties, not what
 * lies behind them, so it is cheap enough to be done around every session.
 */
import { isLanguageName, namedPlaces, type Place } from './realm-places.ts';

/** A property that is not what it was. */
export interface Change {
  readonly target: object;
  readonly key: PropertyKey;
  /** `Array.prototype.counter`. */
  readonly name: string;
  readonly before: PropertyDescriptor | undefined;
  readonly after: PropertyDescriptor | undefined;
}

/** Fozzy's own way into a session, which comes and goes. */
const OWN = Symbol.for('fozzy.guarded');

interface Watched extends Place {
  readonly keys: readonly PropertyKey[];
  readonly descriptors: readonly (PropertyDescriptor | undefined)[];
  readonly isExtensible: boolean;
}

export class RealmWatch {
  readonly #watched: readonly Watched[];

  /** Remembers how everything is now. */
  constructor(places: readonly Place[] = namedPlaces()) {
    this.#watched = places.map(({ name, target }) => {
      const keys = keysOf(target);
      const descriptors: (PropertyDescriptor | undefined)[] = [];
      for (const key of keys) descriptors.push(Reflect.getOwnPropertyDescriptor(target, key));
      return { name, target, keys, descriptors, isExtensible: Object.isExtensible(target) };
    });
  }

  changes(): readonly Change[] {
    const found: Change[] = [];
    for (const watched of this.#watched) collectChanges(watched, found);
    return found;
  }

  /** Puts everything back as it was, and remembers what cannot be: from now on every run of this process finds it so. */
  restore(): void {
    for (const name of undo(this.changes())) lasting.add(`${name} was changed for good`);
    for (const { name, target, isExtensible } of this.#watched)
      if (isExtensible && !Object.isExtensible(target)) lasting.add(`${name} was closed for new properties, for good`);
  }
}

const lasting = new Set<string>();

/** What runs of this process did to the language that nobody can take back. */
export function lastingChanges(): readonly string[] {
  return [...lasting];
}

/** Most places are far from the one that holds it. */
function keysOf(target: object): readonly PropertyKey[] {
  const keys = Reflect.ownKeys(target);
  return target === globalThis ? keys.filter((key) => key !== OWN) : keys;
}

function collectChanges({ name, target, keys, descriptors }: Watched, found: Change[]): void {
  const now = keysOf(target);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const before = descriptors[at];
    const after = Reflect.getOwnPropertyDescriptor(target, key);
    if (!isSame(target, before, after)) found.push({ target, key, name: nameOf(name, key), before, after });
  }
  if (isSameList(now, keys)) return;
  const known = new Set(keys);
  for (const key of now) {
    if (known.has(key)) continue;
    const after = Reflect.getOwnPropertyDescriptor(target, key);
    found.push({ target, key, name: nameOf(name, key), before: undefined, after });
  }
}

function isSameList(now: readonly PropertyKey[], before: readonly PropertyKey[]): boolean {
  if (now.length !== before.length) return false;
  for (let at = 0; at < now.length; at += 1) if (now[at] !== before[at]) return false;
  return true;
}

function isSame(target: object, before: PropertyDescriptor | undefined, after: PropertyDescriptor | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  if (before.get === after.get && before.set === after.set && Object.is(before.value, after.value))
    return before.writable === after.writable && before.enumerable === after.enumerable && before.configurable === after.configurable;
  // Node makes some of its globals only when they are first asked for, and then puts the value in place of the getter.
  return (
    before.get !== undefined && 'value' in after && Object.is(Reflect.get(Object.create(null, { key: before }), 'key', target), after.value)
  );
}

function nameOf(owner: string, key: PropertyKey): string {
  if (typeof key === 'symbol') return `${owner}[${String(key)}]`;
  return owner === 'globalThis' && isLanguageName(String(key)) ? String(key) : `${owner}.${String(key)}`;
}

/** Puts everything back as it was, as far as that is possible; the names of what stays as it is are returned. */
export function undo(changes: readonly Change[]): readonly string[] {
  const left: string[] = [];
  for (const { target, key, name, before } of changes) if (!put(target, key, before)) left.push(name);
  return left;
}

/** Does it once more. */
export function redo(changes: readonly Change[]): void {
  for (const { target, key, after } of changes) put(target, key, after);
}

/** What cannot be put back was made so on purpose; the next run sees it as well, and the guard with it. */
function put(target: object, key: PropertyKey, descriptor: PropertyDescriptor | undefined): boolean {
  return descriptor === undefined ? Reflect.deleteProperty(target, key) : Reflect.defineProperty(target, key, descriptor);
}
