/** `performance` on the monotonic clock of the calling machine: now, timeOrigin, marks and measures. */
import { current } from '../active.ts';
import { notSimulated } from '../node-error.ts';
import { addMark, addMeasure, entriesOf, type PerformanceEntry } from './performance-entries.ts';
import { markResourceTiming } from './resource-timing.ts';

function now(): number {
  return current().uptimeUs() / 1000;
}

function timeOf(mark: unknown, otherwise: number): number {
  if (typeof mark === 'number') return mark;
  if (typeof mark !== 'string') return otherwise;
  const found = entriesOf(current()).findLast((entry) => entry.entryType === 'mark' && entry.name === mark);
  if (found === undefined) throw new DOMException(`The "${mark}" performance mark has not been set`, 'SyntaxError');
  return found.startTime;
}

interface MeasureOptions {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly duration?: number;
  readonly detail?: unknown;
}

export const simPerformance = {
  now,
  get timeOrigin(): number {
    const machine = current();
    return machine.wallMs() - machine.uptimeUs() / 1000;
  },
  mark(name: string, options: { readonly startTime?: number; readonly detail?: unknown } = {}): PerformanceEntry {
    return addMark(name, options);
  },
  measure(name: string, from?: string | MeasureOptions, to?: string): PerformanceEntry {
    const options: MeasureOptions = typeof from === 'object' ? from : { start: from, end: to };
    const startTime = timeOf(options.start, 0);
    const end = options.duration === undefined ? timeOf(options.end, now()) : startTime + options.duration;
    return addMeasure(name, startTime, end - startTime, options.detail ?? null);
  },
  getEntries: (): PerformanceEntry[] => [...entriesOf(current())],
  getEntriesByName: (name: string, type?: string): PerformanceEntry[] =>
    entriesOf(current()).filter((entry) => entry.name === name && (type === undefined || entry.entryType === type)),
  getEntriesByType: (type: string): PerformanceEntry[] => entriesOf(current()).filter((entry) => entry.entryType === type),
  clearMarks: (name?: string) => clear('mark', name),
  clearMeasures: (name?: string) => clear('measure', name),
  clearResourceTimings: (name?: string) => clear('resource', name),
  markResourceTiming,
  setResourceTimingBufferSize: () => undefined,
  eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }),
  timerify: <F>(fn: F): F => fn,
  get nodeTiming(): never {
    throw notSimulated('performance.nodeTiming', 'Use performance.now() and performance.timeOrigin.');
  },
  toJSON: () => ({ timeOrigin: simPerformance.timeOrigin }),
};

function clear(type: 'mark' | 'measure' | 'resource', name: string | undefined): void {
  const entries = entriesOf(current());
  const kept = entries.filter((entry) => entry.entryType !== type || (name !== undefined && entry.name !== name));
  entries.splice(0, entries.length, ...kept);
}
