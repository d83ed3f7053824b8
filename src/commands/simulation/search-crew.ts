/**
 * Workers that make the runs of a divided search, and what becomes of them. One that dies costs its lots once more: they are made again
 * from their beginning, which gives the same runs, now with a word before each. One that dies at the same run again was ended by the
 * subject, and that run is made in a process of its own, where it can be told what happened.
 */
import { FozzyError } from '../../base/problem.ts';
import type { LotOrder } from '../../campaign/explore/search-lots.ts';
import type { LotMerge } from '../../campaign/explore/merge-lots.ts';
import { recordOf, recordWith } from '../../campaign/explore/tally.ts';
import type { Disagreement } from '../../campaign/guard.ts';
import { DecisionLog } from '../../decide/log.ts';
import { unpackLog } from '../../decide/log-codec.ts';
import { asJson } from '../../base/as-json.ts';
import { assert } from '../../base/assert.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Explorable } from './explorable.ts';
import { notStarted } from './process-runner.ts';
import { deadWorker } from './worker-death.ts';
import { type WorkerEnd, WorkerProcess } from './worker-process.ts';
import type { Saying, SearchOrder, WireDetails, WireRun } from './worker-protocol.ts';

/** Short enough that a signal is heard at once and a live line looks alive. */
const TICK_MS = 50;
/** A subject may end its process in several runs before one of them counts; beyond this something else is wrong. */
const DEATHS_MAX = 8;

export interface CrewParts {
  readonly entry: string;
  readonly cwd: string;
  readonly simulation: Explorable;
  readonly search: Omit<LotOrder, 'lots'>;
  readonly lots: readonly number[];
  readonly jobs: number;
  /** Gets everything that was made. */
  readonly merge: LotMerge;
  /** Called now and then; what it returns other than undefined ends the search. */
  readonly tick: () => 'time' | 'interrupted' | undefined;
}

export interface CrewResult {
  readonly stoppedBy: 'time' | 'interrupted' | undefined;
  readonly failing: Outcome | undefined;
  /** The failing run ended its process. */
  readonly isDeadly: boolean;
  /** The last run that counts, if it is known what it decided. */
  readonly last: Outcome | undefined;
  readonly disagreement: Disagreement | undefined;
}

export function runCrew(parts: CrewParts): Promise<CrewResult> {
  return new Promise((resolve, reject) => new Crew(parts, resolve, reject).start());
}

interface Member {
  readonly lots: readonly number[];
  worker: WorkerProcess | undefined;
  deaths: number;
  isCareful: boolean;
  readonly apart: number[];
  /** The run it was about to make, if it said so. */
  announced: number | undefined;
  hasBegun: boolean;
  table: WireDetails[];
  isDone: boolean;
}

class Crew {
  readonly #parts: CrewParts;
  readonly #resolve: (result: CrewResult) => void;
  readonly #reject: (error: Error) => void;
  readonly #members: readonly Member[];
  readonly #failures = new Map<number, Outcome>();
  readonly #lasts = new Map<number, Outcome>();
  #ticking: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(parts: CrewParts, resolve: (result: CrewResult) => void, reject: (error: Error) => void) {
    this.#parts = parts;
    this.#resolve = resolve;
    this.#reject = reject;
    const { lots, jobs } = parts;
    this.#members = Array.from({ length: Math.min(jobs, lots.length) }, (_, at) => ({
      lots: lots.filter((_lot, place) => place % jobs === at),
      worker: undefined,
      deaths: 0,
      isCareful: false,
      apart: [],
      announced: undefined,
      hasBegun: false,
      table: [],
      isDone: false,
    }));
  }

  start(): void {
    this.#ticking = setInterval(() => {
      const stopped = this.#parts.tick();
      if (stopped === undefined) return;
      this.#parts.merge.giveUp();
      this.#finish(stopped);
    }, TICK_MS);
    for (const member of this.#members) this.#begin(member);
  }

  #begin(member: Member): void {
    const { entry, cwd, simulation, search } = this.#parts;
    const { order } = simulation;
    assert(order !== undefined, 'only what another process can open is given to workers');
    member.hasBegun = false;
    member.announced = undefined;
    member.table = [];
    const whole: SearchOrder = {
      is: 'search',
      cwd,
      subject: order,
      isolation: simulation.isolation.tier,
      search: { ...search, lots: member.lots },
      isCareful: member.isCareful,
      apart: member.apart,
    };
    member.worker = new WorkerProcess(entry, whole, {
      said: (saying) => this.#hear(member, saying),
      died: (end) => this.#died(member, end),
      fellSilent: (end) => this.#died(member, end),
      failed: (error) => this.#fail(error),
    });
  }

  #hear(member: Member, saying: Saying): void {
    switch (saying.is) {
      case 'begun':
        member.hasBegun = true;
        return;
      case 'begins':
        member.announced = saying.number;
        return;
      case 'records':
        return this.#take(member, saying);
      case 'searched':
        return this.#searched(member, saying);
      case 'refused':
        return this.#fail(new FozzyError(saying.code, saying.message, saying));
      case 'broken':
        return this.#fail(new Error(`a worker failed: ${saying.message}`));
      case 'question':
      case 'done':
      case 'needs':
        return this.#fail(new Error('a worker that searches asks about one run'));
    }
  }

  #take(member: Member, { records, table, ended, failure }: Saying & { readonly is: 'records' }): void {
    const { merge } = this.#parts;
    member.table.push(...table);
    if (failure !== undefined) this.#failures.set(failure.number, outcomeOf(failure));
    for (const [number, hash, events, flags, at] of records) merge.add(number, recordWith(hash, events, flags, member.table[at]));
    for (const [lot, isExhausted] of ended) merge.end(lot, isExhausted);
    if (merge.failing !== undefined || merge.hasEnough) this.#finish(undefined);
  }

  #searched(member: Member, { last, evaluated, disagreement }: Saying & { readonly is: 'searched' }): void {
    for (const pointer of evaluated) this.#parts.simulation.evaluated?.add(pointer);
    if (last !== undefined) this.#lasts.set(last.number, outcomeOf(last));
    member.isDone = true;
    member.worker?.end();
    if (disagreement !== undefined) return this.#finish(undefined, { ...disagreement, recorded: logOf(disagreement.recorded) });
    if (this.#members.every(({ isDone }) => isDone)) this.#finish(undefined);
  }

  #died(member: Member, end: WorkerEnd): void {
    member.worker?.end();
    member.deaths += 1;
    const { announced } = member;
    // Somebody may have killed it before it did anything; nobody does that twice.
    if (!member.hasBegun) return member.deaths > 1 ? this.#fail(notStarted(end)) : this.#begin(member);
    if (announced !== undefined && member.apart.includes(announced)) return this.#lost(announced, end);
    if (member.deaths > DEATHS_MAX)
      return this.#fail(new Error(`a worker died ${member.deaths} times: ${end.stderr.trim() || (end.signal ?? end.code)}`));
    if (announced !== undefined) member.apart.push(announced);
    member.isCareful = true;
    this.#begin(member);
  }

  /** It cannot be made in a process of its own, so nobody knows what was decided in it. */
  #lost(number: number, end: WorkerEnd): void {
    const outcome = deadWorker({ ...end, log: new DecisionLog(), events: [], parts: this.#parts.simulation });
    this.#failures.set(number, outcome);
    this.#parts.merge.add(number, recordOf(outcome));
    this.#finish(undefined);
  }

  #finish(stoppedBy: CrewResult['stoppedBy'], disagreement?: Disagreement): void {
    if (this.#isOver) return;
    this.#end();
    const { merge } = this.#parts;
    const failing = merge.failing === undefined ? undefined : this.#failures.get(merge.failing.number);
    this.#resolve({
      stoppedBy,
      failing,
      isDeadly: merge.failing !== undefined && this.#members.some(({ apart }) => apart.includes(merge.failing?.number ?? -1)),
      last: merge.last === undefined ? undefined : this.#lasts.get(merge.last),
      disagreement,
    });
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#end();
    this.#reject(error);
  }

  #end(): void {
    this.#isOver = true;
    clearInterval(this.#ticking);
    for (const { worker } of this.#members) worker?.end();
  }
}

function outcomeOf({ outcome: { mismatch, ...outcome }, log }: WireRun): Outcome {
  return { ...outcome, mismatch: mismatch ?? undefined, memory: undefined, log: logOf(log) };
}

function logOf(packed: WireRun['log']): DecisionLog {
  const unpacked = unpackLog(asJson(packed));
  assert(unpacked !== undefined, 'a log that a worker packed can be unpacked');
  return unpacked.log;
}
