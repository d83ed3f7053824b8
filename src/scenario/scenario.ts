/** A validated scenario file, one shape per variant. */
import type { JsonObject } from '../base/json.ts';
import type { Problem } from '../base/problem.ts';
import type { DistributedStep, Fault, Invariant, Placed } from './distributed/record.ts';
import type { PlacedStep } from './step.ts';

interface ScenarioBase {
  readonly name: string;
  readonly covers: readonly string[];
  /** The document as read, for embedding in traces. Unsafe integers are bigint. */
  readonly json: JsonObject;
}

export interface StepsScenario extends ScenarioBase {
  readonly variant: 'steps';
  readonly steps: readonly PlacedStep[];
}

/** Validated completely; executed by the explorer. */
export interface DistributedScenario extends ScenarioBase {
  readonly variant: 'distributed';
  readonly nodes: readonly string[];
  /** Code of the nodes, relative to the scenario file; absent = built-in replicated kv. */
  readonly module?: string;
  readonly steps: readonly Placed<DistributedStep>[];
  readonly invariants: readonly Placed<Invariant>[];
  readonly faults: readonly Placed<Fault>[];
  readonly stepCount: number;
  readonly invariantCount: number;
}

export interface SuiteGroup {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Decimal text of a u64. */
  readonly seed?: string;
  readonly timeoutMs?: number;
  readonly tags: readonly string[];
  readonly expect: 'pass' | 'fail' | 'timeout' | 'crash';
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

export interface SuitesScenario extends ScenarioBase {
  readonly variant: 'suites';
  readonly groups: readonly SuiteGroup[];
}

export type Scenario = StepsScenario | DistributedScenario | SuitesScenario;

export interface ParseOutcome {
  /** Absent when any problem is an error. */
  readonly scenario?: Scenario;
  /** Errors and warnings, ordered by position. */
  readonly problems: readonly Problem[];
  /** What could be told even of an invalid file. */
  readonly variant?: Scenario['variant'];
  readonly name?: string;
}
