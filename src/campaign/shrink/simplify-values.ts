/**
 * Values of steps: optional fields are left out, durations and numbers become small, texts and
 * lists short. What a field may become follows from its kind in the format. Names stay, because
 * other steps use them; faults stay, because a smaller number may be a larger fault; and so does
 * the step whose verdict is being preserved.
 */
import { isArray } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { stepTypes } from '../../scenario/step-types.ts';
import type { Backends } from '../../trace/summary.ts';
import { type DraftNode, replaceNode, stepsOf, typeOf } from './draft.ts';
import type { Offers, Search, ShrinkPass } from './pass.ts';
import { isFault } from './remove-nodes.ts';
import { type Simpler, simplerDuration, simplerInteger, simplerJson, simplerList, simplerMembers, simplerText } from './simpler-value.ts';
import type { StepsCandidate } from './steps-candidate.ts';

export interface ValueOptions {
  /** Steps with these origins are left as they are. */
  readonly untouched: ReadonlySet<string>;
  readonly det: boolean;
  readonly backends: Backends;
}

export function simplifyValues(options: ValueOptions): ShrinkPass<StepsCandidate> {
  return {
    name: 'values',
    *offer(from): Offers<StepsCandidate> {
      let current = from;
      for (const node of stepsOf(from.draft)) {
        if (isFault(node) || options.untouched.has(node.origin) || asksHost(node, options.backends)) continue;
        for (const field of fieldsOf(node)) current = yield* simplifyField(current, node.origin, field, options);
      }
    },
  };
}

interface FieldKind {
  readonly key: string;
  readonly label: string;
  readonly optional: boolean;
}

const fieldKinds: ReadonlyMap<string, readonly FieldKind[]> = new Map(
  stepTypes.types.map(({ type, shape }) => [
    type,
    shape.fields
      .filter(({ presence }) => presence !== 'derived')
      .map(({ key, kind, presence }) => ({ key, label: kind.label, optional: presence === 'optional' })),
  ]),
);

function fieldsOf(node: DraftNode): readonly FieldKind[] {
  return (fieldKinds.get(typeOf(node)) ?? []).filter(({ key }) => node.fields[key] !== undefined);
}

/** A recorded answer belongs to exactly the call it was given to. */
function asksHost(node: DraftNode, backends: Backends): boolean {
  switch (typeOf(node)) {
    case 'proc_spawn':
      return backends.proc === 'host';
    case 'http_request':
      return backends.http === 'host';
    case 'fs_write':
    case 'fs_read_assert':
    case 'fs_snapshot':
    case 'fs_restore':
      return backends.fs === 'host';
    default:
      return false;
  }
}

function* simplifyField(from: StepsCandidate, origin: string, field: FieldKind, options: ValueOptions): Search<StepsCandidate> {
  let current = from;
  if (field.optional) {
    const kept = yield withField(current, origin, field, undefined, options);
    if (kept !== undefined) return kept;
  }
  const value = stepsOf(current.draft).find((node) => node.origin === origin)?.fields[field.key];
  const search = value === undefined ? undefined : searchFor(field.label, value);
  if (search === undefined) return current;
  for (let step = search.next(false); step.done !== true; ) {
    const kept: StepsCandidate | undefined = yield withField(current, origin, field, step.value, options);
    current = kept ?? current;
    step = search.next(kept !== undefined);
  }
  return current;
}

function searchFor(label: string, value: Json): Simpler | undefined {
  if (typeof value === 'string') return searchForText(label, value);
  if (typeof value === 'number')
    return label === 'u53' || label === 'integer' ? simplerInteger(value, 0) : label === 'u53 ≥ 1' ? simplerInteger(value, 1) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (label === '[text]' && isArray(value)) return simplerList(value);
  if (label.startsWith('map of header') && !isArray(value)) return simplerMembers(value);
  return label === 'any JSON' || label === 'object' ? simplerJson(value) : undefined;
}

function searchForText(label: string, value: string): Simpler | undefined {
  if (label === 'duration') return simplerDuration(value, 0);
  if (label.startsWith('duration')) return simplerDuration(value, 1);
  if (label === 'any JSON') return simplerJson(value);
  return label === 'text' ? simplerText(value) : undefined;
}

function withField(from: StepsCandidate, origin: string, field: FieldKind, value: Json | undefined, { det }: ValueOptions): StepsCandidate {
  const draft = replaceNode(from.draft, origin, (node) => [{ ...node, fields: changed(node.fields, field.key, value) }]);
  if (det || !field.label.startsWith('duration')) return { ...from, draft };
  // The measured wait belongs to the old duration; the new one takes as long as it says.
  return { ...from, draft, answers: from.answers.filter(({ kind, name }) => kind !== 'time_sleep_ms' || name !== origin) };
}

function changed(fields: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _, ...others } = fields;
  return value === undefined ? others : { ...fields, [key]: value };
}
