/** Ends code that does not come back, or eats up all memory, where it checks its counters; what does not check them is ended from outside. */
import { siteTable } from '../../sim/load/sites.ts';
import type { SharedState } from '../loop/shared-state.ts';

/** What one call may add to the heap. */
const HEAP_GROWTH_MAX = 96 * 1024 * 1024;

export interface FuelWatch {
  /** Why the last call was ended. */
  tookMemory: boolean;
}

export function watchFuel(shared: SharedState, limitMs: number, now: () => number): FuelWatch {
  const watch = { tookMemory: false };
  let seen = -1;
  let sinceMs = 0;
  let heapBefore = 0;
  siteTable().isTooMuch = () => {
    const { beat } = shared;
    if (beat !== seen || !shared.isRunning) {
      seen = beat;
      sinceMs = now();
      heapBefore = process.memoryUsage().heapUsed;
      return false;
    }
    watch.tookMemory = process.memoryUsage().heapUsed - heapBefore > HEAP_GROWTH_MAX;
    return watch.tookMemory || now() - sinceMs > limitMs;
  };
  return watch;
}
