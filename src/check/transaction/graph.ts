/** Who comes before whom, and why: transactions as nodes, dependencies as edges, in plain columns because there may be millions. */
import { Int32Vector } from '../../base/growable.ts';

export class Graph {
  readonly size: number;
  readonly #from = new Int32Vector();
  readonly #to = new Int32Vector();
  readonly #kind = new Int32Vector();
  /** Made when it is first needed, anew after more edges. */
  #reasons: (() => string)[] = [];
  #starts: Int32Array | undefined;
  #edges = new Int32Array(0);

  constructor(size: number) {
    this.size = size;
  }

  get edgeCount(): number {
    return this.#from.length;
  }

  add(from: number, to: number, kind: number, reason: () => string): void {
    if (from === to) return;
    this.#from.push(from);
    this.#to.push(to);
    this.#kind.push(kind);
    this.#reasons.push(reason);
    this.#starts = undefined;
  }

  from(edge: number): number {
    return this.#from.get(edge);
  }

  to(edge: number): number {
    return this.#to.get(edge);
  }

  kind(edge: number): number {
    return this.#kind.get(edge);
  }

  reason(edge: number): string {
    return this.#reasons[edge]?.() ?? '';
  }

  /** Edges that leave a node lie between its start and the next one's in `outgoing`. */
  get starts(): Int32Array {
    this.#starts ??= this.#index();
    return this.#starts;
  }

  get outgoing(): Int32Array {
    this.#starts ??= this.#index();
    return this.#edges;
  }

  #index(): Int32Array {
    const starts = new Int32Array(this.size + 1);
    for (let edge = 0; edge < this.edgeCount; edge += 1) {
      const after = this.from(edge) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
    }
    for (let node = 0; node < this.size; node += 1) starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0);
    const places = starts.slice();
    this.#edges = new Int32Array(this.edgeCount);
    for (let edge = 0; edge < this.edgeCount; edge += 1) {
      const place = places[this.from(edge)] ?? 0;
      this.#edges[place] = edge;
      places[this.from(edge)] = place + 1;
    }
    return starts;
  }
}
