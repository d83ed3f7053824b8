/**
 * Everything that may happen next, as one offer: what waits in the queue, and what the code of the nodes wants to run by itself. The
 * oldest comes first, so that answer 0 is the order in which things came up. Where only one thing can happen nobody is asked.
 */
import type { Decider, TransitionOffer } from '../../decide/decider.ts';
import { Kind } from '../../decide/kinds.ts';
import type { Pending } from '../transition/pending.ts';
import type { AgeQueue } from './age-queue.ts';
import type { Happening } from './happening.ts';

/** One of the node's own: a timer, a completion. */
export interface OwnTask {
  readonly node: number;
  readonly task: Pending;
}

export class Choices implements TransitionOffer {
  readonly kind = Kind.transition;
  readonly #decider: Decider;
  readonly #queue: AgeQueue<Happening>;
  readonly #tasks: OwnTask[] = [];
  #tasksFirst = false;

  constructor(decider: Decider, queue: AgeQueue<Happening>) {
    this.#decider = decider;
    this.#queue = queue;
  }

  get count(): number {
    return this.#queue.count + this.#tasks.length;
  }

  /** What the nodes want to run now; replaces what they wanted before. */
  setTasks(tasks: readonly OwnTask[]): void {
    this.#tasks.length = 0;
    for (const task of tasks) this.#tasks.push(task);
    this.#tasks.sort((a, b) => a.task.atUs - b.task.atUs || a.task.order - b.task.order);
  }

  pick(): Happening | OwnTask | undefined {
    const { count } = this;
    if (count === 0) return undefined;
    const [first] = this.#tasks;
    this.#tasksFirst = first !== undefined && (this.#queue.count === 0 || first.task.atUs < this.#queue.at(0).atUs);
    return this.#at(count === 1 ? 0 : this.#decider.pickTransition(this));
  }

  nameOf(index: number): string {
    return `${this.#whereOf(index)} ${this.#labelOf(index)}`;
  }

  causeOf(index: number): number {
    const at = this.#at(index);
    return 'task' in at ? at.task.cause : at.cause;
  }

  nodeText(index: number): number {
    return this.#decider.log.textId(this.#whereOf(index));
  }

  labelText(index: number): number {
    return this.#decider.log.textId(this.#labelOf(index));
  }

  #whereOf(index: number): string {
    const at = this.#at(index);
    return 'task' in at ? at.task.loop.name : at.where;
  }

  #labelOf(index: number): string {
    const at = this.#at(index);
    return 'task' in at ? at.task.label : at.label;
  }

  #at(index: number): Happening | OwnTask {
    const tasks = this.#tasks.length;
    const inTasks = this.#tasksFirst ? index : index - this.#queue.count;
    if (inTasks < 0 || inTasks >= tasks) return this.#queue.at(this.#tasksFirst ? index - tasks : index);
    const task = this.#tasks[inTasks];
    if (task === undefined) throw new RangeError(`no option ${index}`);
    return task;
  }
}
