/**
 * Settings of modules and classes that all machines and runs share, because they are Node's own: what a subject changes is put back
 * after its run. They are read once in a session, because after every run they are what they were.
 */
import { EventEmitter } from 'node:events';
import { getDefaultHighWaterMark, setDefaultHighWaterMark } from 'node:stream';
import { inspect, type InspectOptions } from 'node:util';

let putBack: (() => void) | undefined;

/** A session begins: what its first run finds is what all of them find. */
export function forgetSharedSettings(): void {
  putBack = undefined;
}

/** Before a run; what it changes is put back by what is returned. */
export function keepSharedSettings(): () => void {
  putBack ??= keepSettings();
  return putBack;
}

/** What was changed is put back; nearly every run changes nothing, so nothing is written then. */
function keepSettings(): () => void {
  const { stackTraceLimit } = Error;
  const prepare = Reflect.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  const { defaultMaxListeners, captureRejections } = EventEmitter;
  const inspectOptions = { ...inspect.defaultOptions };
  const [bytes, objects] = [getDefaultHighWaterMark(false), getDefaultHighWaterMark(true)];
  return () => {
    if (Error.stackTraceLimit !== stackTraceLimit)
      Object.defineProperty(Error, 'stackTraceLimit', { value: stackTraceLimit, writable: true, enumerable: true, configurable: true });
    if (prepare !== undefined) Object.defineProperty(Error, 'prepareStackTrace', prepare);
    else if (Object.hasOwn(Error, 'prepareStackTrace')) Reflect.deleteProperty(Error, 'prepareStackTrace');
    if (EventEmitter.defaultMaxListeners !== defaultMaxListeners) EventEmitter.defaultMaxListeners = defaultMaxListeners;
    if (EventEmitter.captureRejections !== captureRejections) EventEmitter.captureRejections = captureRejections;
    if (hasChanged(inspectOptions)) inspect.defaultOptions = inspectOptions;
    if (getDefaultHighWaterMark(false) !== bytes) setDefaultHighWaterMark(false, bytes);
    if (getDefaultHighWaterMark(true) !== objects) setDefaultHighWaterMark(true, objects);
  };
}

function hasChanged(before: Readonly<InspectOptions>): boolean {
  const now = inspect.defaultOptions;
  // Reason for the cast: these are the names of the options themselves.
  for (const key of Object.keys(before) as (keyof InspectOptions)[]) if (now[key] !== before[key]) return true;
  return false;
}
