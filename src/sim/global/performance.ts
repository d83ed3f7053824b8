/** `performance` on the monotonic clock of the calling machine: now, timeOrigin, marks and measures. */
import { current } from '../active.ts';
import type { Machine, Part } from '../machine.ts';
import { notSimulated } from '../node-error.ts';

interface Entry {
  readonly name: string;
  readonly entryType: 'mark' | 'measure';
  readonly startTime: number;
  readonly duration: number;
  readonly detail: unknown;
}

const entriesPart: Part<Entry[]> = { name: 'performance entries', create: () => [] };

function now(): number {
  return current().uptimeUs() / 1000;
}

function add(machine: Machine, entry: Entry): Entry {
  machine.part(entriesPart).push(entry);
  return entry;
}

function timeOf(mark: unknown, otherwise: number): number {
  if (typeof mark === 'number') return mark;
  if (typeof mark !== 'string') return otherwise;
  const found = current()
    .part(entriesPart)
    .findLast((entry) => entry.entryType === 'mark' && entry.name === mark);
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
  mark(name: string, options: { readonly startTime?: number; readonly detail?: unknown } = {}): Entry {
    const { startTime = now(), detail = null } = options;
    return add(current(), { name, entryType: 'mark', startTime, duration: 0, detail });
  },
  measure(name: string, from?: string | MeasureOptions, to?: string): Entry {
    const options: MeasureOptions = typeof from === 'object' ? from : { start: from, end: to };
    const startTime = timeOf(options.start, 0);
    const end = options.duration === undefined ? timeOf(options.end, now()) : startTime + options.duration;
    return add(current(), { name, entryType: 'measure', startTime, duration: end - startTime, detail: options.detail ?? null });
  },
  getEntries: (): Entry[] => [...current().part(entriesPart)],
  getEntriesByName: (name: string): Entry[] =>
    current()
      .part(entriesPart)
      .filter((entry) => entry.name === name),
  getEntriesByType: (type: string): Entry[] =>
    current()
      .part(entriesPart)
      .filter((entry) => entry.entryType === type),
  clearMarks: (name?: string) => clear('mark', name),
  clearMeasures: (name?: string) => clear('measure', name),
  clearResourceTimings: () => undefined,
  setResourceTimingBufferSize: () => undefined,
  eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }),
  timerify: <F>(fn: F): F => fn,
  get nodeTiming(): never {
    throw notSimulated('performance.nodeTiming', 'Use performance.now() and performance.timeOrigin.');
  },
  toJSON: () => ({ timeOrigin: simPerformance.timeOrigin }),
};

function clear(type: Entry['entryType'], name: string | undefined): void {
  const entries = current().part(entriesPart);
  const kept = entries.filter((entry) => entry.entryType !== type || (name !== undefined && entry.name !== name));
  entries.splice(0, entries.length, ...kept);
}
