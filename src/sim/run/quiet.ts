/** For how long there have been heartbeats only: whoever still waits then, waits for nothing. */
import type { RunKernel } from '../kernel.ts';
import { HEARTBEATS_ONLY_US } from './run-limits.ts';

export class Quiet {
  #sinceUs = -1;

  /** Something is going on. */
  isOver(): void {
    this.#sinceUs = -1;
  }

  /** Nothing but heartbeats is left. */
  isTooLong({ scheduler, footprints }: RunKernel): boolean {
    const { nowUs } = scheduler;
    if (this.#sinceUs < 0) {
      this.#sinceUs = nowUs;
      // Time is counted from here, so whatever ran before is told apart from what runs later.
      if (footprints !== undefined && scheduler.loops.some(({ hasIdlers }) => hasIdlers)) footprints.cut(nowUs);
    }
    return nowUs - this.#sinceUs > HEARTBEATS_ONLY_US;
  }
}
