/**
 * Leads one run through its acts: machines start, clients drive, faults heal, what must become true gets its time, the world comes to
 * rest, the last checks are made. It is a generator that stops wherever Node's queues must be drained, so that the same acts serve the
 * synchronous loop and the portable one.
 */
import { SCENARIO } from '../../decide/footprint.ts';
import { FozzyError } from '../../base/problem.ts';
import type { RunEdits } from '../../engine/run-edits.ts';
import type { RunKernel } from '../kernel.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { EventualCheck, DeclaredCheck, Plan } from '../scenario/plan.ts';
import type { SimulationOptions } from '../scenario/simulation.ts';
import { atBoundary } from '../fault/at-boundary.ts';
import { memoryWatch } from '../contain/memory-watch.ts';
import type { Machine } from '../machine.ts';
import { allOf } from './all-of.ts';
import { isDone, startClient } from './client.ts';
import { describeWithHint } from './connection-hint.ts';
import { isUp } from './is-up.ts';
import { type Deadline, reportDeadline } from './deadline.ts';
import { judgeHistories } from './judge-histories.ts';
import { processIfAny } from '../process/sim-process.ts';
import { reportLeaks, reportMemory, reportPendingClients, reportUnanswered } from './leftovers.ts';
import { RUNS_PER_LOOK, SETTLE_MS, SHUTDOWN_MS, START_MS, TIMEOUT_MS, TRANSITIONS_MAX, TRANSITIONS_PER_LOOK } from './run-limits.ts';
import { Quiet } from './quiet.ts';
import { livelocked, type Round, stateText, StateWatch } from './state-watch.ts';
import type { Verdict } from './verdict.ts';
import { isPromise } from '../value-kinds.ts';

/** Of this process. */
let runs = 0;

/** When an act is over; undefined = when nothing goes on any more, which every transition is asked about anyway. */
type Ending = (() => boolean) | undefined;

export class Director {
  declare private readonly kernel: RunKernel;
  declare private readonly plan: Plan;
  declare private readonly lifecycle: Lifecycle;
  declare private readonly verdict: Verdict;
  declare private readonly options: SimulationOptions;
  declare private readonly deadline: Deadline | undefined;
  declare private readonly edits: RunEdits;
  declare private readonly drain: (() => void) | undefined;
  declare private readonly transitionsMax: number;
  readonly #quiet = new Quiet();
  /** Nothing was due any more by the end of the act. */
  #ranOut = false;

  constructor(parts: {
    readonly kernel: RunKernel;
    readonly plan: Plan;
    readonly lifecycle: Lifecycle;
    readonly verdict: Verdict;
    readonly options: SimulationOptions;
    readonly deadline?: Deadline | undefined;
    readonly edits: RunEdits;
    /** Empties Node's queues; where that cannot be done at once, the acts stop instead and are resumed when it has happened. */
    readonly drain: (() => void) | undefined;
  }) {
    this.kernel = parts.kernel;
    this.plan = parts.plan;
    this.lifecycle = parts.lifecycle;
    this.verdict = parts.verdict;
    this.options = parts.options;
    this.deadline = parts.deadline;
    this.edits = parts.edits;
    this.drain = parts.drain;
    this.transitionsMax = Math.min(parts.options.transitionsMax ?? TRANSITIONS_MAX, parts.edits.transitionsMax ?? Number.POSITIVE_INFINITY);
  }

  /** Yields wherever the queues of Node must be drained and it cannot do so itself. */
  *acts(define: () => void): Generator<void, void, void> {
    memoryWatch.limit(this.options.memoryMaxMb);
    this.#guard('define', define);
    this.lifecycle.leaveOut(this.plan.leaveOut(this.edits));
    yield;
    for (const machine of this.plan.nodes) if (!this.plan.manual.has(machine)) this.lifecycle.start(machine);
    const isNodeUp = (machine: Machine) => isUp(machine, this.plan, this.lifecycle);
    yield* this.#runUntil(allOf(this.kernel, this.plan.nodes, isNodeUp), START_MS);
    const timeoutMs = this.options.timeoutMs ?? TIMEOUT_MS;
    for (const client of this.plan.clients) {
      // The scenario starts it, whatever ran last.
      this.kernel.scheduler.forgetCause();
      startClient(client, this.verdict);
      if (this.edits.inTurn === true) yield* this.#runUntil(() => isDone(client), timeoutMs);
    }
    yield* this.#runUntil(() => this.plan.clients.every(isDone), timeoutMs);
    if (!this.verdict.hasFailed) reportPendingClients(this.plan, this.verdict, this.kernel);
    this.kernel.faults.active = false;
    yield* this.#becomeTrue();
    // Where nothing at all is left it does not matter what came last.
    const isNothingLeft = () => this.kernel.scheduler.earliestUs() === Number.POSITIVE_INFINITY;
    yield* this.#runUntil(undefined, this.options.settleMs ?? SETTLE_MS, isNothingLeft);
    yield* this.#lastChecks();
    if (!this.#isOver) reportUnanswered(this.plan, this.verdict);
    yield* this.#shutDown();
    runs += 1;
    if (runs % RUNS_PER_LOOK === 0) reportMemory(this.kernel, this.verdict);
  }

  get #isOver(): boolean {
    return this.verdict.hasFailed;
  }

  /** Runs on until the act is over, nothing is left to run, or the virtual time is used up. */
  *#runUntil(ending: Ending, limitMs: number, isRest = () => false): Generator<void, void, void> {
    yield* this.#runOn(ending, limitMs);
    this.kernel.footprints?.cut(this.kernel.scheduler.nowUs, !isRest(), isRest());
  }

  *#runOn(ending: Ending, limitMs: number): Generator<void, void, void> {
    const { scheduler } = this.kernel;
    const endUs = scheduler.nowUs + limitMs * 1000;
    const deadlineUs = (this.deadline?.ms ?? Number.POSITIVE_INFINITY) * 1000;
    const limitUs = Math.min(endUs, deadlineUs);
    this.#ranOut = false;
    if (this.drain !== undefined) this.#runAtOnce(ending, limitUs, this.drain);
    else
      while (this.#advances(ending, limitUs)) {
        yield;
        this.#afterTransition();
      }
    if (this.#ranOut && deadlineUs < endUs) reportDeadline(this.deadline, this.kernel, this.verdict);
  }

  /** The loop all transitions go through. No generator: those stay in the interpreter for as long as their loop goes on. */
  #runAtOnce(ending: Ending, limitUs: number, drain: () => void): void {
    while (this.#advances(ending, limitUs)) {
      drain();
      this.#afterTransition();
    }
  }

  /** Runs one transition but for the draining; false when there is none to run. */
  #advances(ending: Ending, limitUs: number): boolean {
    const { kernel, verdict } = this;
    while (!verdict.hasFailed) {
      const { isLively } = kernel.scheduler;
      if (ending === undefined ? !isLively : ending()) return false;
      if (isLively) this.#quiet.isOver();
      else if (this.#settles()) continue;
      // Heartbeats keep the world moving but bring nothing new.
      else if (this.#quiet.isTooLong(kernel)) return false;
      if (kernel.step(limitUs)) return true;
      this.#ranOut = true;
      return false;
    }
    return false;
  }

  /** What happens rarely is somewhere else: what every transition goes through must be short enough to be compiled as one. */
  #afterTransition(): void {
    const { kernel, plan } = this;
    const { current: machine, transitions } = kernel;
    if (transitions % TRANSITIONS_PER_LOOK === 0 || memoryWatch.exceeded !== undefined) reportMemory(kernel, this.verdict);
    if (kernel.isBlocked) kernel.reportBlocked();
    // Before a process with nothing left to do ends: what it wrote last can still be lost.
    if (machine.touched) atBoundary(machine, this.lifecycle);
    // The first of the reasons why a process goes on; it holds nearly always, and to ask for all of them is a call.
    if (machine.loop.alive === 0) this.lifecycle.settle(machine);
    if (plan.always.length > 0) this.#checkAlways();
    if (plan.waiters.length > 0) this.#wakeWaiters();
    if (transitions > this.transitionsMax) this.#reportNoEnd();
  }

  #reportNoEnd(): void {
    const message = `the run took more than ${this.transitionsMax} transitions without coming to an end`;
    this.verdict.report({ kind: 'hang', title: 'hang', message, place: 'transitions' });
  }

  #checkAlways(): void {
    for (const named of this.plan.always) {
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
    const kernel = this.kernel;
    const before = kernel.current;
    kernel.current = kernel.test;
    kernel.footprints?.takes(SCENARIO);
    try {
      return check();
    } catch (error) {
      const { text, place, stack } = describeWithHint(error, kernel.test);
      this.verdict.report({ kind: 'invariant', title: 'check_threw', message: `${name} threw ${text}`, place: `${name} ${place}`, stack });
      return undefined;
    } finally {
      kernel.current = before;
    }
  }

  #violated(what: 'always' | 'finally' | 'eventually', { name, declared }: DeclaredCheck, more = ''): void {
    this.verdict.report({ kind: 'invariant', title: `${what}_violated`, message: `${name}${more}`, place: `${what} ${name}`, declared });
  }

  #wakeWaiters(): void {
    const { waiters } = this.plan;
    for (let at = 0; at < waiters.length; ) {
      const waiter = waiters[at];
      if (waiter !== undefined && this.#guard('until', waiter.condition) === true) {
        waiters.splice(at, 1);
        this.kernel.arrive(waiter.machine, 'until', 0, waiter.go, undefined);
      } else at += 1;
    }
  }

  /** It is quiet: wakes those who wait for that, if there are any. */
  #settles(): boolean {
    if (this.plan.settlers.length === 0) return false;
    this.kernel.footprints?.takesEverything();
    this.kernel.scheduler.forgetCause();
    for (const { machine, go } of this.plan.settlers.splice(0)) this.kernel.arrive(machine, 'settle', 0, go, undefined);
    return true;
  }

  *#becomeTrue(): Generator<void, void, void> {
    for (const eventual of this.plan.eventually) {
      if (this.#isOver) return;
      if (eventual.core !== undefined) this.lifecycle.keepOnly(eventual.core, this.plan.nodes);
      const circle = yield* this.#goesRound(eventual);
      if (circle !== undefined && !this.#isOver) this.verdict.report(livelocked(eventual.name, circle));
      const late = ` (not within ${eventual.withinMs} ms after the last fault)`;
      if (!this.#isOver && !this.#holds(eventual)) this.#violated('eventually', eventual, late);
    }
  }

  /** Runs on until it holds, its time is used up, or the world is seen to go round in circles. */
  *#goesRound(eventual: EventualCheck): Generator<void, Round | undefined, void> {
    const view = (): unknown => this.#guard(`state of eventually '${eventual.name}'`, () => stateText(eventual.state?.()));
    const watch = eventual.state === undefined ? undefined : new StateWatch(this.kernel, view);
    let circle: Round | undefined;
    const isSettled = (): boolean => {
      if (this.#holds(eventual)) return true;
      circle = watch?.look();
      return circle !== undefined;
    };
    yield* this.#runUntil(isSettled, eventual.withinMs);
    return circle;
  }

  #holds(eventual: EventualCheck): boolean {
    const result = this.#guard(`eventually '${eventual.name}'`, eventual.check);
    return result !== false && result !== undefined;
  }

  *#lastChecks(): Generator<void, void, void> {
    for (const named of this.plan.finally) {
      if (this.#isOver) return;
      const result = this.#guard(`finally '${named.name}'`, named.check);
      if (isPromise(result)) yield* this.#awaitCheck(named, result);
      else if (result === false) this.#violated('finally', named);
    }
    judgeHistories(this.plan, this.verdict);
  }

  /** Processes that say they can end in an orderly way are asked to. */
  *#shutDown(): Generator<void, void, void> {
    const asked = this.plan.nodes.filter((machine) => (processIfAny(machine)?.listenerCount('SIGTERM') ?? 0) > 0);
    if (this.#isOver) return;
    for (const machine of asked) this.lifecycle.retire(machine);
    const hasEnded = ({ state }: Machine) => state !== 'running';
    if (asked.length > 0) yield* this.#runUntil(allOf(this.kernel, asked, hasEnded), SHUTDOWN_MS);
    if (!this.#isOver) reportLeaks(this.plan.nodes, asked, this.verdict);
  }

  *#awaitCheck(named: DeclaredCheck, result: Promise<unknown>): Generator<void, void, void> {
    const { footprints, test } = this.kernel;
    const ended: { value?: unknown; error?: unknown } = {};
    const isSettled = (): boolean => 'value' in ended || 'error' in ended;
    result.then(
      (value) => Object.assign(ended, { value }),
      (error: unknown) => Object.assign(ended, { error }),
    );
    yield;
    yield* this.#runUntil(isSettled, this.options.settleMs ?? SETTLE_MS);
    if ('value' in ended && ended.value !== false) return;
    // It went on as a part of the test, by what reached that.
    if (isSettled()) footprints?.takes(test.loop.place);
    else footprints?.waits(test.loop.place);
    if ('error' in ended) {
      this.#guard(`finally '${named.name}'`, () => {
        throw ended.error;
      });
    } else this.#violated('finally', named, isSettled() ? '' : ' (the check never settled)');
  }
}
