/** The entries of a machine's performance timeline, and who hears of them. */
import { current } from '../active.ts';
import type { Machine, Part } from '../machine.ts';
import { nodeError } from '../node-error.ts';

/** Only we make entries. */
export const ENTRY_KEY = Symbol('entry');

export class PerformanceEntry {
  readonly name: string;
  readonly entryType: string;
  readonly startTime: number;
  readonly duration: number;

  constructor(key: unknown, name: string, entryType: string, startTime: number, duration: number) {
    if (key !== ENTRY_KEY) throw nodeError('ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor', TypeError);
    this.name = name;
    this.entryType = entryType;
    this.startTime = startTime;
    this.duration = duration;
  }

  toJSON(): object {
    const { name, entryType, startTime, duration } = this;
    return { name, entryType, startTime, duration };
  }
}

class PerformanceMark extends PerformanceEntry {
  readonly detail: unknown;

  constructor(name: string, options: { readonly startTime?: number; readonly detail?: unknown } = {}) {
    super(ENTRY_KEY, name, 'mark', options.startTime ?? current().uptimeUs() / 1000, 0);
    this.detail = options.detail === undefined ? null : structuredClone(options.detail);
  }

  override toJSON(): object {
    return { ...super.toJSON(), detail: this.detail };
  }
}

class PerformanceMeasure extends PerformanceEntry {
  readonly detail: unknown;

  constructor(key: unknown, name: string, startTime: number, duration: number, detail: unknown) {
    super(key, name, 'measure', startTime, duration);
    this.detail = detail;
  }

  override toJSON(): object {
    return { ...super.toJSON(), detail: this.detail };
  }
}

export const entryClasses = { PerformanceEntry, PerformanceMark, PerformanceMeasure };

type Hearer = (entry: PerformanceEntry) => void;

const entriesPart: Part<PerformanceEntry[]> = { name: 'performance entries', create: () => [] };
const hearersPart: Part<Set<Hearer>> = { name: 'performance observers', create: () => new Set() };

export function entriesOf(machine: Machine): PerformanceEntry[] {
  return machine.part(entriesPart);
}

export function hearersOf(machine: Machine): Set<Hearer> {
  return machine.part(hearersPart);
}

export function addEntry<T extends PerformanceEntry>(entry: T, isKept = true): T {
  const machine = current();
  if (isKept) entriesOf(machine).push(entry);
  for (const hear of machine.peek(hearersPart) ?? []) hear(entry);
  return entry;
}

export function addMark(name: string, options: { readonly startTime?: number; readonly detail?: unknown }): PerformanceEntry {
  return addEntry(new PerformanceMark(name, options));
}

export function addMeasure(name: string, startTime: number, duration: number, detail: unknown): PerformanceEntry {
  return addEntry(new PerformanceMeasure(ENTRY_KEY, name, startTime, duration, detail));
}
