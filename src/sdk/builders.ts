/** Scenarios as code: typed while they are written, checked by the one validator before they are saved. */
import { dirname, resolve } from 'node:path';
import type { Json, JsonObject } from '../base/json.ts';
import { asJsonObject } from '../base/as-json.ts';
import { canonicalJson, prettyJson } from '../base/canonical-json.ts';
import type { Problem } from '../base/problem.ts';
import { scenarioEnvironment } from '../commands/scenario-environment.ts';
import { parseScenario } from '../scenario/parse-scenario.ts';
import { writeFileDurable } from '../store/atomic-write.ts';
import { ensureDirectory } from '../store/directory.ts';
import { hostFiles } from '../store/file-ops.ts';
import { FozzyInputError } from './errors.ts';
import type { DistributedStep, Fault, Group, Invariant, Step } from './generated/steps.ts';

export interface Validation {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
}

abstract class Builder {
  readonly #name: string;
  #covers: readonly string[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  /** The source files this scenario is evidence for. */
  covers(...paths: readonly string[]): this {
    this.#covers = [...this.#covers, ...paths];
    return this;
  }

  toJSON(): JsonObject {
    const covers: JsonObject = this.#covers.length === 0 ? {} : { covers: this.#covers };
    return { version: 1, name: this.#name, ...covers, ...this.body() };
  }

  /** Every problem at once; members and modules are looked for beside `path`. */
  validate(path = 'scenario.fozzy.json'): Validation {
    const { scenario, problems } = parseScenario(canonicalJson(this.toJSON()), {
      strict: true,
      env: scenarioEnvironment(dirname(resolve(path))),
    });
    return { ok: scenario !== undefined, problems };
  }

  /** Only what is valid is written, and as a whole. */
  write(path: string): string {
    const { ok, problems } = this.validate(path);
    if (!ok) {
      const details: Json = problems.map((problem) => asJsonObject(problem));
      throw new FozzyInputError({
        code: 'scenario_invalid',
        message: `${path} was not written: ${problems[0]?.message ?? 'it is not valid'}`,
        hint: null,
        details: { problems: details },
      });
    }
    const file = resolve(path);
    ensureDirectory(dirname(file), hostFiles);
    writeFileDurable(file, [`${prettyJson(this.toJSON())}\n`], hostFiles);
    return file;
  }

  protected abstract body(): JsonObject;
}

/** A list of steps, for `run` and `test`. */
export class ScenarioBuilder extends Builder {
  readonly #steps: Step[] = [];

  step(...steps: readonly Step[]): this {
    this.#steps.push(...steps);
    return this;
  }

  protected override body(): JsonObject {
    return { steps: this.#steps.map(asJsonObject) };
  }
}

/** Nodes, what clients do, and what must hold, for `explore`. */
export class DistributedScenarioBuilder extends Builder {
  readonly #nodes: readonly string[];
  readonly #steps: DistributedStep[] = [];
  readonly #invariants: Invariant[] = [];
  readonly #faults: Fault[] = [];
  #module: string | undefined;

  constructor(name: string, nodes: readonly string[]) {
    super(name);
    this.#nodes = nodes;
  }

  /** The code of the nodes, relative to the scenario file. */
  module(path: string): this {
    this.#module = path;
    return this;
  }

  step(...steps: readonly DistributedStep[]): this {
    this.#steps.push(...steps);
    return this;
  }

  invariant(...invariants: readonly Invariant[]): this {
    this.#invariants.push(...invariants);
    return this;
  }

  fault(...faults: readonly Fault[]): this {
    this.#faults.push(...faults);
    return this;
  }

  protected override body(): JsonObject {
    const distributed: JsonObject = {
      nodes: this.#nodes,
      ...(this.#module === undefined ? {} : { module: this.#module }),
      steps: this.#steps.map(asJsonObject),
      invariants: this.#invariants.map(asJsonObject),
      ...(this.#faults.length === 0 ? {} : { faults: this.#faults.map(asJsonObject) }),
    };
    return { distributed };
  }
}

/** Groups of scenario files, for `test`. */
export class SuitesBuilder extends Builder {
  readonly #groups: Record<string, JsonObject> = {};

  group(name: string, group: Group): this {
    this.#groups[name] = asJsonObject(group);
    return this;
  }

  protected override body(): JsonObject {
    return { suites: this.#groups };
  }
}
