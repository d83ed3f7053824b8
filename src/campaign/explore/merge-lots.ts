/**
 * Puts the runs of all lots together again, in the order of their numbers: counts them up to the first failure, whoever found it and
 * whenever. What is counted is therefore the same however the lots were divided among searchers.
 */
import type { FaultReport, SearchSection } from '../../trace/summary.ts';
import { isSystematic } from './opening.ts';
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
  last: { readonly number: number; readonly record: RunRecord } | undefined;
  /** Runs that were made, whether or not they count in the end. */
  made = 0;
  readonly #lots: readonly (LotRecords | undefined)[];
  readonly #runs: number;
  /** Runs that were made before there were lots come first; they belong to the first one. */
  #isOpening: boolean;
  #next = 0;

  /** `lots` are those that take part; `runs` is how many are counted at most. */
  constructor(strategy: string, lots: readonly number[], runs = Number.POSITIVE_INFINITY) {
    this.tally = new Tally(strategy);
    this.#runs = runs;
    this.#isOpening = isSystematic(strategy) && lots.includes(0);
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
      this.failing !== undefined ||
      this.hasEnough ||
      this.#lots.every((lot) => lot === undefined || (lot.end !== undefined && lot.waiting.length === 0))
    );
  }

  /** As many were counted as are wanted, and there would be more. */
  get hasEnough(): boolean {
    return this.#isFull && this.#lots.some((lot) => lot?.waiting.some(({ isRedundant }) => !isRedundant));
  }

  get #isFull(): boolean {
    return this.tally.schedules >= this.#runs;
  }

  get isExhausted(): boolean {
    const areExhausted = this.#lots.every((lot) => lot === undefined || (lot.end === 'exhausted' && lot.waiting.length === 0));
    return areExhausted && !this.tally.isIncomplete;
  }

  /** Takes what there is as it is: time is up, and nobody will make what is missing. */
  giveUp(): void {
    for (const lot of this.#lots) if (lot !== undefined) lot.end ??= 'runs';
    this.#advance();
  }

  /** `ended` is what else ended it than itself. */
  section(ended?: 'time' | 'interrupted'): SearchSection {
    const isExhausted = this.failing === undefined && this.isExhausted;
    const stoppedBy = this.failing !== undefined ? 'failure' : isExhausted ? 'exhausted' : (ended ?? 'runs');
    return this.tally.section(stoppedBy, isExhausted);
  }

  faults(): readonly FaultReport[] {
    return this.tally.faults(this.failing?.record.faults);
  }

  /** Told of every record as it is counted. */
  protected counted(_number: number, _record: RunRecord): void {}

  #advance(): void {
    if (this.#isOpening) this.#countOpening();
    for (; !this.#isOpening && this.failing === undefined && this.#hasMore(); this.#next += 1) {
      const lot = this.#lots[this.#next % LOTS];
      if (lot === undefined) continue;
      const [record] = lot.waiting;
      if (record === undefined) {
        if (lot.end === undefined) return;
        continue;
      }
      if (this.#isFull && !record.isRedundant) return;
      this.#count(lot, this.#next % LOTS, record);
    }
  }

  #countOpening(): void {
    const lot = this.#lots[0];
    if (lot === undefined) return;
    while (this.#isOpening && this.failing === undefined) {
      const [record] = lot.waiting;
      if (record === undefined && lot.end === undefined) return;
      if (record?.isOpening === true && this.#isFull && !record.isRedundant) return;
      if (record?.isOpening === true) this.#count(lot, 0, record);
      else this.#isOpening = false;
    }
  }

  #count(lot: LotRecords, index: number, record: RunRecord): void {
    const number = lot.counted * LOTS + index;
    lot.waiting.shift();
    lot.counted += 1;
    this.tally.add(record);
    this.counted(number, record);
    if (!record.isRedundant) this.last = { number, record };
    if (record.isFailure) this.failing = { number, record };
  }

  #hasMore(): boolean {
    return this.#lots.some((lot) => lot !== undefined && lot.waiting.length > 0);
  }
}
