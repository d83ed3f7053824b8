/**
 * Workers that make the runs of a divided search, and what becomes of them: whoever has time gets the next task. One that dies costs its
 * task once more: it is made again from its beginning, which gives the same runs, now with a word before each. One that dies at the same
 * run again was ended by the subject, and that run is made in a process of its own, where it can be told what happened.
 */
import { FozzyError } from '../../base/problem.ts';
import type { LotOrder } from '../../campaign/explore/search-lots.ts';
import type { LotMerge } from '../../campaign/explore/merge-lots.ts';
import { recordOf, recordWith, type RunRecord } from '../../campaign/explore/tally.ts';
import type { Disagreement } from '../../campaign/guard.ts';
import { DecisionLog } from '../../decide/log.ts';
import { unpackLog } from '../../decide/log-codec.ts';
import { asJson } from '../../base/as-json.ts';
import { assert } from '../../base/assert.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { type CrewWork, crewWork, type Task } from './crew-work.ts';
import type { Explorable } from './explorable.ts';
import { notStarted } from './process-runner.ts';
import { deadWorker } from './worker-death.ts';
import { type WorkerEnd, WorkerProcess } from './worker-process.ts';
import type { Saying, SearchOrder, SearchTask, WireDetails, WireRun } from './worker-protocol.ts';

/** Short enough that a signal is heard at once and a live line looks alive. */
const TICK_MS = 50;
/** A subject may end its process in several runs before one of them counts; beyond this something else is wrong. */
const DEATHS_MAX = 8;

export interface CrewParts {
  readonly entry: string;
  readonly cwd: string;
  readonly simulation: Explorable;
  readonly search: Omit<LotOrder, 'lots' | 'apart'>;
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
  worker: WorkerProcess | undefined;
  /** How often it could not even begin. */
  stillborn: number;
  hasBegun: boolean;
  task: Task | undefined;
  /** The run it was about to make, if it said so. */
  announced: number | undefined;
  table: WireDetails[];
  /** Of its task, by number. */
  records: Map<number, RunRecord>;
}

class Crew {
  readonly #parts: CrewParts;
  readonly #resolve: (result: CrewResult) => void;
  readonly #reject: (error: Error) => void;
  readonly #members: readonly Member[];
  readonly #work: CrewWork;
  /** What became of runs that somebody may want to see. */
  readonly #outcomes = new Map<RunRecord, Outcome>();
  readonly #deadly = new Set<RunRecord>();
  #ticking: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(parts: CrewParts, resolve: (result: CrewResult) => void, reject: (error: Error) => void) {
    this.#parts = parts;
    this.#resolve = resolve;
    this.#reject = reject;
    const { lots, jobs, merge, search } = parts;
    this.#work = crewWork(search.strategy, lots, jobs, merge);
    this.#members = Array.from({ length: Math.min(jobs, lots.length) }, () => ({
      worker: undefined,
      stillborn: 0,
      hasBegun: false,
      task: undefined,
      announced: undefined,
      table: [],
      records: new Map(),
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
    this.#handOut();
  }

  #begin(member: Member): void {
    const { entry, cwd, simulation, search } = this.#parts;
    const { order } = simulation;
    assert(order !== undefined, 'only what another process can open is given to workers');
    member.hasBegun = false;
    const whole: SearchOrder = { is: 'search', cwd, subject: order, isolation: simulation.isolation.tier, search };
    member.worker = new WorkerProcess(entry, whole, {
      said: (saying) => this.#hear(member, saying),
      died: (end) => this.#died(member, end),
      fellSilent: (end) => this.#died(member, end),
      failed: (error) => this.#fail(error),
    });
    if (member.task !== undefined) this.#give(member, member.task);
  }

  #give(member: Member, task: Task): void {
    member.task = task;
    member.announced = undefined;
    member.table = [];
    member.records = new Map();
    const { what, isCareful, apart } = task;
    member.worker?.tell({ what, isCareful, apart } satisfies SearchTask);
  }

  /** Whoever has nothing to do gets something, if there is something; nobody has anything to do any more when it is over. */
  #handOut(): void {
    for (const member of this.#members) {
      const task = member.task === undefined ? this.#work.take() : undefined;
      if (task !== undefined) this.#give(member, task);
    }
    if (this.#members.every(({ task }) => task === undefined)) this.#finish(undefined);
  }

  #hear(member: Member, saying: Saying): void {
    switch (saying.is) {
      case 'begun':
        member.hasBegun = true;
        member.stillborn = 0;
        if (member.task === undefined) member.worker?.rest();
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
    member.table.push(...table);
    for (const [number, hash, events, flags, at] of records) {
      const record = recordWith(hash, events, flags, member.table[at]);
      if (failure?.number === number) this.#outcomes.set(record, outcomeOf(failure));
      this.#add(member, number, record);
    }
    for (const [lot, isExhausted] of ended) this.#work.ended(lot, isExhausted);
    this.#look();
  }

  #add(member: Member, number: number, record: RunRecord): void {
    const { task } = member;
    if (task === undefined) return;
    if (task.apart.includes(number)) this.#deadly.add(record);
    member.records.set(number, record);
    this.#work.add(task, number, record);
  }

  #look(): void {
    const { merge } = this.#parts;
    if (merge.failing !== undefined || merge.hasEnough) this.#finish(undefined);
  }

  #searched(member: Member, { last, rest, disagreement }: Saying & { readonly is: 'searched' }): void {
    const record = last === undefined ? undefined : member.records.get(last.number);
    if (last !== undefined && record !== undefined) this.#outcomes.set(record, outcomeOf(last));
    if (disagreement !== undefined) return this.#finish(undefined, { ...disagreement, recorded: logOf(disagreement.recorded) });
    const { task } = member;
    member.task = undefined;
    member.worker?.rest();
    if (task !== undefined) this.#work.finish(task, rest);
    this.#look();
    if (!this.#isOver) this.#handOut();
  }

  #died(member: Member, end: WorkerEnd): void {
    member.worker?.end();
    const { announced, task, hasBegun } = member;
    if (!hasBegun) {
      member.stillborn += 1;
      // Somebody may have killed it before it did anything; nobody does that twice.
      return member.stillborn > 1 ? this.#fail(notStarted(end)) : this.#begin(member);
    }
    if (task === undefined) return this.#begin(member);
    task.deaths += 1;
    if (announced !== undefined && task.apart.includes(announced)) return this.#lost(member, announced, end);
    if (task.deaths > DEATHS_MAX)
      return this.#fail(new Error(`a worker died ${task.deaths} times: ${end.stderr.trim() || (end.signal ?? end.code)}`));
    if (announced !== undefined) task.apart.push(announced);
    task.isCareful = true;
    this.#begin(member);
  }

  /** It cannot be made in a process of its own, so nobody knows what was decided in it. */
  #lost(member: Member, number: number, end: WorkerEnd): void {
    const outcome = deadWorker({ ...end, log: new DecisionLog(), events: [], parts: this.#parts.simulation });
    const record = recordOf(outcome);
    this.#outcomes.set(record, outcome);
    this.#add(member, number, record);
    // Others may be about to find an earlier failure.
    member.task = undefined;
    this.#begin(member);
    this.#look();
    if (!this.#isOver) this.#handOut();
  }

  #finish(stoppedBy: CrewResult['stoppedBy'], disagreement?: Disagreement): void {
    if (this.#isOver) return;
    this.#end();
    const { failing, last, hasEnough } = this.#parts.merge;
    this.#resolve({
      stoppedBy,
      failing: failing === undefined ? undefined : this.#outcomes.get(failing.record),
      isDeadly: failing !== undefined && this.#deadly.has(failing.record),
      // Of a search that has enough, it is a matter of time who has come to which end.
      last: last === undefined || hasEnough ? undefined : this.#outcomes.get(last.record),
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
