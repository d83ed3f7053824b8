/** `node:perf_hooks` on the clock of the machine. What would measure the host (garbage collection, its event loop) shows nothing. */
import { constants, createHistogram } from 'node:perf_hooks';
import { simPerformance } from '../global/performance.ts';
import { entryClasses } from '../global/performance-entries.ts';
import { PerformanceObserver } from '../global/performance-observer.ts';
import { PerformanceResourceTiming } from '../global/resource-timing.ts';

function monitorEventLoopDelay(): object {
  // Histograms of the host record what they are given, and here nobody gives anything.
  return Object.assign(createHistogram(), { enable: () => true, disable: () => true });
}

export const perfHooks: Record<string, unknown> = {
  ...entryClasses,
  PerformanceObserver,
  PerformanceResourceTiming,
  performance: simPerformance,
  monitorEventLoopDelay,
  eventLoopUtilization: simPerformance.eventLoopUtilization,
  timerify: simPerformance.timerify,
  createHistogram,
  constants,
};
