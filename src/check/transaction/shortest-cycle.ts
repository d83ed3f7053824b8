/**
 * The shortest circle of a class: for every edge that makes the class, the shortest way back over the other kinds, first among short ways
 * for all edges, then among longer ones. Circles in histories are nearly always short, so most searches end after a few nodes.
 */
import type { Budget } from '../budget.ts';
import type { CycleClass } from './anomaly.ts';
import { type Components, components } from './components.ts';
import type { Graph } from './graph.ts';

/** Edges in the order they are walked; undefined where there is none, or where the budget ended first. */
export function shortestCycle(graph: Graph, wanted: CycleClass, extra: number, budget: Budget): readonly number[] | undefined {
  const parts = components(graph, wanted.first | wanted.rest | extra);
  const firsts: number[] = [];
  for (let edge = 0; edge < graph.edgeCount; edge += 1) {
    if ((graph.kind(edge) & wanted.first) !== 0 && isInside(graph, parts, edge)) firsts.push(edge);
  }
  const finder = new WayBack(graph, wanted, extra, parts);
  let best: readonly number[] | undefined;
  for (let limit = 1; firsts.length > 0 && best === undefined && !budget.isOver && limit / 2 < graph.size; limit *= 2) {
    for (const first of firsts) {
      const way = finder.find(first, best === undefined ? limit : best.length - 2, budget);
      if (way !== undefined) best = [first, ...way];
      if (budget.isOver || best?.length === 2) break;
    }
  }
  return best;
}

function isInside(graph: Graph, parts: Components, edge: number): boolean {
  return parts.of[graph.from(edge)] === parts.of[graph.to(edge)];
}

/** Breadth first; where rw edges must stay apart, a node reached by one is another place than the same node reached otherwise. */
class WayBack {
  readonly #graph: Graph;
  readonly #wanted: CycleClass;
  readonly #kinds: number;
  readonly #parts: Components;
  /** By place: the search that saw it last, and the edge that led there. */
  readonly #seen: Int32Array;
  readonly #by: Int32Array;
  readonly #cameFrom: Int32Array;
  #round = 0;

  constructor(graph: Graph, wanted: CycleClass, extra: number, parts: Components) {
    this.#graph = graph;
    this.#wanted = wanted;
    this.#kinds = wanted.rest | extra;
    this.#parts = parts;
    this.#seen = new Int32Array(graph.size * 2);
    this.#by = new Int32Array(graph.size * 2);
    this.#cameFrom = new Int32Array(graph.size * 2);
  }

  /** At most `limit` edges. */
  find(first: number, limit: number, budget: Budget): readonly number[] | undefined {
    this.#round += 1;
    const goal = this.#graph.from(first);
    const start = this.#placeOf(first);
    this.#seen[start] = this.#round;
    let level = [start];
    for (let length = 1; length <= limit && level.length > 0; length += 1) {
      const next: number[] = [];
      for (const place of level) {
        if (!budget.spend()) return undefined;
        const end = this.#expand(place, goal, next);
        if (end !== -1) return this.#wayTo(end, start);
      }
      level = next;
    }
    return undefined;
  }

  /** The place at the goal, or -1. */
  #expand(place: number, goal: number, next: number[]): number {
    const graph = this.#graph;
    const node = place >> 1;
    const end = graph.starts[node + 1] ?? 0;
    for (let at = graph.starts[node] ?? 0; at < end; at += 1) {
      const edge = graph.outgoing[at] ?? 0;
      const kind = graph.kind(edge);
      if ((kind & this.#kinds) === 0 || this.#parts.of[graph.to(edge)] !== this.#parts.of[node]) continue;
      const isTooClose = this.#wanted.apart && kind === this.#wanted.first && ((place & 1) === 1 || graph.to(edge) === goal);
      if (isTooClose) continue;
      const to = this.#placeOf(edge);
      if (this.#seen[to] === this.#round) continue;
      this.#seen[to] = this.#round;
      this.#by[to] = edge;
      this.#cameFrom[to] = place;
      if (to >> 1 === goal) return to;
      next.push(to);
    }
    return -1;
  }

  #placeOf(edge: number): number {
    const close = this.#wanted.apart && this.#graph.kind(edge) === this.#wanted.first;
    return this.#graph.to(edge) * 2 + (close ? 1 : 0);
  }

  #wayTo(end: number, start: number): readonly number[] {
    const edges: number[] = [];
    for (let place = end; place !== start; place = this.#cameFrom[place] ?? start) edges.push(this.#by[place] ?? 0);
    return edges.reverse();
  }
}
