/** `PerformanceObserver`: hears of marks and measures, a round of the event loop later, as in Node. */
import { current } from '../active.ts';
import { invalidArgType, nodeError } from '../node-error.ts';
import { entriesOf, hearersOf, type PerformanceEntry } from './performance-entries.ts';

class EntryList {
  readonly #entries: readonly PerformanceEntry[];

  constructor(entries: readonly PerformanceEntry[]) {
    this.#entries = entries.toSorted((a, b) => a.startTime - b.startTime);
  }

  getEntries(): PerformanceEntry[] {
    return [...this.#entries];
  }

  getEntriesByName(name: string, type?: string): PerformanceEntry[] {
    return this.#entries.filter((entry) => entry.name === name && (type === undefined || entry.entryType === type));
  }

  getEntriesByType(type: string): PerformanceEntry[] {
    return this.#entries.filter((entry) => entry.entryType === type);
  }
}

interface ObserveOptions {
  readonly type?: string;
  readonly entryTypes?: readonly string[];
  readonly buffered?: boolean;
}

type Callback = (list: EntryList, observer: PerformanceObserver) => unknown;

export class PerformanceObserver {
  static readonly supportedEntryTypes: readonly string[] = ['mark', 'measure', 'resource'];
  readonly #callback: Callback;
  readonly #types = new Set<string>();
  readonly #machine = current();
  #entries: PerformanceEntry[] = [];
  #isWaiting = false;
  readonly #hear = (entry: PerformanceEntry) => {
    if (this.#types.has(entry.entryType)) this.#add([entry]);
  };

  constructor(callback: unknown) {
    if (typeof callback !== 'function') throw invalidArgType('callback', 'of type function', callback);
    // Reason for the cast: the line above has seen that it can be called.
    this.#callback = callback as Callback;
  }

  observe(options: ObserveOptions): void {
    const { type, entryTypes, buffered } = options;
    if (type === undefined && entryTypes === undefined) {
      throw nodeError('ERR_MISSING_ARGS', 'The "options.entryTypes" or "options.type" argument must be specified', TypeError);
    }
    if (entryTypes !== undefined) this.#types.clear();
    for (const each of entryTypes ?? [type]) if (each !== undefined) this.#types.add(each);
    hearersOf(this.#machine).add(this.#hear);
    if (type !== undefined && buffered === true) this.#add(entriesOf(this.#machine).filter((entry) => entry.entryType === type));
  }

  disconnect(): void {
    hearersOf(this.#machine).delete(this.#hear);
    this.#types.clear();
    this.#entries = [];
  }

  takeRecords(): PerformanceEntry[] {
    return this.#entries.splice(0);
  }

  #add(entries: readonly PerformanceEntry[]): void {
    this.#entries.push(...entries);
    if (this.#isWaiting || this.#entries.length === 0) return;
    this.#isWaiting = true;
    this.#machine.kernel.immediate(this.#machine, 'performance entries', () => this.#tell(), undefined);
  }

  #tell(): void {
    this.#isWaiting = false;
    const entries = this.#entries.splice(0);
    if (entries.length > 0) this.#callback(new EntryList(entries), this);
  }
}
