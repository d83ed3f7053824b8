/**
 * The one validator: from the text of a scenario file to a typed scenario, or to everything that is
 * wrong with it in one pass. What it accepts can be executed; what it rejects is rejected by every
 * command before anything happened.
 */
import { type JsonNode, parseJson } from '../base/json-text.ts';
import { lineIndex } from '../base/line-index.ts';
import type { Problem } from '../base/problem.ts';
import { checkDuplicateKeys } from './duplicate-keys.ts';
import { numberedNodes } from './distributed/topology.ts';
import type { ScenarioEnvironment } from './environment.ts';
import { Inspection, type Overrides } from './inspection.ts';
import { memberOf, type ObjectNode, objectOf } from './node.ts';
import { exampleHint } from './record-type.ts';
import { minimalScenario, type Root, rootShape, variants } from './root-shape.ts';
import type { ParseOutcome, Scenario } from './scenario.ts';
import { readSteps } from './step-list.ts';

export interface ParseOptions {
  /** Unknown keys are errors; otherwise warnings. */
  readonly strict: boolean;
  /** Answers about the disk; rules that need it are skipped without one. */
  readonly env?: ScenarioEnvironment;
  readonly overrides?: Overrides;
  /** Where requests will go, for rules that depend on it. */
  readonly httpBackend?: 'scripted' | 'host';
}

export function parseScenario(text: string, options: ParseOptions): ParseOutcome {
  const parsed = parseJson(text);
  if (!parsed.ok) return { problems: [syntaxProblem(text, parsed.offset, parsed.message)] };
  const inspection = new Inspection({
    lines: lineIndex(text),
    strict: options.strict,
    hostHttp: options.httpBackend === 'host',
    overrides: options.overrides ?? {},
    environment: options.env,
    readSteps,
  });
  inspection.example = () => exampleHint('scenario', minimalScenario);
  const { root } = parsed;
  if (root.kind !== 'object') {
    inspection.wrongType(root, 'a scenario object');
    return { problems: inspection.problems() };
  }
  checkDuplicateKeys(root, inspection);
  const read = rootShape.read(root, inspection);
  const scenario = read === undefined || inspection.failed ? undefined : scenarioOf(read, root);
  return { ...(scenario === undefined ? {} : { scenario }), problems: inspection.problems(), ...recognised(root) };
}

function syntaxProblem(text: string, offset: number, reason: string): Problem {
  const { line, column } = lineIndex(text).at(offset);
  const message = `failed to parse scenario at ${line}:${column}: ${reason}`;
  const hint = '`fozzy schema --json` describes the format with examples';
  return { code: 'json_syntax', message, pointer: '', line, column, hint, severity: 'error' };
}

function scenarioOf(root: Root, node: ObjectNode): Scenario | undefined {
  const base = { name: root.name, covers: root.covers, json: objectOf(node) };
  if (root.steps !== undefined) return { variant: 'steps', ...base, steps: root.steps };
  if (root.suites !== undefined) return { variant: 'suites', ...base, groups: root.suites };
  if (root.distributed === undefined) return undefined;
  const { nodes, nodeCount, ...parts } = root.distributed;
  return {
    variant: 'distributed',
    ...base,
    nodes: nodes ?? numberedNodes(nodeCount ?? 0),
    ...parts,
    stepCount: parts.steps.length,
    invariantCount: parts.invariants.length,
  };
}

/** Variant and name as far as an invalid file lets them be told. */
function recognised(root: JsonNode): Pick<ParseOutcome, 'variant' | 'name'> {
  const given = variants.filter((key) => (memberOf(root, key)?.value.kind ?? 'null') !== 'null');
  const [variant] = given.length === 1 ? given : [];
  const name = memberOf(root, 'name')?.value;
  return { ...(variant === undefined ? {} : { variant }), ...(name?.kind === 'string' ? { name: name.value } : {}) };
}
