/** Ends code that does not come back, or eats up all memory, where it checks its counters; what does not check them is ended from outside. */
import { siteTable } from '../../sim/load/sites.ts';
import type { HangPatience } from '../loop/hang-patience.ts';
import type { SharedState } from '../loop/shared-state.ts';
import type { CallClock } from './processor-time.ts';
import type { StuckWatch } from './stuck-watch.ts';

/** What one call may add to the heap. */
const HEAP_GROWTH_MAX = 96 * 1024 * 1024;

export interface FuelWatch {
  /** Why the last call was ended. */
  tookMemory: boolean;
}

export function watchFuel(shared: SharedState, patience: HangPatience, clock: CallClock, stuck: StuckWatch): FuelWatch {
  const watch = { tookMemory: false };
  let seen = -1;
  let heapBefore = 0;
  siteTable().isTooMuch = () => {
    const { beat } = shared;
    if (beat !== seen || !shared.isRunning) {
      seen = beat;
      clock.start();
      clock.note();
      heapBefore = process.memoryUsage().heapUsed;
      return false;
    }
    watch.tookMemory = process.memoryUsage().heapUsed - heapBefore > HEAP_GROWTH_MAX;
    const { limitMs } = patience;
    if (clock.elapsedMs > limitMs / 2) stuck.look(beat);
    return watch.tookMemory || clock.isOver(limitMs);
  };
  return watch;
}
