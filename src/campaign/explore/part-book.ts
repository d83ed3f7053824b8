/**
 * Who may make what of a search of everything: hands out the parts of all lots to whoever has time, and puts what came of them in order.
 * Parts that take long leave further parts, so nobody is idle while another one has much to do; and what is counted is the same
 * however many take part, because it follows from the order of the parts and not from who made them.
 */
import { BreadthFirstLot, DepthFirstLot, type LotParts, type PartUnderWay, underWay } from './lot-parts.ts';
import type { LotMerge } from './merge-lots.ts';
import type { OpeningName, PartRest } from './part.ts';
import { LOTS } from './share.ts';
import type { RunRecord } from './tally.ts';

interface BookedLot {
  readonly lot: number;
  readonly parts: LotParts;
  /** Runs that were made in it, counted or not. */
  made: number;
}

export class PartBook {
  readonly #merge: LotMerge;
  readonly #mine: readonly number[];
  readonly #opening: PartUnderWay;
  #isOpeningTaken = false;
  #lots: BookedLot[] | undefined;
  /** Of each lot, how many runs were counted. */
  readonly #rounds = new Map<number, number>();

  constructor(strategy: OpeningName, mine: readonly number[], merge: LotMerge) {
    this.#merge = merge;
    this.#mine = mine;
    this.#opening = underWay(0, { is: 'opening', strategy, isCounted: mine.includes(0) });
  }

  /** Something to do; undefined while there is nothing that does not depend on what others are doing. */
  take(): PartUnderWay | undefined {
    if (this.#lots === undefined) {
      if (this.#isOpeningTaken) return undefined;
      this.#isOpeningTaken = true;
      return this.#opening;
    }
    // Those of which the least is known: counting waits for them.
    for (const lot of this.#lots.toSorted((a, b) => a.made - b.made || a.lot - b.lot)) {
      const part = lot.parts.take();
      if (part !== undefined) return part;
    }
    return undefined;
  }

  /** The next run of a part; one that is told again is ignored. */
  add(part: PartUnderWay, index: number, record: RunRecord): void {
    if (index !== part.records.length) return;
    part.records.push(record);
    part.isFailing ||= record.isFailure && (part.part.is !== 'opening' || part.part.isCounted);
    const lot = this.#lots?.find((each) => each.lot === part.lot);
    if (lot !== undefined) lot.made += 1;
    this.#settle();
  }

  finish(part: PartUnderWay, rest: PartRest): void {
    part.rest = rest;
    this.#settle();
  }

  /** Nothing is left to be made. */
  get isOver(): boolean {
    return this.#lots !== undefined && this.#lots.length === 0;
  }

  #settle(): void {
    if (this.#lots === undefined) this.#settleOpening();
    const over = this.#lots?.filter((lot) => this.#settleLot(lot)) ?? [];
    this.#lots = this.#lots?.filter((lot) => !over.includes(lot));
  }

  #settleOpening(): void {
    const opening = this.#opening;
    // Somebody else counts them, who has the first lot.
    if (this.#mine.includes(0)) this.#count(opening);
    const { rest } = opening;
    if (rest?.is !== 'opening' || opening.isFailing) return;
    this.#lots = this.#mine.map((lot) => ({ lot, parts: lotOf(lot, rest), made: 0 }));
  }

  /** True when it is over. */
  #settleLot({ lot, parts }: BookedLot): boolean {
    for (let head = parts.head; head !== undefined; head = parts.head) {
      this.#count(head);
      if (head.isFailing) return false;
      if (head.rest === undefined) return false;
      parts.settle(head.rest);
    }
    if (!parts.isOver) return false;
    this.#merge.end(lot, !parts.isIncomplete);
    return true;
  }

  #count(part: PartUnderWay): void {
    for (; part.counted < part.records.length; part.counted += 1) {
      const record = part.records[part.counted];
      const round = this.#rounds.get(part.lot) ?? 0;
      this.#rounds.set(part.lot, round + 1);
      if (record !== undefined) this.#merge.add(round * LOTS + part.lot, record);
    }
  }
}

function lotOf(lot: number, rest: Extract<PartRest, { readonly is: 'opening' }>): LotParts {
  const isMine = (_each: unknown, at: number) => at % LOTS === lot;
  return 'parts' in rest ? new DepthFirstLot(lot, rest.parts.filter(isMine)) : new BreadthFirstLot(lot, rest.tries.filter(isMine));
}
