/**
 * What one lot of a search of everything consists of: parts, in an order that does not depend on who makes them and when. What comes of a
 * part is settled only when everything before it is; until then others may be made already.
 */
import type { DepthFirstPart } from '../../decide/depth-first-part.ts';
import { DeviationQueue, type Tried } from './deviation-queue.ts';
import { PartTree, type TreePart } from './part-tree.ts';
import type { PartRest, SearchPart } from './part.ts';
import type { RunRecord } from './tally.ts';

/** Runs of a part that are made one by one, whatever comes of the others. */
const TRIES = 16;

/** A part, and what is known of it so far. */
export interface PartUnderWay {
  readonly lot: number;
  readonly part: SearchPart;
  /** Of its runs, in their order. */
  readonly records: RunRecord[];
  /** How many of them were counted. */
  counted: number;
  isFailing: boolean;
  /** Once it is over. */
  rest: PartRest | undefined;
}

export interface LotParts {
  /** The first that nobody has taken. */
  take(): PartUnderWay | undefined;
  /** Of those that are not settled, the first; undefined when nobody has taken it yet. */
  readonly head: PartUnderWay | undefined;
  /** The first is over: what is left of it are further parts. */
  settle(rest: PartRest): void;
  /** Nothing is left. */
  readonly isOver: boolean;
  readonly isIncomplete: boolean;
}

export function underWay(lot: number, part: SearchPart): PartUnderWay {
  return { lot, part, records: [], counted: 0, isFailing: false, rest: undefined };
}

export class DepthFirstLot implements LotParts {
  readonly isIncomplete = false;
  readonly #lot: number;
  readonly #tree = new PartTree();
  readonly #waiting: TreePart[];
  readonly #taken: { readonly from: TreePart; readonly part: PartUnderWay }[] = [];

  constructor(lot: number, parts: readonly DepthFirstPart[]) {
    this.#lot = lot;
    this.#waiting = parts.map((part) => ({ part, fork: undefined }));
  }

  take(): PartUnderWay | undefined {
    const from = this.#taken.some(({ part }) => part.isFailing) ? undefined : this.#waiting.shift();
    if (from === undefined) return undefined;
    const part = underWay(this.#lot, { is: 'dfs', part: from.part });
    this.#taken.push({ from, part });
    return part;
  }

  get head(): PartUnderWay | undefined {
    return this.#taken[0]?.part;
  }

  settle(rest: PartRest): void {
    const from = this.#taken.shift()?.from;
    if (from !== undefined && rest.is === 'dfs') this.#waiting.push(...this.#tree.after(from, rest));
  }

  get isOver(): boolean {
    return this.#taken.length === 0 && this.#waiting.length === 0;
  }
}

interface TakenTries {
  readonly place: number;
  readonly from: number;
  readonly tries: readonly Tried[];
  readonly part: PartUnderWay;
}

export class BreadthFirstLot implements LotParts {
  readonly #lot: number;
  readonly #queue: DeviationQueue;
  /** In their order: by place, and within a place as they were found. */
  readonly #taken: TakenTries[] = [];

  constructor(lot: number, tries: readonly Tried[]) {
    this.#lot = lot;
    this.#queue = new DeviationQueue(tries);
  }

  take(): PartUnderWay | undefined {
    const failing = this.#taken.find(({ part }) => part.isFailing);
    if (failing !== undefined && (this.#queue.firstPlace ?? failing.place) >= failing.place) return undefined;
    const next = this.#queue.take(TRIES);
    if (next === undefined) return undefined;
    const part = underWay(this.#lot, { is: 'bfs', tries: next.tries });
    const after = this.#taken.findIndex(({ place }) => place > next.place);
    this.#taken.splice(after < 0 ? this.#taken.length : after, 0, { ...next, part });
    return part;
  }

  /** One that waits at an earlier place comes before all that were taken at a later one. */
  get head(): PartUnderWay | undefined {
    const [first] = this.#taken;
    if (first === undefined || (this.#queue.firstPlace ?? Number.POSITIVE_INFINITY) < first.place) return undefined;
    return first.part;
  }

  settle(rest: PartRest): void {
    const { tries } = this.#taken.shift() ?? { tries: [] };
    if (rest.is !== 'bfs') return;
    for (const [index, tried] of tries.entries()) this.#queue.made(tried, rest.grown[index] ?? { counts: [], calm: [] });
  }

  get isOver(): boolean {
    return this.#queue.size === 0;
  }

  get isIncomplete(): boolean {
    return this.#queue.isIncomplete;
  }
}
