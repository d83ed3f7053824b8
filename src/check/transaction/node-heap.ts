/** Nodes by priority, the smallest first: a binary heap. */
export class NodeHeap {
  readonly #heap: number[] = [];
  readonly #priorityOf: (node: number) => number;

  constructor(priorityOf: (node: number) => number) {
    this.#priorityOf = priorityOf;
  }

  push(node: number): void {
    const heap = this.#heap;
    const priority = this.#priorityOf(node);
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (this.#priorityOf(above) <= priority) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = node;
  }

  pop(): number | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    const priority = this.#priorityOf(last);
    let at = 0;
    for (let child = 1; child < heap.length; child = at * 2 + 1) {
      if (child + 1 < heap.length && this.#priorityOf(heap[child + 1] ?? 0) < this.#priorityOf(heap[child] ?? 0)) child += 1;
      if (this.#priorityOf(heap[child] ?? 0) >= priority) break;
      heap[at] = heap[child] ?? 0;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
