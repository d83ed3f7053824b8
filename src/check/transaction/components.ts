/** Strongly connected components (Tarjan), over the edges of some kinds. Every circle lies inside one of them. */
import type { Graph } from './graph.ts';

export interface Components {
  /** By node; nodes that are in no circle have a component to themselves. */
  readonly of: Int32Array;
  /** By component. */
  readonly sizes: readonly number[];
}

export function components(graph: Graph, kinds: number): Components {
  return new Tarjan(graph, kinds).run();
}

class Tarjan {
  readonly #graph: Graph;
  readonly #kinds: number;
  /** Order of discovery, from 1. */
  readonly #seen: Int32Array;
  readonly #low: Int32Array;
  /** The next edge to look at. */
  readonly #cursor: Int32Array;
  readonly #of: Int32Array;
  readonly #sizes: number[] = [];
  readonly #stack: number[] = [];
  readonly #path: number[] = [];
  #count = 0;

  constructor(graph: Graph, kinds: number) {
    this.#graph = graph;
    this.#kinds = kinds;
    this.#seen = new Int32Array(graph.size);
    this.#low = new Int32Array(graph.size);
    this.#cursor = graph.starts.slice(0, graph.size);
    this.#of = new Int32Array(graph.size).fill(-1);
  }

  run(): Components {
    for (let node = 0; node < this.#graph.size; node += 1) if (this.#seen[node] === 0) this.#explore(node);
    return { of: this.#of, sizes: this.#sizes };
  }

  #explore(root: number): void {
    this.#discover(root);
    for (let node = this.#path.at(-1); node !== undefined; node = this.#path.at(-1)) {
      const next = this.#nextOf(node);
      if (next === -1) this.#finish(node);
      else if (this.#seen[next] === 0) this.#discover(next);
      else if (this.#of[next] === -1) this.#lower(node, this.#seen[next] ?? 0);
    }
  }

  #discover(node: number): void {
    this.#count += 1;
    this.#seen[node] = this.#count;
    this.#low[node] = this.#count;
    this.#stack.push(node);
    this.#path.push(node);
  }

  /** -1 when all edges have been looked at. */
  #nextOf(node: number): number {
    const end = this.#graph.starts[node + 1] ?? 0;
    for (let at = this.#cursor[node] ?? end; at < end; at += 1) {
      const edge = this.#graph.outgoing[at] ?? 0;
      if ((this.#graph.kind(edge) & this.#kinds) === 0) continue;
      this.#cursor[node] = at + 1;
      return this.#graph.to(edge);
    }
    this.#cursor[node] = end;
    return -1;
  }

  #finish(node: number): void {
    this.#path.pop();
    const low = this.#low[node] ?? 0;
    const before = this.#path.at(-1);
    if (before !== undefined) this.#lower(before, low);
    if (low !== this.#seen[node]) return;
    let size = 0;
    for (let member = this.#stack.pop(); member !== undefined; member = this.#stack.pop()) {
      this.#of[member] = this.#sizes.length;
      size += 1;
      if (member === node) break;
    }
    this.#sizes.push(size);
  }

  #lower(node: number, to: number): void {
    if (to < (this.#low[node] ?? 0)) this.#low[node] = to;
  }
}
