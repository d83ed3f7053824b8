/** Real time as the engine sees it: how long since the run began, and a wait that can be cut short. */
import type { AbortSignalLike } from '../host/port.ts';

export interface ClockPort {
  /** Milliseconds since the run began, monotonic, fractional. */
  elapsedMs(): number;
  /** Waits in real time; resolves early on abort. Resolves with the measured length, whole ms, rounded up. */
  wait(ms: number, signal: AbortSignalLike | undefined): Promise<number>;
}
