/**
 * Virtual time of one run: what moves it, what stops it, and the deadline. In a deterministic run
 * waiting is a jump; otherwise it is a real wait whose measured length is recorded, so that a
 * replay jumps the same distance without waiting.
 */
import { assert } from '../base/assert.ts';
import { renderDuration } from '../base/duration.ts';
import { isArray } from '../base/canonical-json.ts';
import type { Json } from '../base/json.ts';
import { CLOCK_MS_MAX } from '../base/limits.ts';
import { Kind } from '../decide/kinds.ts';
import { failed } from './failure.ts';
import type { Stage, StageTime } from './stage.ts';
import type { Task } from './task.ts';

export class Timekeeper implements StageTime {
  nowMs = 0;
  frozen = false;
  readonly #run: Stage;
  /** Virtual time that ends the run: the deadline of a deterministic run or the point a replay stops at. */
  readonly #virtualEndMs: number;
  /** Deadline on the real clock. */
  readonly #realEndMs: number | undefined;

  constructor(run: Stage) {
    this.#run = run;
    const { det, timeoutMs, untilMs } = run.settings;
    this.#virtualEndMs = Math.min(det ? (timeoutMs ?? Infinity) : Infinity, untilMs ?? Infinity);
    this.#realEndMs = det ? undefined : timeoutMs;
  }

  /** Moves the clock unless it is frozen. It stops at the last millisecond that is an exact number. */
  pass(ms: number): void {
    if (!this.frozen) this.nowMs = Math.min(this.nowMs + ms, CLOCK_MS_MAX);
  }

  /** Sets the clock forward, frozen or not. */
  set(ms: number): void {
    this.nowMs = ms;
  }

  /** Whether no further step may start; `task` would be the next. */
  isOver(task: Task): boolean {
    return this.nowMs >= this.#virtualEndMs || (this.#realEndMs !== undefined && this.#isReallyOver(task, this.#realEndMs));
  }

  /** A recording knows where the deadline struck; a real run asks the real clock. */
  #isReallyOver(task: Task, endMs: number): boolean {
    if (this.#run.outside !== undefined) return this.#run.outside.clock.elapsedMs() >= endMs;
    return this.#run.recall(Kind.timeout, this.#run.instructionOf(task).origin) !== undefined;
  }

  /** Real milliseconds left; undefined when there is no deadline. */
  remainingMs(): number | undefined {
    if (this.#realEndMs === undefined || this.#run.outside === undefined) return undefined;
    return Math.max(0, this.#realEndMs - this.#run.outside.clock.elapsedMs());
  }

  /** Every task waits: go to the earliest wake-up, by a jump or by really waiting. */
  waitForEarliest(tasks: readonly Task[]): void {
    if (this.frozen) {
      // All of them, not the earliest: a task that polls would otherwise use up its looks before a longer sleep ends.
      for (const task of tasks) task.wakeAtMs = this.nowMs;
      return;
    }
    const sleeper = earliest(tasks);
    const ms = sleeper.wakeAtMs - this.nowMs;
    if (this.#run.settings.det) this.#jump(ms, sleeper);
    else this.#wait(ms, sleeper);
  }

  /** A real or recorded wait is over. */
  waited(ms: number): void {
    this.#run.decider.note1(Kind.sleepMs, ms);
    this.pass(ms);
  }

  /** Ends the run at its deadline, naming the step and what it waited for. */
  strike(task: Task): void {
    const run = this.#run;
    const instruction = run.instructionOf(task);
    const { untilMs, timeoutMs } = run.settings;
    if (untilMs !== undefined && this.nowMs >= untilMs) {
      // Where a person stops a replay is no decision of the run.
      return run.end(
        task,
        failed('hang', 'until', `stopped at ${renderDuration(untilMs)}, at ${instruction.pointer} (${instruction.kind})`),
      );
    }
    run.decider.note2(Kind.timeout, run.decider.log.textId(instruction.pointer), this.nowMs);
    const waiting = task.phase > 0 && task.waitingFor !== '' ? ` while waiting for ${task.waitingFor}` : ' before it started';
    const limit = renderDuration(timeoutMs ?? 0);
    run.end(task, failed('hang', 'timeout', `timeout of ${limit} reached at ${instruction.pointer} (${instruction.kind})${waiting}`));
  }

  #jump(ms: number, sleeper: Task): void {
    const target = Math.min(this.nowMs + ms, this.#virtualEndMs);
    if (target === this.nowMs + ms) return this.waited(ms);
    this.#cut(Math.max(0, target - this.nowMs), sleeper);
  }

  /** The end lies inside the wait: a deadline shortens the wait, a stopped replay leaves it unfinished. */
  #cut(ms: number, sleeper: Task): void {
    if (this.#run.settings.untilMs === this.nowMs + ms) this.nowMs += ms;
    else this.waited(ms);
    this.strike(sleeper);
  }

  #wait(ms: number, sleeper: Task): void {
    if (this.isOver(sleeper)) return this.strike(sleeper);
    const call = this.#run.instructionOf(sleeper).origin;
    const recorded = msOf(this.#run.recall(Kind.sleepMs, call));
    if (recorded !== undefined && this.nowMs + recorded > this.#virtualEndMs) return this.#cut(this.#virtualEndMs - this.nowMs, sleeper);
    if (recorded !== undefined) return this.waited(recorded);
    if (this.#run.outside === undefined) return this.#jump(ms, sleeper);
    const remaining = this.remainingMs();
    this.#run.request = { kind: 'wait', ms: remaining === undefined ? ms : Math.min(ms, Math.ceil(remaining)) };
  }
}

function earliest(tasks: readonly Task[]): Task {
  let found: Task | undefined;
  for (const task of tasks) {
    if (!task.joining && (found === undefined || task.wakeAtMs < found.wakeAtMs)) found = task;
  }
  assert(found !== undefined, 'every task waits for another one');
  return found;
}

function msOf(answer: Json | undefined): number | undefined {
  if (typeof answer !== 'object' || answer === null || isArray(answer)) return undefined;
  const { ms } = answer;
  return typeof ms === 'number' ? ms : undefined;
}
