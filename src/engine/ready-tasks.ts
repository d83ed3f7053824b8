/**
 * The tasks that can go on now, as an offer. Index 0 is the task that ran last, so the calmest
 * schedule is the one with the fewest switches; the others follow in the order they were created.
 */
import { Kind } from '../decide/kinds.ts';
import { pickName } from '../decide/recorded.ts';
import type { TaskOffer } from '../decide/decider.ts';
import type { Instruction } from '../scenario/compile.ts';
import type { LinkedProgram } from './linked-program.ts';
import type { Task } from './task.ts';

export class ReadyTasks implements TaskOffer<Task> {
  readonly kind = Kind.schedulerPick;
  count = 0;
  readonly #tasks: Task[] = [];
  readonly #linked: LinkedProgram;

  constructor(linked: LinkedProgram) {
    this.#linked = linked;
  }

  /** The tasks that wait for nothing; `exclusive` owns the block that keeps all others from running. */
  collect(tasks: readonly Task[], nowMs: number, exclusive: Task | undefined): void {
    this.count = 0;
    for (const task of tasks) if (!task.joining && task.wakeAtMs <= nowMs && task.mayRun(exclusive)) this.#add(task);
  }

  /** The one task that can go on, if it is inside a step: then there is nothing to choose. */
  onlyResuming(): Task | undefined {
    const first = this.at(0);
    return this.count === 1 && first.phase > 0 ? first : undefined;
  }

  #add(task: Task): void {
    this.#tasks[this.count] = task;
    this.count += 1;
  }

  /** Moves a task to the front, the rest keeps its order. */
  prefer(task: Task | undefined): void {
    if (task === undefined || this.count < 2) return;
    let from = this.count - 1;
    while (from > 0 && this.#tasks[from] !== task) from -= 1;
    if (from === 0) return;
    for (; from > 0; from -= 1) this.#tasks[from] = this.at(from - 1);
    this.#tasks[0] = task;
  }

  /** Past the deadline no step starts, but one that waited until just then is finished. False when there is no such step. */
  keepResuming(): boolean {
    const resuming = this.#tasks.slice(0, this.count).filter((task) => task.phase > 0);
    if (resuming.length === 0) return false;
    this.count = 0;
    for (const task of resuming) this.#add(task);
    return true;
  }

  at(index: number): Task {
    const task = this.#tasks[index];
    if (task === undefined || index >= this.count) throw new RangeError(`no ready task ${index}`);
    return task;
  }

  nameOf(index: number): string {
    return pickName(this.at(index).id, this.#instructionAt(index).origin);
  }

  #instructionAt(index: number): Instruction {
    const { pc } = this.at(index);
    const found = this.#linked.code[pc];
    if (found === undefined) throw new RangeError(`no instruction at ${pc}`);
    return found.instruction;
  }
}
