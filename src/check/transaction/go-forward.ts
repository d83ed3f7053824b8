/** Builds a serial order from the front, never going back; true where it gets to the end, and no statement where it does not. */
import { type Facts } from './facts.ts';
import { held } from './register-keys.ts';
import { identityOf, type Transaction } from './transaction.ts';

interface Cell {
  /** The version there now. */
  value: unknown;
  /** By version: how many still have to read it. */
  readonly readers: Map<unknown, number>;
  /** Those who wait for a change of it. */
  waiting: number[];
}

export function goesForward(facts: Facts, initial: unknown): boolean {
  return new Forward(facts, initial).run();
}

class Forward {
  readonly #facts: Facts;
  readonly #cells = new Map<string, Cell>();
  /** By node: which versions it reads from others, and what it leaves behind. */
  readonly #reads: ReadonlyMap<string, unknown>[];
  readonly #writes: ReadonlyMap<string, unknown>[];
  readonly #blockers: Int32Array;
  /** Nodes that may come next, by their end; a binary heap. */
  readonly #ready: number[] = [];

  constructor(facts: Facts, initial: unknown) {
    this.#facts = facts;
    const { committed, graph } = facts;
    this.#reads = committed.map((each) => readsOf(each, initial));
    this.#writes = committed.map((each) => writesOf(each));
    this.#blockers = new Int32Array(committed.length);
    for (let edge = 0; edge < graph.edgeCount; edge += 1) this.#addBlockers(graph.to(edge), 1);
    for (const [node, reads] of this.#reads.entries()) {
      for (const [key, version] of reads) {
        const { readers } = this.#cellOf(key, initial);
        readers.set(version, (readers.get(version) ?? 0) + 1);
      }
      for (const key of this.#writes[node]?.keys() ?? []) this.#cellOf(key, initial);
    }
  }

  run(): boolean {
    let placed = 0;
    for (const [node, count] of this.#blockers.entries()) if (count === 0) this.#push(node);
    for (let node = this.#pop(); node !== undefined; node = this.#pop()) {
      const obstacle = this.#obstacleOf(node);
      if (obstacle !== undefined) {
        obstacle.waiting.push(node);
        continue;
      }
      this.#place(node);
      placed += 1;
    }
    return placed === this.#facts.committed.length;
  }

  /** The cell that has to change before this one can come. */
  #obstacleOf(node: number): Cell | undefined {
    const reads = this.#reads[node];
    for (const [key, version] of reads ?? []) {
      const cell = this.#cells.get(key);
      if (cell !== undefined && cell.value !== version) return cell;
    }
    for (const key of this.#writes[node]?.keys() ?? []) {
      const cell = this.#cells.get(key);
      if (cell === undefined) continue;
      const others = (cell.readers.get(cell.value) ?? 0) - (reads?.has(key) === true ? 1 : 0);
      if (others > 0) return cell;
    }
    return undefined;
  }

  #place(node: number): void {
    const touched = new Set<Cell>();
    for (const [key, version] of this.#reads[node] ?? []) {
      const cell = this.#cells.get(key);
      if (cell === undefined) continue;
      cell.readers.set(version, (cell.readers.get(version) ?? 0) - 1);
      touched.add(cell);
    }
    for (const [key, version] of this.#writes[node] ?? []) {
      const cell = this.#cells.get(key);
      if (cell === undefined) continue;
      cell.value = version;
      touched.add(cell);
    }
    for (const cell of touched) {
      const { waiting } = cell;
      cell.waiting = [];
      for (const each of waiting) this.#push(each);
    }
    const { starts, outgoing } = this.#facts.graph;
    for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at += 1) {
      const next = this.#facts.graph.to(outgoing[at] ?? 0);
      if (this.#addBlockers(next, -1) === 0) this.#push(next);
    }
  }

  #addBlockers(node: number, count: number): number {
    const sum = (this.#blockers[node] ?? 0) + count;
    this.#blockers[node] = sum;
    return sum;
  }

  #cellOf(key: string, initial: unknown): Cell {
    const cell = this.#cells.get(key) ?? { value: identityOf(initial), readers: new Map<unknown, number>(), waiting: [] };
    this.#cells.set(key, cell);
    return cell;
  }

  #push(node: number): void {
    const heap = this.#ready;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (this.#endOf(above) <= this.#endOf(node)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = node;
  }

  #pop(): number | undefined {
    const heap = this.#ready;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (let child = 1; child < heap.length; child = at * 2 + 1) {
      if (child + 1 < heap.length && this.#endOf(heap[child + 1] ?? 0) < this.#endOf(heap[child] ?? 0)) child += 1;
      if (this.#endOf(heap[child] ?? 0) >= this.#endOf(last)) break;
      heap[at] = heap[child] ?? 0;
      at = child;
    }
    heap[at] = last;
    return first;
  }

  #endOf(node: number): number {
    return this.#facts.committed[node]?.to ?? 0;
  }
}

/** Of each key, the version that was there before its own writes. What an open one read is not known. */
function readsOf({ actions, status }: Transaction, initial: unknown): ReadonlyMap<string, unknown> {
  const reads = new Map<string, unknown>();
  if (status !== 'ok') return reads;
  const written = new Set<string>();
  for (const { kind, keyText, value } of actions) {
    if (kind === 'write') written.add(keyText);
    else if (!written.has(keyText) && !reads.has(keyText)) reads.set(keyText, identityOf(held(value, initial)));
  }
  return reads;
}

function writesOf({ actions }: Transaction): ReadonlyMap<string, unknown> {
  const writes = new Map<string, unknown>();
  for (const { kind, keyText, value } of actions) if (kind === 'write') writes.set(keyText, identityOf(value));
  return writes;
}
