/** The real clock: monotonic, begun when the run begins. */
import { Deadline } from '../host/deadline.ts';
import type { ClockPort } from './port.ts';

export function hostClock(): ClockPort {
  const startedMs = performance.now();
  return {
    elapsedMs: () => performance.now() - startedMs,
    async wait(ms, signal) {
      if (ms <= 0) return 0;
      const deadline = new Deadline({ timeoutMs: ms, signal });
      await deadline.strike;
      return deadline.durationMs();
    },
  };
}
