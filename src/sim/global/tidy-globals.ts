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

/** To list hidden names costs as much as a small run. Once one was found, it is done after every run of this process. */
const RUNS_PER_LOOK = 16;

type AreInPlace = (targets: readonly object[], values: readonly unknown[]) => boolean;

/** What was in place when the session began. */
interface Session {
  readonly keys: ReadonlySet<PropertyKey>;
  readonly visible: number;
  readonly symbols: number;
  /** Plain values under plain names, which are nearly all. */
  readonly plain: readonly Kept[];
  readonly targets: readonly object[];
  readonly values: readonly unknown[];
  readonly areInPlace: AreInPlace;
  readonly unusual: readonly Kept[];
}

let session: Session | undefined;
let runs = 0;
let hidesNames = false;

/** Must be called when everything simulated is in its place. */
export function rememberGlobals(replaced: readonly Kept[]): void {
  const kept = [...replaced, ...hostGlobals(replaced)];
  const plain = kept.filter(({ key, descriptor }) => typeof key === 'string' && 'value' in descriptor);
  session = {
    keys: new Set(Reflect.ownKeys(globalThis)),
    visible: countVisible(),
    symbols: Object.getOwnPropertySymbols(globalThis).length,
    plain,
    targets: plain.map(({ target }) => target),
    values: plain.map(({ descriptor }): unknown => descriptor.value),
    areInPlace: comparison(plain),
    unusual: kept.filter((each) => !plain.includes(each)),
  };
  runs = 0;
}

/** Everything on the global object that means the same inside a simulation and outside. What Node makes when asked for is left to Node. */
function hostGlobals(replaced: readonly Kept[]): readonly Kept[] {
  const own = new Set(replaced.flatMap(({ target, key }) => (target === globalThis ? [key] : [])));
  const found: Kept[] = [];
  for (const key of Object.getOwnPropertyNames(globalThis)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(globalThis, key);
    if (own.has(key) || descriptor === undefined || !('value' in descriptor) || Number.isNaN(descriptor.value)) continue;
    // Reason for the cast: what is under a key is unknown, which is what the type says.
    found.push({ target: globalThis as unknown as Kept['target'], key, descriptor });
  }
  return found;
}

const comparisons = new Map<string, AreInPlace>();

/** Written out, so that each name is looked up in a place of its own: a loop would take longer than a small run. */
function comparison(plain: readonly Kept[]): AreInPlace {
  const text = `return ${plain.map(({ key }, at) => `t[${at}][${JSON.stringify(key)}]===v[${at}]`).join('&&')}`;
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
  if (!session.areInPlace(session.targets, session.values)) for (const each of session.plain) tidy(each);
  for (const each of session.unusual) tidy(each);
  const looks = hidesNames || runs % RUNS_PER_LOOK === 0;
  runs += 1;
  if (looks || countVisible() !== session.visible || Object.getOwnPropertySymbols(globalThis).length !== session.symbols)
    hidesNames = removeAdded(session.keys) || hidesNames;
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

/** Whether there was something that can neither be seen in a loop nor is a symbol. What cannot be taken off has at least no value. */
export function removeAdded(known: ReadonlySet<PropertyKey>): boolean {
  const keys = Reflect.ownKeys(globalThis);
  if (keys.length === known.size && keys.every((key) => known.has(key))) return false;
  let wasHidden = false;
  for (const key of keys) {
    if (known.has(key)) continue;
    wasHidden ||= typeof key === 'string' && Reflect.getOwnPropertyDescriptor(globalThis, key)?.enumerable === false;
    if (!Reflect.deleteProperty(globalThis, key)) Reflect.set(globalThis, key, undefined);
  }
  return wasHidden;
}
