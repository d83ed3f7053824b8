/** Waiting on shared memory stops the only thread there is, so it is refused; everything else in Atomics is plain arithmetic. */
import { notSimulated } from '../node-error.ts';

export const atomicsFunctions = {
  wait: () => {
    throw notSimulated('Atomics.wait', 'All machines and workers share one thread; exchange messages instead (postMessage).');
  },
  waitAsync: () => {
    throw notSimulated('Atomics.waitAsync', 'All machines and workers share one thread; exchange messages instead (postMessage).');
  },
};
