/** A worker's part of a search: makes the runs of its tasks and says what came of them, many at a time. */
import { makePart } from '../../campaign/explore/make-part.ts';
import { searchLots } from '../../campaign/explore/search-lots.ts';
import type { PartRest } from '../../campaign/explore/part.ts';
import { flagsOf, type RunRecord, recordOf } from '../../campaign/explore/tally.ts';
import { Guard } from '../../campaign/guard.ts';
import type { Subject } from '../../campaign/subject.ts';
import { packLog } from '../../decide/log-codec.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { openOrdered } from './open-ordered.ts';
import { Pace } from './pace.ts';
import {
  type Saying,
  type SearchOrder,
  type SearchTask,
  type WireDetails,
  type WireRecord,
  type WireRun,
  withoutLog,
} from './worker-protocol.ts';

/** Few enough that those who wait see progress, many enough that talking costs nothing. */
const RECORDS_AT_ONCE = 256;

/** Task after task, until nobody is there who has another one. */
export async function searchOnOrder(order: SearchOrder, say: (saying: Saying) => void, hear: () => unknown): Promise<never> {
  const opened = await openOrdered(order.subject, order.cwd, order.isolation);
  const guard = new Guard();
  say({ is: 'begun' });
  for (;;) {
    const reports = new Reports(say);
    const rest = await perform(hear() as SearchTask, { order, subject: opened.subject, guard, reports, say }); // written by search-crew.ts
    reports.send();
    opened.keepCode?.();
    const { last } = reports;
    const { disagreement } = guard;
    say({
      is: 'searched',
      ...(last === undefined ? {} : { last }),
      ...(rest === undefined ? {} : { rest }),
      ...(disagreement === undefined ? {} : { disagreement: { ...disagreement, recorded: packLog(disagreement.recorded) } }),
    });
  }
}

interface Performing {
  readonly order: SearchOrder;
  readonly subject: Subject;
  readonly guard: Guard;
  readonly reports: Reports;
  readonly say: (saying: Saying) => void;
}

async function perform(task: SearchTask, { order, subject, guard, reports, say }: Performing): Promise<PartRest | undefined> {
  const pace = new Pace();
  const { what, apart } = task;
  const isOpening = 'part' in what && what.part.is === 'opening';
  const listener = {
    begins: (number: number) => {
      if (!task.isCareful) return;
      reports.send();
      say({ is: 'begins', number });
    },
    made: (number: number, outcome: Outcome) => reports.add(number, outcome, isOpening),
    ended: (lot: number, isExhausted: boolean) => reports.end(lot, isExhausted),
    isTired: () => pace.isTired(),
    breathe: () => {
      pace.breathed();
      reports.send();
      return true;
    },
  };
  if ('part' in what) return makePart(subject, { part: what.part, seed: order.search.seed, apart }, guard, listener);
  await searchLots(subject, { ...order.search, lots: what.lots, apart }, guard, listener);
  return undefined;
}

/** What is not said yet. */
class Reports {
  readonly #say: (saying: Saying) => void;
  #records: WireRecord[] = [];
  #table: WireDetails[] = [];
  #ended: (readonly [number, boolean])[] = [];
  #failure: WireRun | undefined;
  #last: { readonly number: number; readonly outcome: Outcome } | undefined;
  /** What becomes of faults is nearly always one of a few things. */
  readonly #known = new Map<string, number>();

  constructor(say: (saying: Saying) => void) {
    this.#say = say;
  }

  /** The last run that was made. */
  get last(): WireRun | undefined {
    return this.#last === undefined ? undefined : wireRun(this.#last.number, this.#last.outcome);
  }

  /** False after a failure: whatever comes later cannot be the first one. */
  add(number: number, outcome: Outcome, isOpening: boolean): boolean {
    const record = { ...recordOf(outcome), isOpening };
    this.#records.push([number, record.hash, record.events, flagsOf(record), this.#details(record)]);
    if (!record.isRedundant) this.#last = { number, outcome };
    if (record.isFailure) this.#failure = wireRun(number, outcome);
    if (this.#records.length >= RECORDS_AT_ONCE) this.send();
    return !record.isFailure;
  }

  end(lot: number, isExhausted: boolean): void {
    this.#ended.push([lot, isExhausted]);
  }

  send(): void {
    if (this.#records.length === 0 && this.#ended.length === 0) return;
    const failure = this.#failure;
    this.#say({
      is: 'records',
      records: this.#records,
      table: this.#table,
      ended: this.#ended,
      ...(failure === undefined ? {} : { failure }),
    });
    this.#records = [];
    this.#table = [];
    this.#ended = [];
    this.#failure = undefined;
  }

  #details({ faults, allowed, powerLosses, judged }: RunRecord): number {
    const details = {
      faults,
      allowed,
      ...(powerLosses === undefined ? {} : { powerLosses }),
      ...(judged === undefined ? {} : { judged }),
    };
    const key = JSON.stringify(details);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#table.push(details);
    const place = this.#known.size;
    this.#known.set(key, place);
    return place;
  }
}

function wireRun(number: number, outcome: Outcome): WireRun {
  return { number, outcome: withoutLog({ ...outcome, events: [] }), log: packLog(outcome.log) };
}
