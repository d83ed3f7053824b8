/**
 * Settings of modules and classes that all machines and runs share, because they are Node's own: what a subject changes is put back
 * after its run.
 */
import { EventEmitter } from 'node:events';
import { getDefaultHighWaterMark, setDefaultHighWaterMark } from 'node:stream';
import { inspect, type InspectOptions } from 'node:util';

/** What was changed is put back; nearly every run changes nothing, so nothing is written then. */
export function keepSharedSettings(): () => void {
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
