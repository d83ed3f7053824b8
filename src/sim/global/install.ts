/**
 * Puts the simulated globals in place of the real ones, and the real ones back. While they are in place, whatever looks up a global
 * lands in the simulation: modules, functions made from text, packages that captured nothing yet. Runs are synchronous, so no code of
 * the host runs in between.
 */
import { activeKernel, current } from '../active.ts';
import { processOf } from '../process/sim-process.ts';
import { SimBroadcastChannel } from '../message/broadcast-channel.ts';
import { SimMessageChannel, SimMessagePort } from '../message/message-port.ts';
import { abortAfter } from './abort-signal.ts';
import { atomicsFunctions } from './atomics.ts';
import { blobMembers } from './blob-stream.ts';
import { SimCompressionStream, SimDecompressionStream } from './compression-streams.ts';
import { simConsole } from './console.ts';
import { fetch as simFetch } from '../net/fetch/fetch.ts';
import { SimDate, SimIntlDateTimeFormat } from './date.ts';
import { simEmitWarning } from './emit-warning.ts';
import { eventTimeGetter } from './event-time.ts';
import { formMembers, requestFormMembers, responseFormMembers, SimFile } from './file.ts';
import { SimRequest, SimResponse } from './form-body.ts';
import { SimFunction } from './function-class.ts';
import { hostOnlyGlobals } from './host-only.ts';
import { localeMembers, pinTimeZone } from './locale.ts';
import { objectUrlFunctions } from './object-urls.ts';
import { entryClasses } from './performance-entries.ts';
import { PerformanceObserver } from './performance-observer.ts';
import { requestCloneMembers } from '../net/fetch/known-bodies.ts';
import { simPerformance } from './performance.ts';
import { hideRegisteredGlobals } from './registered-globals.ts';
import { simRandom } from './random.ts';
import { PerformanceResourceTiming } from './resource-timing.ts';
import { type Kept, rememberGlobals, removeAdded } from './tidy-globals.ts';
import { temporalFunctions, temporalTarget } from './temporal.ts';
import { timers } from './timers.ts';
import { weakGlobals } from './weak.ts';
import { webAssemblyFunctions, webAssemblyTarget } from './web-assembly.ts';
import { simWebCrypto } from './web-crypto.ts';

const realCwd = process.cwd.bind(process);

function simCwd(): string {
  const kernel = activeKernel();
  return kernel === undefined ? realCwd() : processOf(kernel.current).cwd();
}

/** Any object may be looked at by any key. */
function targetOf(given: object): Kept['target'] {
  // Reason for the cast: what is under a key is unknown, which is what the type says.
  return given as Kept['target'];
}

function value(owner: object, key: PropertyKey, replacement: unknown): Kept {
  const enumerable = Reflect.getOwnPropertyDescriptor(owner, key)?.enumerable ?? false;
  return { target: targetOf(owner), key, descriptor: { value: replacement, writable: true, configurable: true, enumerable } };
}

function getter(owner: object, key: PropertyKey, get: (this: object) => unknown): Kept {
  return { target: targetOf(owner), key, descriptor: { get, set: () => undefined, configurable: true, enumerable: false } };
}

function all(target: object, members: object): readonly Kept[] {
  return Object.entries(members).map(([name, member]) => value(target, name, member));
}

/** One line per replaced thing. */
const replacements: readonly Kept[] = [
  value(globalThis, 'Date', SimDate),
  value(Date.prototype, 'constructor', SimDate),
  value(Intl, 'DateTimeFormat', SimIntlDateTimeFormat),
  value(Math, 'random', simRandom),
  ...all(globalThis, timers),
  value(globalThis, 'Function', SimFunction),
  value(Function.prototype, 'constructor', SimFunction),
  value(globalThis, 'console', simConsole),
  value(globalThis, 'fetch', simFetch),
  value(globalThis, 'performance', simPerformance),
  ...all(globalThis, { ...entryClasses, PerformanceObserver, PerformanceResourceTiming }),
  getter(globalThis, 'process', () => processOf(current())),
  value(process, 'emitWarning', simEmitWarning),
  // Node's own path and url modules ask the real process for its directory.
  value(process, 'cwd', simCwd),
  value(globalThis, 'crypto', simWebCrypto),
  value(globalThis, 'MessageChannel', SimMessageChannel),
  value(globalThis, 'MessagePort', SimMessagePort),
  value(globalThis, 'BroadcastChannel', SimBroadcastChannel),
  value(globalThis, 'CompressionStream', SimCompressionStream),
  value(globalThis, 'DecompressionStream', SimDecompressionStream),
  value(AbortSignal, 'timeout', abortAfter),
  ...all(globalThis, weakGlobals),
  ...all(webAssemblyTarget, webAssemblyFunctions),
  ...all(Atomics, atomicsFunctions),
  getter(Event.prototype, 'timeStamp', eventTimeGetter),
  ...all(URL, objectUrlFunctions),
  ...all(Blob.prototype, blobMembers),
  value(globalThis, 'Request', SimRequest),
  value(globalThis, 'Response', SimResponse),
  value(Request.prototype, 'constructor', SimRequest),
  value(Response.prototype, 'constructor', SimResponse),
  value(globalThis, 'File', SimFile),
  value(File.prototype, 'constructor', SimFile),
  ...all(FormData.prototype, formMembers),
  ...all(Request.prototype, { ...requestFormMembers, ...requestCloneMembers }),
  ...all(Response.prototype, responseFormMembers),
  ...all(temporalTarget, temporalFunctions),
  ...all(globalThis, hostOnlyGlobals),
  ...localeMembers.map(({ target, key, value: pinned }) => value(target, key, pinned)),
];

/** Everything that means something else inside a simulation, by the name code uses. */
export function replacedGlobals(): readonly string[] {
  const names = replacements.map(({ target, key }) => (target === globalThis ? String(key) : `${ownerName(target)}.${String(key)}`));
  return [...new Set(names)].toSorted();
}

/** The global a replaced member belongs to. */
function ownerName(target: object): string {
  for (const name of Reflect.ownKeys(globalThis)) {
    if (typeof name !== 'string' || name === 'globalThis') continue;
    const found: unknown = Reflect.getOwnPropertyDescriptor(globalThis, name)?.value;
    if (found === target) return name;
    if (typeof found === 'function' && found.prototype === target) return `${name}.prototype`;
  }
  return target === process ? 'process' : 'global';
}

/** Some of the host's globals can be changed but not defined anew. */
function put(target: object, key: PropertyKey, descriptor: PropertyDescriptor): void {
  if (!Reflect.defineProperty(target, key, descriptor)) Reflect.set(target, key, descriptor.value);
}

/** Names a subject may put on the real global object by accident are taken off again. */
export function installGlobals(): () => void {
  const before = replacements.map(({ target, key }) => ({ target, key, descriptor: Reflect.getOwnPropertyDescriptor(target, key) }));
  const keys = new Set(Reflect.ownKeys(globalThis));
  const restoreZone = pinTimeZone();
  const restoreRegistered = hideRegisteredGlobals();
  for (const { target, key, descriptor } of replacements) put(target, key, descriptor);
  const computed = new Set(
    before.flatMap(({ descriptor }, at) => (descriptor === undefined || 'get' in descriptor ? [replacements[at]] : [])),
  );
  rememberGlobals(replacements, (kept) => !computed.has(kept));
  return () => {
    for (const { target, key, descriptor } of before) {
      if (descriptor === undefined) Reflect.deleteProperty(target, key);
      else put(target, key, descriptor);
    }
    removeAdded(keys);
    restoreRegistered();
    restoreZone();
  };
}
