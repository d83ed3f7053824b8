/** Whether the decisions of a trace fit its scenario and its events, as far as that can be told without executing anything. */
import { isArray } from '../base/canonical-json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { determinismHash } from '../decide/determinism-hash.ts';
import { Kind, layoutOf } from '../decide/kinds.ts';
import type { TraceDocument } from './document.ts';
import type { TraceProblem } from './trace-problem.ts';

export function verifyDecisions(document: TraceDocument, hash: string | undefined): readonly TraceProblem[] {
  return [...pathProblems(document), ...countProblems(document), ...hashProblems(document, hash)];
}

function pathProblems({ scenario, decisions }: TraceDocument): readonly TraceProblem[] {
  if (scenario === null) return [];
  const checked = new Set<number>();
  const unknown: string[] = [];
  decisions.forEach((at, kind) => {
    const place = layoutOf(kind).fields.findIndex((field) => field.name === 'step_path');
    const text = decisions.numberAt(at, 1 + place);
    if (place < 0 || checked.has(text)) return;
    checked.add(text);
    if (!isStep(scenario, decisions.textOf(text))) unknown.push(decisions.textOf(text));
  });
  return unknown.map((path) => ({
    code: 'decision_unknown_step',
    message: `a decision names the step ${path}, which the scenario does not have`,
  }));
}

function isStep(scenario: JsonObject, pointer: string): boolean {
  let value: Json | undefined = scenario;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (value === undefined || value === null || typeof value !== 'object') return false;
    value = isArray(value) ? value[Number(key)] : value[key];
  }
  return typeof value === 'object' && value !== null && !isArray(value) && typeof value['type'] === 'string';
}

/** Decisions that always leave exactly one of these events. */
const PAIRS: readonly (readonly [kind: Kind, events: readonly string[]])[] = [
  [Kind.schedulerPick, ['sched_pick']],
  [Kind.netPick, ['net_deliver', 'net_drop']],
  [Kind.memoryAlloc, ['memory_alloc']],
  [Kind.memoryFree, ['memory_free']],
];

function countProblems({ explore, decisions, events }: TraceDocument): readonly TraceProblem[] {
  // Of a schedule every event is told, also where there was nothing to decide.
  if (explore !== undefined) return [];
  const made = new Map<number, number>();
  decisions.forEach((_at, kind) => made.set(kind, (made.get(kind) ?? 0) + 1));
  return PAIRS.flatMap(([kind, names]) => {
    const decided = made.get(kind) ?? 0;
    const told = events.filter((event) => event.source === 'engine' && names.includes(event.name)).length;
    if (decided === told) return [];
    const message = `there are ${decided} ${layoutOf(kind).name} decisions, but ${told} ${names.join(' and ')} events`;
    return [{ code: 'decision_count', message }];
  });
}

function hashProblems({ decisions }: TraceDocument, hash: string | undefined): readonly TraceProblem[] {
  if (hash === undefined) return [];
  const actual = determinismHash(decisions);
  return actual === hash ? [] : [{ code: 'determinism_hash', message: `the decisions have the hash ${actual}, the trace says ${hash}` }];
}
