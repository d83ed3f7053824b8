/**
 * Everything that may happen next, as one offer: what waits in the queue, and what the code of the nodes wants to run by itself. The
 * oldest comes first, so that answer 0 is the order in which things came up. Where only one thing can happen nobody is asked.
 */
import type { Decider, TransitionOffer } from '../../decide/decider.ts';
import { Kind } from '../../decide/kinds.ts';
import { OptionList } from '../transition/option-list.ts';
import type { Pending } from '../transition/pending.ts';
import type { AgeQueue } from './age-queue.ts';
import type { Cluster } from './cluster.ts';
import type { Happening } from './happening.ts';
import type { Network } from './network.ts';
import type { DistributedProgram } from './program.ts';

/** One of the node's own: a timer, a completion. */
export interface OwnTask {
  readonly node: number;
  readonly task: Pending;
}

interface Surroundings {
  readonly queue: AgeQueue<Happening>;
  readonly network: Network;
  readonly cluster: Cluster;
  readonly program: DistributedProgram;
}

export class Choices implements TransitionOffer {
  readonly kind = Kind.transition;
  readonly #decider: Decider;
  readonly #queue: AgeQueue<Happening>;
  readonly #network: Network;
  readonly #cluster: Cluster;
  readonly #nodes: number;
  readonly #tasks: OwnTask[] = [];
  readonly #due = new OptionList();
  #tasksFirst = false;

  constructor(decider: Decider, { queue, network, cluster, program }: Surroundings) {
    this.#decider = decider;
    this.#queue = queue;
    this.#network = network;
    this.#cluster = cluster;
    this.#nodes = program.nodes.length;
  }

  get count(): number {
    return this.#queue.count + this.#tasks.length;
  }

  /** Asks the nodes what they want to run now. */
  lookAround(): void {
    const cluster = this.#cluster;
    this.#tasks.length = 0;
    for (let node = 0; node < this.#nodes; node += 1) {
      if (!this.#network.isUp(node) || cluster.earliestUs(node) > cluster.nowUs) continue;
      this.#due.count = 0;
      cluster.offer(node, this.#due);
      for (let task = this.#due.at(0), at = 1; task !== undefined; task = this.#due.at(at), at += 1) this.#tasks.push({ node, task });
    }
    // Which of two nodes was first to want something is nothing that a fair order may depend on: it differs between schedules nobody can tell apart.
    this.#tasks.sort((a, b) => a.task.atUs - b.task.atUs || (this.isFair ? a.node - b.node : 0) || a.task.order - b.task.order);
  }

  /** When one of the nodes next wants to run something; Infinity when none does. */
  earliestTaskUs(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (let node = 0; node < this.#nodes; node += 1)
      if (this.#network.isUp(node)) earliest = Math.min(earliest, this.#cluster.earliestUs(node));
    return earliest;
  }

  /** Nobody is asked any more: whatever has waited longest comes first. */
  isFair = false;

  pick(): Happening | OwnTask | undefined {
    const { count } = this;
    if (count === 0) return undefined;
    const [first] = this.#tasks;
    this.#tasksFirst = first !== undefined && (this.#queue.count === 0 || first.task.atUs < this.#queue.at(0).atUs);
    return this.#at(count === 1 || this.isFair ? 0 : this.#decider.pickTransition(this));
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
    return 'task' in at ? at.task.label.text : at.label;
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
