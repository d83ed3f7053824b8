/**
 * Puts the runs of all lots together again, in the order of their numbers: counts them up to the first failure, whoever found it and
 * whenever. What is counted is therefore the same however the lots were divided among searchers.
 */
import type { FaultReport, SearchSection } from '../../trace/summary.ts';
import { LOTS } from './share.ts';
import { type RunRecord, Tally } from './tally.ts';

interface LotRecords {
  /** Those that were not counted yet, by round; rounds before `counted` are gone. */
  readonly waiting: RunRecord[];
  counted: number;
  /** No more will come: everything was tried, or nothing more was wanted. */
  end: 'exhausted' | 'runs' | undefined;
}

export class LotMerge {
  /** Of those that were counted. */
  readonly tally: Tally;
  /** The first failure, by its number in the whole; everything before it was counted. */
  failing: { readonly number: number; readonly record: RunRecord } | undefined;
  /** The last run that was counted. */
  last: number | undefined;
  /** Runs that were made, whether or not they count in the end. */
  made = 0;
  readonly #lots: readonly (LotRecords | undefined)[];
  #next = 0;

  /** `lots` are those that take part. */
  constructor(strategy: string, lots: readonly number[]) {
    this.tally = new Tally(strategy);
    this.#lots = Array.from({ length: LOTS }, (_, lot) => (lots.includes(lot) ? { waiting: [], counted: 0, end: undefined } : undefined));
  }

  /** Runs of a lot come in their order; one that came before is ignored. */
  add(number: number, record: RunRecord): void {
    const lot = this.#lots[number % LOTS];
    if (lot === undefined || Math.floor(number / LOTS) !== lot.counted + lot.waiting.length) return;
    lot.waiting.push(record);
    this.made += 1;
    this.#advance();
  }

  end(number: number, isExhausted: boolean): void {
    const lot = this.#lots[number];
    if (lot === undefined) return;
    lot.end = isExhausted ? 'exhausted' : 'runs';
    this.#advance();
  }

  /** Whether runs with such a number can still matter. */
  wants(number: number): boolean {
    return this.failing === undefined || number < this.failing.number;
  }

  /** Whether nothing that is yet to come could change anything. */
  get isComplete(): boolean {
    return (
      this.failing !== undefined || this.#lots.every((lot) => lot === undefined || (lot.end !== undefined && lot.waiting.length === 0))
    );
  }

  get isExhausted(): boolean {
    return this.#lots.every((lot) => lot === undefined || lot.end === 'exhausted') && this.tally.truncated === 0;
  }

  /** Takes what there is as it is: time is up, and nobody will make what is missing. */
  giveUp(): void {
    for (const lot of this.#lots) if (lot !== undefined) lot.end ??= 'runs';
    this.#advance();
  }

  section(isTimeUp: boolean): SearchSection {
    const isExhausted = this.failing === undefined && this.isExhausted;
    const stoppedBy = this.failing !== undefined ? 'failure' : isExhausted ? 'exhausted' : isTimeUp ? 'time' : 'runs';
    return this.tally.section(stoppedBy, isExhausted);
  }

  faults(): readonly FaultReport[] {
    return this.tally.faults(this.failing?.record.faults);
  }

  #advance(): void {
    for (; this.failing === undefined && this.#hasMore(); this.#next += 1) {
      const lot = this.#lots[this.#next % LOTS];
      if (lot === undefined) continue;
      const record = lot.waiting.shift();
      if (record === undefined) {
        if (lot.end === undefined) return;
        continue;
      }
      lot.counted += 1;
      this.tally.add(record);
      this.last = this.#next;
      if (record.isFailure) this.failing = { number: this.#next, record };
    }
  }

  #hasMore(): boolean {
    return this.#lots.some((lot) => lot !== undefined && lot.waiting.length > 0);
  }
}
