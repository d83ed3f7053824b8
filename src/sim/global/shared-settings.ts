/**
 * Settings of modules and classes that all machines and runs share, because they are Node's own: what a subject changes is put back
 * after its run.
 */
import { EventEmitter } from 'node:events';
import { getDefaultHighWaterMark, setDefaultHighWaterMark } from 'node:stream';
import { inspect } from 'node:util';

const KEYS = ['stackTraceLimit', 'prepareStackTrace'] as const;

export function keepSharedSettings(): () => void {
  const before = KEYS.map((key) => [key, Reflect.getOwnPropertyDescriptor(Error, key)] as const);
  const { defaultMaxListeners, captureRejections } = EventEmitter;
  const inspectOptions = { ...inspect.defaultOptions };
  const [bytes, objects] = [getDefaultHighWaterMark(false), getDefaultHighWaterMark(true)];
  return () => {
    for (const [key, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(Error, key);
      else Object.defineProperty(Error, key, descriptor);
    }
    EventEmitter.defaultMaxListeners = defaultMaxListeners;
    EventEmitter.captureRejections = captureRejections;
    inspect.defaultOptions = inspectOptions;
    setDefaultHighWaterMark(false, bytes);
    setDefaultHighWaterMark(true, objects);
  };
}
