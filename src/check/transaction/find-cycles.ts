/** One shortest circle of each class that the level forbids, told as a chain of reasons. */
import { present, unreachable } from '../../base/assert.ts';
import type { Budget } from '../budget.ts';
import { type Anomaly, type AnomalyName, type CycleClass, type Dependency, Edge, type Level, levels } from './anomaly.ts';
import { components } from './components.ts';
import { type Facts, named } from './facts.ts';
import { shortestCycle } from './shortest-cycle.ts';

const DATA = Edge.ww | Edge.wr | Edge.rw;
const TIME = Edge.process | Edge.realTime;

export function findCycles(facts: Facts, level: Level, budget: Budget): readonly Anomaly[] {
  const { classes, realTime } = levels[level];
  const widest = realTime ? DATA | TIME : classes.reduce((kinds, { first, rest }) => kinds | first | rest, 0);
  if (components(facts.graph, widest).sizes.length === facts.graph.size) return [];
  const plain = classes.flatMap((wanted) => found(facts, wanted, 0, budget));
  if (!realTime || plain.length > 0) return plain;
  return classes.flatMap((wanted) => found(facts, wanted, TIME, budget)).slice(0, 1);
}

function found(facts: Facts, wanted: CycleClass, extra: number, budget: Budget): readonly Anomaly[] {
  // The way back of a later class may be one of an earlier class; only what the class adds is its own.
  const edges = shortestCycle(facts.graph, wanted, extra, budget);
  if (edges === undefined || !isOwn(facts, wanted, edges)) return [];
  const cycle = edges.map((edge) => dependencyOf(facts, edge));
  const name: AnomalyName = extra === 0 ? wanted.name : `${wanted.name}-realtime`;
  return [{ name, message: messageOf(facts, edges), operations: cycle.map(({ from }) => from), cycle }];
}

/** A circle with one missed write is told as G-single, not once more as something weaker. */
function isOwn(facts: Facts, wanted: CycleClass, edges: readonly number[]): boolean {
  const missed = edges.filter((edge) => facts.graph.kind(edge) === Edge.rw).length;
  return (wanted.rest & Edge.rw) === 0 || missed > 1;
}

function dependencyOf(facts: Facts, edge: number): Dependency {
  const { graph, committed } = facts;
  const from = present(committed[graph.from(edge)], 'an edge from nowhere');
  const to = present(committed[graph.to(edge)], 'an edge to nowhere');
  return { from: from.number, to: to.number, kind: kindOf(graph.kind(edge)), reason: graph.reason(edge) };
}

function kindOf(kind: number): Dependency['kind'] {
  switch (kind) {
    case Edge.ww:
      return 'ww';
    case Edge.wr:
      return 'wr';
    case Edge.rw:
      return 'rw';
    case Edge.process:
      return 'process';
    case Edge.realTime:
      return 'real-time';
    case Edge.concluded:
      return 'concluded';
    default:
      return unreachable(kind as never); // Reason for the cast: edges have one of the kinds above.
  }
}

function messageOf(facts: Facts, edges: readonly number[]): string {
  const { graph, committed } = facts;
  const nodes = edges.map((edge) => present(committed[graph.from(edge)], 'an edge from nowhere'));
  const first = present(nodes[0], 'a circle without nodes');
  const reasons = edges.map((edge) => `${graph.reason(edge)} (${kindOf(graph.kind(edge))})`);
  return `${nodes.map(named).join(' must come before ')} must come before #${first.number} again: ${reasons.join('; ')}`;
}
