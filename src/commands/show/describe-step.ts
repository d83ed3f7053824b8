/** What a step of a scenario does, in a few words, by its pointer. */
import { isArray } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { jsonLine } from '../../report/json-text.ts';
import type { DescribeStep } from '../../report/story-lines.ts';

/** Members that say nothing about this step alone: nested steps have lines of their own. */
const LEFT_OUT = new Set(['type', 'steps', 'tasks']);

export function stepDescriber(scenario: JsonObject | null): DescribeStep {
  return (pointer) => {
    const step = scenario === null ? undefined : at(scenario, pointer.split('/').slice(1));
    if (typeof step !== 'object' || step === null || isArray(step) || typeof step['type'] !== 'string') return undefined;
    const members = Object.entries(step).filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined);
    return [step['type'], ...members.map(([name, value]) => `${name}=${told(value ?? null)}`)].join(' ');
  };
}

function at(value: Json | undefined, path: readonly string[]): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return at(isArray(value) ? value[Number(key)] : value[key.replaceAll('~1', '/').replaceAll('~0', '~')], rest);
}

function told(value: Json): string {
  return typeof value === 'string' && value !== '' && !value.includes(' ') ? value : jsonLine(value);
}
