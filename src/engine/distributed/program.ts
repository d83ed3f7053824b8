/** A distributed scenario made ready to run: nodes by number, texts resolved, every part with the identity it keeps while shrinking. */
import type { TextMatch } from '../../base/text-match.ts';
import type { DistributedStep, Fault, Invariant, Phase, Placed } from '../../scenario/distributed/record.ts';
import type { DistributedScenario } from '../../scenario/scenario.ts';
import type { Match, Text } from '../../scenario/text.ts';
import { fuzzValues } from '../fuzz-values.ts';

/** What has to become true has this long for it, in virtual time, if nobody says otherwise. */
const WITHIN_MS = 30_000;

/** Where a part stands in the scenario, and where it stood in the one that was written. */
export interface Part {
  readonly pointer: string;
  readonly origin: string;
  readonly line: number;
  readonly column: number;
}

export interface ScriptStep extends Part {
  readonly type: DistributedStep['type'];
  /** Whom it is about; of a pair, the one named `a`. Steps about nobody have 0. */
  readonly node: number;
  readonly peer: number;
  readonly key: string;
  readonly value: string;
  /** What a read must give: a match, nothing at all (`isNull`), or any value. */
  readonly match: TextMatch | undefined;
  readonly isNull: boolean;
  readonly durationMs: number;
}

export interface KvInvariant extends Part {
  readonly type: Invariant['type'];
  readonly phase: Phase;
  readonly key: string;
  /** Undefined = every node. */
  readonly node: number | undefined;
  readonly match: TextMatch | undefined;
  /** Of phase `eventually`: who must be enough for it in the end. */
  readonly core: readonly number[] | undefined;
  readonly withinMs: number;
}

export interface FaultSpec extends Part {
  readonly id: string;
  readonly type: Fault['type'];
  readonly max: number;
  /** Undefined = any. For a partition the pair, for messages sender and receiver, for a crash the node. */
  readonly a: number | undefined;
  readonly b: number | undefined;
  /** Whether it is over before the schedule is. */
  readonly ends: boolean;
  readonly byMs: number;
}

export interface DistributedProgram {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly steps: readonly ScriptStep[];
  readonly invariants: readonly KvInvariant[];
  readonly faults: readonly FaultSpec[];
  /** Times that could be shorter, in milliseconds, by the pointers they were written at. */
  readonly durations: ReadonlyMap<string, number>;
  /** What clients put, by the pointers of the puts. */
  readonly values: ReadonlyMap<string, string>;
  /** As the user named it, and as identity knows it. */
  readonly file: string;
  readonly projectFile: string;
  /** A step comes when all has come of the one before it. */
  readonly inTurn?: boolean;
  /** Events after which a schedule is cut. */
  readonly stepsMax: number;
  /** Virtual time at which a replay was told to stop. */
  readonly untilMs: number | undefined;
}

export interface ProgramSettings {
  readonly file: string;
  readonly projectFile: string;
  readonly stepsMax: number;
  readonly untilMs?: number | undefined;
  /** Pointers the parts had before the scenario was shrunk. */
  readonly origins?: ReadonlyMap<string, string>;
  /** What `${fuzz.input}` and `${fuzz.input_hex}` stand for; nothing unless the scenario is fuzzed. */
  readonly fuzzed?: Uint8Array | undefined;
}

export function distributedProgram(scenario: DistributedScenario, settings: ProgramSettings): DistributedProgram {
  const textOf = textsFor(fuzzValues(settings.fuzzed));
  const numbers = new Map(scenario.nodes.map((name, index) => [name, index]));
  const nodeOf = (name: string): number => numbers.get(name) ?? 0;
  const partOf = ({ pointer, line, column }: Placed<unknown>): Part => {
    return { pointer, origin: settings.origins?.get(pointer) ?? pointer, line, column };
  };
  const steps = scenario.steps.map((placed) => ({ ...partOf(placed), ...stepOf(placed.record, nodeOf, textOf) }));
  const faults = scenario.faults.map((placed, index) => faultOf(placed.record, partOf(placed), index, nodeOf));
  return {
    name: scenario.name,
    nodes: scenario.nodes,
    steps,
    invariants: scenario.invariants.map((placed) => ({ ...partOf(placed), ...invariantOf(placed.record, nodeOf, textOf) })),
    faults,
    durations: durationsOf(steps, faults),
    values: valuesOf(steps),
    file: settings.file,
    projectFile: settings.projectFile,
    stepsMax: settings.stepsMax,
    untilMs: settings.untilMs,
  };
}

export function durationsOf(steps: readonly ScriptStep[], faults: readonly FaultSpec[]): ReadonlyMap<string, number> {
  const times: readonly (readonly [string, number])[] = [
    ...steps.map(({ origin, durationMs }) => [origin, durationMs] as const),
    ...faults.map(({ origin, byMs }) => [origin, byMs] as const),
  ];
  return new Map(times.filter(([, ms]) => ms > 0));
}

export function valuesOf(steps: readonly ScriptStep[]): ReadonlyMap<string, string> {
  return new Map(steps.filter(({ type }) => type === 'client_put').map(({ origin, value }) => [origin, value]));
}

type NodeOf = (name: string) => number;
type TextOf = (text: Text) => string;

const NOTHING = { node: 0, peer: 0, key: '', value: '', match: undefined, isNull: false, durationMs: 0 } as const;

function stepOf(step: DistributedStep, nodeOf: NodeOf, textOf: TextOf): Omit<ScriptStep, keyof Part> {
  const { type } = step;
  switch (type) {
    case 'client_put':
      return { ...NOTHING, type, node: nodeOf(step.node), key: step.key, value: textOf(step.value) };
    case 'client_get_assert':
      return { ...NOTHING, type, node: nodeOf(step.node), key: step.key, match: matchOf(step.equals, textOf), isNull: step.isNull };
    case 'partition':
    case 'heal':
      return { ...NOTHING, type, node: nodeOf(step.a), peer: nodeOf(step.b) };
    case 'crash':
    case 'restart':
      return { ...NOTHING, type, node: nodeOf(step.node) };
    case 'tick':
      return { ...NOTHING, type, durationMs: step.durationMs };
  }
}

function invariantOf(invariant: Invariant, nodeOf: NodeOf, textOf: TextOf): Omit<KvInvariant, keyof Part> {
  const { type, phase, key, withinMs = WITHIN_MS } = invariant;
  const common = { phase, key, core: invariant.core?.map(nodeOf), withinMs };
  if (type !== 'kv_node_equals') return { type, ...common, node: undefined, match: undefined };
  return { type, ...common, node: nodeOf(invariant.node), match: matchOf(invariant.equals, textOf) };
}

/** The number of a fault is the one it was written with, so that its decisions are found again after others were removed. */
function faultOf(fault: Fault, part: Part, index: number, nodeOf: NodeOf): FaultSpec {
  const written = /\/(?<index>\d+)$/u.exec(part.origin)?.groups?.['index'];
  const any = (name: string | undefined): number | undefined => (name === undefined ? undefined : nodeOf(name));
  const common = { ...part, id: `f${written ?? index}`, max: fault.max, byMs: 0 };
  switch (fault.type) {
    case 'partition':
      return { ...common, type: fault.type, a: any(fault.a), b: any(fault.b), ends: fault.heal };
    case 'crash':
      return { ...common, type: fault.type, a: any(fault.node), b: undefined, ends: fault.restart };
    case 'loss':
    case 'duplicate':
      return { ...common, type: fault.type, a: any(fault.from), b: any(fault.to), ends: true };
    case 'delay':
      return { ...common, type: fault.type, a: any(fault.from), b: any(fault.to), ends: true, byMs: fault.byMs };
  }
}

/** The only references that validation lets through are those of fuzz runs; elsewhere both are empty. */
function textsFor(values: ReadonlyMap<string, string>): TextOf {
  return (text) =>
    typeof text === 'string' ? text : text.parts.map((part) => (typeof part === 'string' ? part : (values.get(part.key) ?? ''))).join('');
}

function matchOf(match: Match | undefined, textOf: TextOf): TextMatch | undefined {
  if (match === undefined || match.kind === 'matches') return match;
  return { kind: match.kind, text: textOf(match.text) };
}
