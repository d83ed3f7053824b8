/**
 * Builds a serial order of transactions on plain values from the front, never going back; true where it gets to the end, and no statement
 * where it does not. A version stays until all who read it have come, so before a version is written it is made sure that none of its
 * readers waits for another writer of the same key.
 */
import type { Facts } from './facts.ts';
import { NodeHeap } from './node-heap.ts';
import { held } from './register-keys.ts';
import { identityOf, type Transaction } from './transaction.ts';

interface Cell {
  /** The version there now. */
  value: unknown;
  /** By version: those who read it. */
  readonly readers: Map<unknown, number[]>;
  /** Those who wait for a change of it. */
  waiting: number[];
}

/** The surroundings of a transaction are those that overlap with it; more than this are not worth the look. */
const LOOK_BACK_MAX = 500;

export function goesForward(facts: Facts, initial: unknown): boolean {
  return new Forward(facts, initial).run();
}

class Forward {
  readonly #facts: Facts;
  readonly #cells = new Map<string, Cell>();
  /** By node: which versions it reads from others, and what it leaves behind. */
  readonly #reads: readonly ReadonlyMap<string, unknown>[];
  readonly #writes: readonly ReadonlyMap<string, unknown>[];
  readonly #before: readonly number[][];
  readonly #blockers: Int32Array;
  readonly #placed: Uint8Array;
  /** By node: those who wait for it to come. */
  readonly #waiting = new Map<number, number[]>();
  readonly #ready: NodeHeap;

  constructor(facts: Facts, initial: unknown) {
    this.#facts = facts;
    const { committed, graph } = facts;
    this.#reads = committed.map((each) => readsOf(each, initial));
    this.#writes = committed.map((each) => writesOf(each));
    this.#before = committed.map(() => []);
    this.#blockers = new Int32Array(committed.length);
    this.#placed = new Uint8Array(committed.length);
    this.#ready = new NodeHeap((node) => committed[node]?.to ?? 0);
    for (let edge = 0; edge < graph.edgeCount; edge += 1) {
      this.#before[graph.to(edge)]?.push(graph.from(edge));
      this.#addBlockers(graph.to(edge), 1);
    }
    for (const [node, reads] of this.#reads.entries()) {
      for (const [key, version] of reads) this.#addReader(this.#cellOf(key, initial), version, node);
      for (const key of this.#writes[node]?.keys() ?? []) this.#cellOf(key, initial);
    }
  }

  run(): boolean {
    let count = 0;
    for (const [node, blockers] of this.#blockers.entries()) if (blockers === 0) this.#ready.push(node);
    for (let node = this.#ready.pop(); node !== undefined; node = this.#ready.pop()) {
      if (this.#mustWait(node)) continue;
      this.#place(node);
      count += 1;
    }
    return count === this.#facts.committed.length;
  }

  /** If so, it has been put where it will be woken. */
  #mustWait(node: number): boolean {
    const cell = this.#obstacleOf(node);
    if (cell !== undefined) {
      cell.waiting.push(node);
      return true;
    }
    const other = this.#firstThan(node);
    if (other === undefined) return false;
    const waiting = this.#waiting.get(other);
    if (waiting === undefined) this.#waiting.set(other, [node]);
    else waiting.push(node);
    return true;
  }

  /** A cell that has to change before this one can come. */
  #obstacleOf(node: number): Cell | undefined {
    for (const [key, version] of this.#reads[node] ?? []) {
      const cell = this.#cells.get(key);
      if (cell !== undefined && cell.value !== version) return cell;
    }
    for (const key of this.#writes[node]?.keys() ?? []) {
      const cell = this.#cells.get(key);
      if (cell?.readers.get(cell.value)?.some((reader) => reader !== node && this.#placed[reader] === 0) === true) return cell;
    }
    return undefined;
  }

  /** Another writer of a key that a reader of this one's version of it waits for. */
  #firstThan(node: number): number | undefined {
    for (const [key, version] of this.#writes[node] ?? []) {
      const readers = this.#cells.get(key)?.readers.get(version);
      if (readers === undefined) continue;
      const other = this.#writerAmongAncestors(readers, key, node);
      if (other !== undefined) return other;
    }
    return undefined;
  }

  #writerAmongAncestors(readers: readonly number[], key: string, node: number): number | undefined {
    const seen = new Set<number>([node, ...readers]);
    const list = [...readers];
    for (const each of list) {
      if (list.length > LOOK_BACK_MAX) return undefined;
      for (const before of this.#comesAfter(each)) {
        if (this.#placed[before] === 1 || seen.has(before)) continue;
        if (this.#writes[before]?.has(key) === true) return before;
        seen.add(before);
        list.push(before);
      }
    }
    return undefined;
  }

  /** What must come before it: by its dependencies, and because a version it will write over is still to be read. */
  *#comesAfter(node: number): Generator<number> {
    yield* this.#before[node] ?? [];
    for (const key of this.#writes[node]?.keys() ?? []) {
      const cell = this.#cells.get(key);
      yield* cell?.readers.get(cell.value) ?? [];
    }
  }

  #place(node: number): void {
    this.#placed[node] = 1;
    const awake: number[] = this.#waiting.get(node) ?? [];
    for (const key of this.#reads[node]?.keys() ?? []) this.#wake(this.#cells.get(key), awake);
    for (const [key, version] of this.#writes[node] ?? []) {
      const cell = this.#cells.get(key);
      if (cell !== undefined) cell.value = version;
      this.#wake(cell, awake);
    }
    for (const each of awake) this.#ready.push(each);
    const { starts, outgoing } = this.#facts.graph;
    for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at += 1) {
      const next = this.#facts.graph.to(outgoing[at] ?? 0);
      if (this.#addBlockers(next, -1) === 0) this.#ready.push(next);
    }
  }

  #wake(cell: Cell | undefined, awake: number[]): void {
    if (cell === undefined) return;
    awake.push(...cell.waiting);
    cell.waiting = [];
  }

  #addBlockers(node: number, count: number): number {
    const sum = (this.#blockers[node] ?? 0) + count;
    this.#blockers[node] = sum;
    return sum;
  }

  #addReader({ readers }: Cell, version: unknown, node: number): void {
    const known = readers.get(version);
    if (known === undefined) readers.set(version, [node]);
    else known.push(node);
  }

  #cellOf(key: string, initial: unknown): Cell {
    const cell = this.#cells.get(key) ?? { value: identityOf(initial), readers: new Map<unknown, number[]>(), waiting: [] };
    this.#cells.set(key, cell);
    return cell;
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
