/**
 * Takes back what a run did to the global object of the host, which code made from text and functions without a `this` can reach: names it
 * added, and values it put in place of what was there. Done after every run, so it has to cost next to nothing where nothing was done.
 */
import { compileFunction } from 'node:vm';

/** A property that belongs to the simulation, and how it must be. */
export interface Kept {
  readonly target: Readonly<Record<PropertyKey, unknown>>;
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

/**
 * To list hidden names and symbols costs as much as a small run, so it is done after the first run of a session and now and then. A
 * program that adds one nearly always does so in every run: once one was found, it is done after every run of this process.
 */
const RUNS_PER_LOOK = 16;

/** The way into a session, which is closed behind whoever went in. */
const DOOR = Symbol.for('fozzy.guarded');

type AreInPlace = (targets: readonly object[], values: readonly unknown[]) => boolean;

/** What was in place when the session began. */
interface Session {
  readonly keys: ReadonlySet<PropertyKey>;
  readonly visible: number;
  /**
   * Plain values under plain names, which are nearly all, in two groups: those that are plain values of the host too, and those that are
   * something else there. V8 throws machine code away when a global it looks at stops being a plain value, so what looks at the second
   * group is compiled again in every session; for all of them together that would take a tenth of its time.
   */
  readonly groups: readonly Group[];
  readonly unusual: readonly Kept[];
}

interface Group {
  readonly plain: readonly Kept[];
  readonly targets: readonly object[];
  readonly values: readonly unknown[];
  readonly areInPlace: AreInPlace;
}

let session: Session | undefined;
let runs = 0;
let hidesSome = false;

/** Must be called when everything simulated is in its place. */
export function rememberGlobals(replaced: readonly Kept[], isPlainOutside: (kept: Kept) => boolean): void {
  const host = hostGlobals(replaced);
  const plain = replaced.filter(isPlain);
  const steady = [...plain.filter(isPlainOutside), ...host.filter(isPlain)];
  session = {
    keys: new Set(Reflect.ownKeys(globalThis)),
    visible: countVisible(),
    groups: [groupOf(steady), groupOf(plain.filter((each) => !isPlainOutside(each)))],
    unusual: [...replaced, ...host].filter((each) => !isPlain(each)),
  };
  runs = 0;
}

function isPlain({ key, descriptor }: Kept): boolean {
  return typeof key === 'string' && 'value' in descriptor;
}

function groupOf(plain: readonly Kept[]): Group {
  return {
    plain,
    targets: plain.map(({ target }) => target),
    values: plain.map(({ descriptor }): unknown => descriptor.value),
    areInPlace: comparison(plain),
  };
}

/** Everything on the global object that means the same inside a simulation and outside. What Node makes when asked for is left to Node. */
function hostGlobals(replaced: readonly Kept[]): readonly Kept[] {
  const own = new Set(replaced.flatMap(({ target, key }) => (target === globalThis ? [key] : [])));
  const found: Kept[] = [];
  for (const key of Object.getOwnPropertyNames(globalThis)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(globalThis, key);
    if (own.has(key) || descriptor === undefined || !('value' in descriptor) || Number.isNaN(descriptor.value)) continue;
    found.push({ target: globalThis, key, descriptor });
  }
  return found;
}

const comparisons = new Map<string, AreInPlace>();

const NAME = /^[A-Za-z_$][\w$]*$/u;

/** Written out, so that each name is looked up in a place of its own, and a global by its bare name: a loop would take longer than a small run. */
function comparison(plain: readonly Kept[]): AreInPlace {
  const looked = plain.map(({ target, key }, at) =>
    target === globalThis && NAME.test(String(key)) ? `${String(key)}===v[${at}]` : `t[${at}][${JSON.stringify(key)}]===v[${at}]`,
  );
  const text = `return ${looked.join('&&')}`;
  let made = comparisons.get(text);
  if (made === undefined) {
    // Reason for the cast: a comparison is what the text is.
    made = compileFunction(text, ['t', 'v']) as AreInPlace;
    comparisons.set(text, made);
  }
  return made;
}

/** After a run: what its subject changed of the globals, or added to them, must not reach the next one. */
export function tidyGlobals(): void {
  if (session === undefined) return;
  for (const group of session.groups) if (!isAllInPlace(group)) for (const each of group.plain) tidy(each);
  for (const each of session.unusual) tidy(each);
  const looks = hidesSome || runs % RUNS_PER_LOOK === 0;
  runs += 1;
  if (looks || countVisible() !== session.visible) hidesSome = removeAdded(session.keys) || hidesSome;
}

function isAllInPlace({ areInPlace, targets, values }: Group): boolean {
  try {
    return areInPlace(targets, values);
  } catch {
    // One of the names is gone.
    return false;
  }
}

function tidy({ target, key, descriptor }: Kept): void {
  const isKept =
    descriptor.get === undefined ? target[key] === descriptor.value : Reflect.getOwnPropertyDescriptor(target, key)?.get === descriptor.get;
  if (!isKept && !Reflect.defineProperty(target, key, descriptor)) Reflect.set(target, key, descriptor.value);
}

/** Those that a loop finds; cheaper than to list them. Names on what everything inherits from are counted too, and looked into likewise. */
function countVisible(): number {
  let count = 0;
  for (const _ in globalThis) count += 1;
  return count;
}

/** Whether there was something that a loop does not find. What cannot be taken off has at least no value. */
export function removeAdded(known: ReadonlySet<PropertyKey>): boolean {
  const keys = Reflect.ownKeys(globalThis);
  if (keys.length === known.size && keys.every((key) => known.has(key))) return false;
  let wasHidden = false;
  for (const key of keys) {
    if (known.has(key)) continue;
    wasHidden ||= key !== DOOR && (typeof key === 'symbol' || Reflect.getOwnPropertyDescriptor(globalThis, key)?.enumerable === false);
    if (!Reflect.deleteProperty(globalThis, key)) Reflect.set(globalThis, key, undefined);
  }
  return wasHidden;
}
