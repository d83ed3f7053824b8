/**
 * Leads one run through its acts: machines start, clients drive, faults heal, what must become true gets its time, the world comes to
 * rest, the last checks are made. It is a generator that stops wherever Node's queues must be drained, so that the same acts serve the
 * synchronous loop and the portable one.
 */
import { SCENARIO } from '../../decide/footprints.ts';
import { FozzyError } from '../../base/problem.ts';
import type { RunKernel } from '../kernel.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { EventualCheck, NamedCheck, Plan } from '../scenario/plan.ts';
import type { SimulationOptions } from '../scenario/simulation.ts';
import { describeError } from '../describe-error.ts';
import { atBoundary } from '../fault/machine-faults.ts';
import { memoryWatch } from '../contain/memory-watch.ts';
import { startClient } from './client.ts';
import { isUp } from './is-up.ts';
import { type Deadline, reportDeadline } from './deadline.ts';
import { judgeHistories } from './judge-histories.ts';
import { processIfAny } from '../process/sim-process.ts';
import { reportLeaks, reportMemory, reportPendingClients, reportUnanswered } from './leftovers.ts';
import type { Verdict } from './verdict.ts';
import { isPromise } from '../value-kinds.ts';

/** A day is nothing here; who keeps the world busy for ever meets the limit of transitions first. */
const TIMEOUT_MS = 86_400_000;
const SETTLE_MS = 60_000;
const START_MS = 10_000;
/** What orchestrators give a process before they kill it. */
const SHUTDOWN_MS = 30_000;
const TRANSITIONS_MAX = 200_000;
/** Often enough to be in time, rare enough to cost nothing. */
const TRANSITIONS_PER_LOOK = 256;
const RUNS_PER_LOOK = 64;
/** Only heartbeats for this long: whoever still waits, waits for nothing. */
const HEARTBEATS_ONLY_US = 60_000_000;

/** Of this process. */
let runs = 0;

export class Director {
  readonly #kernel: RunKernel;
  readonly #plan: Plan;
  readonly #lifecycle: Lifecycle;
  readonly #verdict: Verdict;
  readonly #options: SimulationOptions;
  readonly #deadline: Deadline | undefined;
  readonly #withoutClients: ReadonlySet<string>;
  readonly #drain: (() => void) | undefined;
  readonly #transitionsMax: number;
  #lastLivelyUs = 0;
  /** Nothing was due any more by the end of the act. */
  #ranOut = false;

  constructor(parts: {
    readonly kernel: RunKernel;
    readonly plan: Plan;
    readonly lifecycle: Lifecycle;
    readonly verdict: Verdict;
    readonly options: SimulationOptions;
    readonly deadline?: Deadline | undefined;
    readonly withoutClients: ReadonlySet<string>;
    /** Empties Node's queues; where that cannot be done at once, the acts stop instead and are resumed when it has happened. */
    readonly drain: (() => void) | undefined;
  }) {
    this.#kernel = parts.kernel;
    this.#plan = parts.plan;
    this.#lifecycle = parts.lifecycle;
    this.#verdict = parts.verdict;
    this.#options = parts.options;
    this.#deadline = parts.deadline;
    this.#withoutClients = parts.withoutClients;
    this.#drain = parts.drain;
    this.#transitionsMax = parts.options.transitionsMax ?? TRANSITIONS_MAX;
  }

  /** Yields wherever the queues of Node must be drained and it cannot do so itself. */
  *acts(define: () => void): Generator<void, void, void> {
    memoryWatch.limit(this.#options.memoryMaxMb);
    this.#guard('define', define);
    this.#plan.leaveOut(this.#withoutClients);
    yield;
    for (const machine of this.#plan.nodes) if (!this.#plan.manual.has(machine)) this.#lifecycle.start(machine);
    yield* this.#runUntil(() => this.#isUp(), START_MS);
    this.#kernel.scheduler.forgetCause();
    for (const client of this.#plan.clients) startClient(client, this.#verdict);
    yield* this.#runUntil(() => this.#clientsAreDone(), this.#options.timeoutMs ?? TIMEOUT_MS);
    if (!this.#verdict.hasFailed) reportPendingClients(this.#plan, this.#verdict, this.#kernel);
    this.#kernel.faults.active = false;
    yield* this.#becomeTrue();
    yield* this.#runUntil(() => !this.#isLively(), this.#options.settleMs ?? SETTLE_MS);
    yield* this.#lastChecks();
    if (!this.#isOver) reportUnanswered(this.#plan, this.#verdict);
    yield* this.#shutDown();
    runs += 1;
    if (runs % RUNS_PER_LOOK === 0) reportMemory(this.#kernel, this.#verdict);
  }

  get #isOver(): boolean {
    return this.#verdict.hasFailed;
  }

  /** Runs on until the condition holds, nothing is left to run, or the virtual time is used up. */
  *#runUntil(condition: () => boolean, limitMs: number): Generator<void, void, void> {
    yield* this.#runOn(condition, limitMs);
    // Whatever ended this act began the next one.
    this.#kernel.footprints?.takesEverything();
  }

  *#runOn(condition: () => boolean, limitMs: number): Generator<void, void, void> {
    const { scheduler } = this.#kernel;
    const endUs = scheduler.nowUs + limitMs * 1000;
    const deadlineUs = this.#deadline === undefined ? Number.POSITIVE_INFINITY : this.#deadline.ms * 1000;
    const limitUs = Math.min(endUs, deadlineUs);
    this.#ranOut = false;
    const drain = this.#drain;
    if (drain !== undefined) this.#runAtOnce(condition, limitUs, drain);
    else
      while (this.#advances(condition, limitUs)) {
        yield;
        this.#afterTransition();
      }
    if (this.#ranOut && deadlineUs < endUs) reportDeadline(this.#deadline, this.#kernel, this.#verdict);
  }

  /** The loop all transitions go through. No generator: those stay in the interpreter for as long as their loop goes on. */
  #runAtOnce(condition: () => boolean, limitUs: number, drain: () => void): void {
    while (this.#advances(condition, limitUs)) {
      drain();
      this.#afterTransition();
    }
  }

  /** Runs one transition but for the draining; false when there is none to run. */
  #advances(condition: () => boolean, limitUs: number): boolean {
    while (!this.#verdict.hasFailed && !condition()) {
      if (this.#plan.settlers.length > 0 && this.#settleIfQuiet()) continue;
      if (this.#waitsForNothing()) return false;
      if (this.#kernel.step(limitUs)) return true;
      this.#ranOut = true;
      return false;
    }
    return false;
  }

  /** Heartbeats keep the world moving but bring nothing new. */
  #waitsForNothing(): boolean {
    const { scheduler, footprints } = this.#kernel;
    // How long there are heartbeats only is counted from here.
    if (footprints !== undefined && scheduler.loops.some(({ hasIdlers }) => hasIdlers)) footprints.readsTime();
    const { nowUs } = scheduler;
    if (this.#isLively()) {
      if (this.#lastLivelyUs !== nowUs) this.#lastLivelyUs = nowUs;
      return false;
    }
    return nowUs - this.#lastLivelyUs > HEARTBEATS_ONLY_US;
  }

  #afterTransition(): void {
    const kernel = this.#kernel;
    const machine = kernel.current;
    const { transitions } = kernel;
    if (transitions % TRANSITIONS_PER_LOOK === 0 || memoryWatch.exceeded !== undefined) reportMemory(kernel, this.#verdict);
    kernel.reportBlocked();
    this.#lifecycle.settle(machine);
    if (machine.touched) {
      machine.touched = false;
      atBoundary(machine, this.#lifecycle);
    }
    if (this.#plan.always.length > 0) this.#checkAlways();
    if (this.#plan.waiters.length > 0) this.#wakeWaiters();
    if (transitions > this.#transitionsMax) {
      const message = `the run took more than ${this.#transitionsMax} transitions without coming to an end`;
      this.#verdict.report({ kind: 'hang', title: 'hang', message, place: 'transitions' });
    }
  }

  #checkAlways(): void {
    for (const named of this.#plan.always) {
      if (this.#isOver) return;
      const result = this.#guard(`always '${named.name}'`, named.check);
      if (isPromise(result)) {
        void result.catch(() => undefined);
        throw new FozzyError('scenario_invalid', `sim.always('${named.name}', …) returned a promise; it is asked after every transition`, {
          hint: 'make the check synchronous, or use sim.finally for a check that waits',
        });
      }
      if (result === false) this.#violated('always', named);
    }
  }

  /** Code of the test itself: what it throws is the violation of the check that threw it. */
  #guard(name: string, check: () => unknown): unknown {
    const { kernel } = this;
    const before = kernel.current;
    kernel.current = kernel.test;
    kernel.footprints?.takes(SCENARIO);
    try {
      return check();
    } catch (error) {
      const { text, place, stack } = describeError(error);
      this.#verdict.report({ kind: 'invariant', title: 'check_threw', message: `${name} threw ${text}`, place: `${name} ${place}`, stack });
      return undefined;
    } finally {
      kernel.current = before;
    }
  }

  get kernel(): RunKernel {
    return this.#kernel;
  }

  #violated(what: 'always' | 'finally' | 'eventually', { name }: NamedCheck, more = ''): void {
    this.#verdict.report({ kind: 'invariant', title: `${what}_violated`, message: `${name}${more}`, place: `${what} ${name}` });
  }

  #wakeWaiters(): void {
    const { waiters } = this.#plan;
    for (let at = 0; at < waiters.length; ) {
      const waiter = waiters[at];
      if (waiter !== undefined && this.#guard('until', waiter.condition) === true) {
        waiters.splice(at, 1);
        this.#kernel.arrive(waiter.machine, 'until', 0, waiter.go, undefined);
      } else at += 1;
    }
  }

  /** Wakes those who wait for quiet, if it is. */
  #settleIfQuiet(): boolean {
    if (this.#isLively()) return false;
    this.#kernel.footprints?.takesEverything();
    this.#kernel.scheduler.forgetCause();
    for (const { machine, go } of this.#plan.settlers.splice(0)) this.#kernel.arrive(machine, 'settle', 0, go, undefined);
    return true;
  }

  #isLively(): boolean {
    // Asked after every transition.
    const { loops } = this.#kernel.scheduler;
    for (let at = 0; at < loops.length; at += 1) if ((loops[at]?.lively ?? 0) > 0) return true;
    return false;
  }

  /** Every started node listens, has ended, or has nothing to do until something comes from outside. */
  #isUp(): boolean {
    const areUp = () => this.#plan.nodes.every((machine) => isUp(machine, this.#plan, this.#lifecycle));
    // Whichever transition makes it true ends the act; before that, looking is of no consequence.
    return this.#kernel.footprints?.aside(areUp) ?? areUp();
  }

  #clientsAreDone(): boolean {
    const { clients } = this.#plan;
    for (let at = 0; at < clients.length; at += 1) {
      const state = clients[at]?.state;
      if (state !== 'done' && state !== 'failed') return false;
    }
    return true;
  }

  *#becomeTrue(): Generator<void, void, void> {
    for (const eventual of this.#plan.eventually) {
      if (this.#isOver) return;
      yield* this.#runUntil(() => this.#holds(eventual), eventual.withinMs);
      if (!this.#isOver && !this.#holds(eventual)) {
        this.#violated('eventually', eventual, ` (not within ${eventual.withinMs} ms after the last fault)`);
      }
    }
  }

  #holds(eventual: EventualCheck): boolean {
    const result = this.#guard(`eventually '${eventual.name}'`, eventual.check);
    return result !== false && result !== undefined;
  }

  *#lastChecks(): Generator<void, void, void> {
    for (const named of this.#plan.finally) {
      if (this.#isOver) return;
      const result = this.#guard(`finally '${named.name}'`, named.check);
      if (isPromise(result)) yield* this.#awaitCheck(named, result);
      else if (result === false) this.#violated('finally', named);
    }
    judgeHistories(this.#plan, this.#verdict);
  }

  /** Processes that say they can end in an orderly way are asked to. */
  *#shutDown(): Generator<void, void, void> {
    const asked = this.#plan.nodes.filter((machine) => (processIfAny(machine)?.listenerCount('SIGTERM') ?? 0) > 0);
    if (this.#isOver) return;
    for (const machine of asked) this.#lifecycle.retire(machine);
    if (asked.length > 0) yield* this.#runUntil(() => asked.every(({ state }) => state !== 'running'), SHUTDOWN_MS);
    if (!this.#isOver) reportLeaks(this.#plan.nodes, asked, this.#verdict);
  }

  *#awaitCheck(named: NamedCheck, result: Promise<unknown>): Generator<void, void, void> {
    let settled: { readonly value?: unknown; readonly error?: unknown } | undefined;
    result.then(
      (value) => {
        settled = { value };
      },
      (error: unknown) => {
        settled = { error };
      },
    );
    yield;
    yield* this.#runUntil(() => settled !== undefined, this.#options.settleMs ?? SETTLE_MS);
    if (settled === undefined) this.#violated('finally', named, ' (the check never settled)');
    else if ('error' in settled) {
      this.#guard(`finally '${named.name}'`, () => {
        throw settled?.error;
      });
    } else if (settled.value === false) this.#violated('finally', named);
  }
}
