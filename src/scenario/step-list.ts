/** Reads a list of steps, top-level or nested: the same rules hold at every depth. */
import type { JsonNode } from '../base/json-text.ts';
import type { Inspection } from './inspection.ts';
import { memberOf } from './node.ts';
import type { PlacedStep } from './step.ts';
import { stepTypes } from './step-types.ts';

export function readSteps(node: JsonNode, inspection: Inspection): readonly PlacedStep[] | undefined {
  if (node.kind !== 'array') return inspection.wrongType(node, 'an array of steps');
  if (node.items.length === 0) {
    inspection.error('empty_steps', node.start, 'a list of steps must not be empty: a scenario that does nothing must not pass', addSteps);
    return undefined;
  }
  const steps: PlacedStep[] = [];
  for (let index = 0; index < node.items.length; index += 1) {
    const item = node.items[index];
    const placed = item === undefined ? undefined : readPlaced(item, index, inspection);
    if (placed !== undefined) steps.push(placed);
  }
  if (node.items.every(isDeclaration)) {
    inspection.error('declaration_only', node.start, '`proc_when` and `http_when` are declarations and do nothing by themselves', addSteps);
  }
  return steps.length === node.items.length ? steps : undefined;
}

const addSteps = 'Add executable steps such as `proc_spawn`, `http_request` or `assert_ok`';

function readPlaced(node: JsonNode, index: number, inspection: Inspection): PlacedStep | undefined {
  inspection.enter(index);
  const step = stepTypes.read(node, inspection);
  const { pointer, line, column } = inspection.placeOf(node.start);
  inspection.leave();
  return step === undefined ? undefined : { step, pointer, line, column };
}

function isDeclaration(node: JsonNode): boolean {
  const tag = memberOf(node, 'type')?.value;
  return tag?.kind === 'string' && (tag.value === 'proc_when' || tag.value === 'http_when');
}
