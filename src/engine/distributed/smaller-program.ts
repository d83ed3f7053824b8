/** A distributed scenario with some of it taken away: steps, nodes with everything that names them, time that need not pass, and what is special about values. */
import type { RunEdits } from '../run-edits.ts';
import { type DistributedProgram, durationsOf, type ScriptStep, valuesOf } from './program.ts';

export function smallerProgram(program: DistributedProgram, edits: RunEdits | undefined): DistributedProgram {
  const { withoutClients, withoutNodes, durations, values, inTurn = false } = edits ?? {};
  if (!inTurn && [withoutClients, withoutNodes, durations, values].every(isNothing)) return program;
  const nodes = program.nodes.filter((name) => withoutNodes?.has(name) !== true);
  /** Old number → new one, of those that are left. */
  const numbers = new Map(program.nodes.flatMap((name, old) => (nodes.includes(name) ? [[old, nodes.indexOf(name)] as const] : [])));
  const isThere = (node: number | undefined): boolean => node === undefined || numbers.has(node);
  const anyOf = (node: number | undefined): number | undefined => (node === undefined ? undefined : numbers.get(node));
  const shorter = (origin: string, ms: number): number => durations?.get(origin) ?? ms;
  const steps = program.steps
    .filter((step) => withoutClients?.has(step.origin) !== true && nodesOf(step).every(isThere))
    .map((step) => ({
      ...step,
      node: numbers.get(step.node) ?? 0,
      peer: numbers.get(step.peer) ?? 0,
      durationMs: shorter(step.origin, step.durationMs),
      value: values?.get(step.origin) ?? step.value,
    }));
  const faults = program.faults
    .filter(({ a, b }) => isThere(a) && isThere(b))
    .map((fault) => ({ ...fault, a: anyOf(fault.a), b: anyOf(fault.b), byMs: shorter(fault.origin, fault.byMs) }));
  return {
    ...program,
    nodes,
    steps,
    inTurn,
    invariants: program.invariants.filter(({ node }) => isThere(node)).map((invariant) => ({ ...invariant, node: anyOf(invariant.node) })),
    faults,
    durations: durationsOf(steps, faults),
    values: valuesOf(steps),
  };
}

/** Somebody has to be there, and something has to be done: the format knows no other scenario. */
export function hasEnough({ nodes, steps }: DistributedProgram): boolean {
  return nodes.length > 0 && steps.length > 0;
}

function isNothing(given: { readonly size: number } | undefined): boolean {
  return given === undefined || given.size === 0;
}

function nodesOf({ type, node, peer }: ScriptStep): readonly number[] {
  if (type === 'tick') return [];
  return type === 'partition' || type === 'heal' ? [node, peer] : [node];
}
