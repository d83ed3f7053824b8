/** `util.promisify`: Node's own, but a function that calls its callback twice is noticed, where Node silently ignores the second call. */
import util from 'node:util';
import { activeKernel } from '../active.ts';

type Callback = (...results: unknown[]) => void;

function promisified(original: unknown): unknown {
  if (typeof original !== 'function' || Reflect.get(original, util.promisify.custom) !== undefined) {
    // Reason for the cast: what is no function gets Node's own error.
    return util.promisify(original as Callback);
  }
  const promised = util.promisify(function watched(this: unknown, ...args: unknown[]) {
    const callback = args.pop();
    return Reflect.apply(original, this, [...args, typeof callback === 'function' ? once(original.name, callback) : callback]);
  });
  return Object.defineProperties(promised, { ...Object.getOwnPropertyDescriptors(original) });
}

function once(name: string, callback: CallableFunction): Callback {
  let calls = 0;
  return (...results) => {
    calls += 1;
    if (calls === 1) Reflect.apply(callback, undefined, results);
    else reportSecondCall(name);
  };
}

function reportSecondCall(name: string): void {
  const kernel = activeKernel();
  const who = name === '' ? 'an anonymous function' : name;
  kernel?.report({
    kind: 'target_behavior',
    title: 'double_callback',
    message: `${kernel.current.name}: ${who} called its callback a second time`,
    place: `${kernel.current.name} ${name}`,
  });
}

// Reason for the cast: the overloads of the real one tell its callers what they get.
export const promisify = Object.defineProperties(promisified, {
  name: { value: 'promisify' },
  custom: { value: util.promisify.custom, enumerable: true },
}) as unknown as typeof util.promisify;
