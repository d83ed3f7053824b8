/**
 * Which nodes are up, which pairs are cut off, and the messages in flight: one that cannot be delivered now stays in flight and is
 * switched off in the queue until it can be.
 */
import type { AgeQueue } from './age-queue.ts';
import type { Happening, Message } from './happening.ts';

/** Who cut a pair off: the script and the faults do not undo each other's partitions. */
export type Cutter = 'script' | 'fault';

export class Network {
  readonly #queue: AgeQueue<Happening>;
  readonly #nodes: number;
  readonly #isUp: boolean[];
  readonly #cut: Readonly<Record<Cutter, Set<number>>> = { script: new Set(), fault: new Set() };
  /** In flight, by sender and receiver. */
  readonly #links = new Map<number, Set<Happening>>();
  /** Told when a message cannot go where it should because a fault has cut the pair off. */
  onBlocked: ((a: number, b: number) => void) | undefined;
  /** Told when somebody wants something of a node that is down. */
  onMissed: ((node: number) => void) | undefined;
  /** Kept back until this time. */
  readonly #held = new Map<Happening, number>();

  constructor(nodes: number, queue: AgeQueue<Happening>) {
    this.#nodes = nodes;
    this.#queue = queue;
    this.#isUp = Array.from({ length: nodes }, () => false);
  }

  isUp(node: number): boolean {
    return this.#isUp[node] === true;
  }

  running(): readonly number[] {
    const running: number[] = [];
    for (let node = 0; node < this.#nodes; node += 1) if (this.isUp(node)) running.push(node);
    return running;
  }

  turn(node: number, up: boolean): void {
    this.#isUp[node] = up;
    for (let from = 0; from < this.#nodes; from += 1) {
      if (!up && this.#waiting(from, node) > 0) this.onMissed?.(node);
      this.#update(from, node);
    }
  }

  /** Everybody is up and reaches everybody. */
  get isWhole(): boolean {
    return this.#cut.script.size === 0 && this.#cut.fault.size === 0 && this.#isUp.every((up) => up);
  }

  isCut(a: number, b: number): boolean {
    const pair = this.#pair(a, b);
    return this.#cut.script.has(pair) || this.#cut.fault.has(pair);
  }

  cut(a: number, b: number, by: Cutter): void {
    this.#cut[by].add(this.#pair(a, b));
    if (by === 'fault' && this.#waiting(a, b) + this.#waiting(b, a) > 0) this.onBlocked?.(a, b);
    this.#updatePair(a, b);
  }

  heal(a: number, b: number, by: Cutter): void {
    this.#cut[by].delete(this.#pair(a, b));
    this.#updatePair(a, b);
  }

  /** Whoever is up reaches everybody who is, and nothing is kept back. */
  healAll(): void {
    this.#held.clear();
    for (const cut of Object.values(this.#cut)) cut.clear();
    for (let a = 0; a < this.#nodes; a += 1) for (let b = 0; b < this.#nodes; b += 1) this.#update(a, b);
  }

  /** Nothing is in flight any more. */
  clear(): void {
    this.#links.clear();
    this.#queue.clear();
  }

  /** Every message that is, the oldest first. */
  inFlight(): readonly Happening[] {
    return [...this.#links.values()].flatMap((link) => [...link]).sort((a, b) => a.place - b.place);
  }

  send(happening: Happening, { from, to }: Message): void {
    const link = this.#link(from, to);
    let inFlight = this.#links.get(link);
    if (inFlight === undefined) {
      inFlight = new Set();
      this.#links.set(link, inFlight);
    }
    inFlight.add(happening);
    if (this.#cut.fault.has(this.#pair(from, to))) this.onBlocked?.(from, to);
    if (!this.isUp(to)) this.onMissed?.(to);
    this.#queue.add(happening);
    this.#queue.turn(happening, this.#isOpen(from, to));
  }

  /** It is in flight no more. */
  take(happening: Happening, { from, to }: Message): void {
    this.#links.get(this.#link(from, to))?.delete(happening);
    this.#queue.remove(happening);
  }

  hold(happening: Happening, untilUs: number): void {
    this.#held.set(happening, untilUs);
    this.#queue.turn(happening, false);
  }

  /** When the first message that is kept back may go on; Infinity when there is none. */
  heldUntilUs(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const untilUs of this.#held.values()) if (untilUs < earliest) earliest = untilUs;
    return earliest;
  }

  release(nowUs: number): void {
    if (this.#held.size === 0) return;
    for (const [happening, untilUs] of this.#held) {
      if (untilUs > nowUs) continue;
      this.#held.delete(happening);
      const { what } = happening;
      if (what.event === 'deliver') this.#queue.turn(happening, this.#isOpen(what.message.from, what.message.to));
    }
  }

  #waiting(from: number, to: number): number {
    return this.#links.get(this.#link(from, to))?.size ?? 0;
  }

  #isOpen(from: number, to: number): boolean {
    return this.isUp(to) && (from === to || !this.isCut(from, to));
  }

  #updatePair(a: number, b: number): void {
    this.#update(a, b);
    this.#update(b, a);
  }

  #update(from: number, to: number): void {
    const inFlight = this.#links.get(this.#link(from, to));
    if (inFlight === undefined) return;
    const open = this.#isOpen(from, to);
    for (const happening of inFlight) if (!this.#held.has(happening)) this.#queue.turn(happening, open);
  }

  #link(from: number, to: number): number {
    return from * this.#nodes + to;
  }

  #pair(a: number, b: number): number {
    return a < b ? this.#link(a, b) : this.#link(b, a);
  }
}
