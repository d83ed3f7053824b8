/**
 * Which two transitions race: the first two that changed places between the calm run and the failing one although they have to do with
 * the same thing. Neither can have caused the other, because a cause comes first in every run. Two that use the same file, at least one
 * of them to change it, say more than two that merely ran on the same machine.
 */
import type { Json } from '../../base/json.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { WitnessedStep } from './witness.ts';

export interface WitnessedRun {
  readonly steps: readonly WitnessedStep[];
  readonly events: readonly TraceEvent[];
  /** Machines that share the variables of the scenario. */
  readonly clients: ReadonlySet<string>;
}

export interface RacingPair {
  /** The one that came first in the failing run and second in the calm one; as the failing run saw them. */
  readonly first: WitnessedStep;
  readonly second: WitnessedStep;
  /** What both have to do with, in words. */
  readonly shared: string;
}

/** Beyond this many transitions the comparison of all with all is not worth waiting for. */
const STEPS_MAX = 4000;

/**
 * `clientsMeet`: the other run is one in which clients take turns. Then everything has changed places that clients do or cause, and only what
 * ran code of the program says anything, on a node rather than in the scenario.
 */
export function racingPair(failing: WitnessedRun, calm: WitnessedRun, clientsMeet: boolean): RacingPair | undefined {
  const calmTurns = new Map(calm.steps.map(({ name, turn }) => [name, turn]));
  const known = failing.steps.filter(({ name }) => calmTurns.has(name)).slice(0, STEPS_MAX);
  // What was asked for in both runs and ran in only one of them came too late in the other.
  const inCalm = new Map(calm.steps.map((step) => [step.name, usesOf(step, calm)]));
  const seen = known.map((step) => ({
    step,
    calmTurn: calmTurns.get(step.name),
    uses: mergedUses(usesOf(step, failing), inCalm.get(step.name)),
  }));
  const ran = seen.filter(({ step }) => step.turn !== undefined).sort((a, b) => (a.step.turn ?? 0) - (b.step.turn ?? 0));
  let likely: RacingPair | undefined;
  for (const first of ran) {
    const overtaken = seen
      .filter((other) => other !== first && isAfter(first.calmTurn, other.calmTurn) && isAfter(other.step.turn, first.step.turn))
      .sort((a, b) => (a.step.turn ?? STEPS_MAX) - (b.step.turn ?? STEPS_MAX));
    for (const second of overtaken) {
      const conflict = conflictOf(first.uses, second.uses);
      if (conflict === undefined || (clientsMeet && (first.step.ran.length === 0 || second.step.ran.length === 0))) continue;
      const pair = { first: first.step, second: second.step, shared: conflict.shared };
      if (conflict.isCertain) return pair;
      if (likely === undefined || (clientsMeet && likely.shared === VARIABLES)) likely = pair;
    }
  }
  return likely;
}

/** Whether the first of two turns comes after the second; what never came is after everything. */
function isAfter(turn: number | undefined, other: number | undefined): boolean {
  return other !== undefined && (turn === undefined || turn > other);
}

interface Uses {
  /** Machines whose memory it may have touched. */
  readonly machines: ReadonlySet<string>;
  /** Files and keys by name, and whether it changed them. */
  readonly things: ReadonlyMap<string, boolean>;
}

function usesOf({ from, until }: WitnessedStep, { events, clients }: WitnessedRun): Uses {
  const machines = new Set<string>();
  const things = new Map<string, boolean>();
  for (const { name, fields } of events.slice(from, until)) {
    const [node, to, path, dest, op, key] = ['node', 'to', 'path', 'dest', 'op', 'key'].map((field) => textOf(fields[field]));
    for (const machine of [node, name === 'deliver' ? to : undefined]) {
      if (machine !== undefined && machine !== 'script') machines.add(clients.has(machine) ? SCENARIO : machine);
    }
    if (name === 'fs') {
      for (const file of [path, dest]) if (file !== undefined) note(things, `${file} on ${node ?? ''}`, !READS.test(op ?? ''));
    } else if (name === 'client_put' || name === 'client_get') note(things, `key “${key ?? ''}” on ${node ?? ''}`, name === 'client_put');
  }
  return { machines, things };
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const SCENARIO = 'the scenario';
const VARIABLES = 'both use the variables of the scenario';
const READS = /^(?:read|readFile|readv|readdir|stat|lstat|fstat|access|exists|open|close|realpath|readlink|opendir|statfs)/u;

function note(things: Map<string, boolean>, thing: string, changes: boolean): void {
  things.set(thing, changes || things.get(thing) === true);
}

function mergedUses(a: Uses, b: Uses | undefined): Uses {
  const things = new Map(a.things);
  for (const [thing, changes] of b?.things ?? []) note(things, thing, changes);
  return { machines: new Set([...a.machines, ...(b?.machines ?? [])]), things };
}

function conflictOf(a: Uses, b: Uses): { readonly shared: string; readonly isCertain: boolean } | undefined {
  for (const [thing, changes] of a.things) {
    const other = b.things.get(thing);
    if (other !== undefined && (changes || other)) return { shared: `both use ${thing}`, isCertain: true };
  }
  for (const machine of a.machines) {
    if (!b.machines.has(machine)) continue;
    return { shared: machine === SCENARIO ? VARIABLES : `both run on ${machine}`, isCertain: false };
  }
  return undefined;
}
