/** Records who asked what and what came back, for the checkers. */
import type { HistoryModel, HistoryOperation } from '../../trace/history.ts';
import type { EventFields } from '../../engine/event-sink.ts';

interface Entry {
  /** Its position in the history: what a verdict calls #n, so that it leads to the events. */
  readonly number: number;
  readonly process: string;
  readonly name: string;
  readonly args: readonly unknown[];
  result: unknown;
  status: 'ok' | 'failed' | 'open';
  readonly from: number;
  to: number;
}

/** Who is asking, and whether anybody listens. */
interface Witness {
  readonly current: { readonly name: string };
  readonly observed: boolean;
  note(name: string, fields: EventFields): void;
}

export class History {
  readonly model: HistoryModel;
  readonly #kernel: Witness;
  readonly #entries: Entry[] = [];
  #clock = 0;

  constructor(kernel: Witness, model: HistoryModel) {
    this.#kernel = kernel;
    this.model = model;
  }

  /**
   * Runs one operation and records it: `await history.record('write', [1], () => put(1))`. A rejection leaves it open, because it may
   * have taken effect, unless `failed` says that it surely did not.
   */
  async record<T>(name: string, args: readonly unknown[], run: () => Promise<T> | T, failed?: (error: unknown) => boolean): Promise<T> {
    const entry = this.#begin(name, args);
    try {
      const result = await run();
      this.#end(entry, 'ok', result);
      return result;
    } catch (error) {
      if (failed?.(error) === true) this.#end(entry, 'failed', undefined);
      throw error;
    }
  }

  get operations(): readonly HistoryOperation[] {
    return this.#entries;
  }

  #begin(name: string, args: readonly unknown[]): Entry {
    this.#clock += 1;
    const entry: Entry = {
      number: this.#entries.length,
      process: this.#kernel.current.name,
      name,
      args,
      result: undefined,
      status: 'open',
      from: this.#clock,
      to: Number.POSITIVE_INFINITY,
    };
    this.#entries.push(entry);
    if (this.#kernel.observed) this.#kernel.note('invoke', { number: entry.number, operation: name, args: told(args) });
    return entry;
  }

  #end(entry: Entry, status: 'ok' | 'failed', result: unknown): void {
    this.#clock += 1;
    entry.to = this.#clock;
    entry.status = status;
    entry.result = result;
    if (this.#kernel.observed)
      this.#kernel.note(status === 'ok' ? 'respond' : 'refuse', { number: entry.number, operation: entry.name, result: told(result) });
  }
}

function told(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return String(value);
  }
}
