/**
 * The descriptor language of the scenario format. A Kind says how one value is read, named in
 * documents and described to editors; a Field says under which key it is written and whether it
 * may be left out; a Shape is a whole object. Validation, documents and JSON Schema all come from
 * the same descriptors, so they cannot disagree.
 */
import { present } from '../base/assert.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { JsonMember, JsonNode } from '../base/json-text.ts';
import type { Inspection } from './inspection.ts';
import type { ObjectNode } from './node.ts';

/** Turns the name of a shared definition into a reference to it. */
export type RefTo = (definition: string) => JsonObject;

export interface Kind<T> {
  /** How documents name it. */
  readonly label: string;
  /** JSON null is a value here instead of "absent". */
  readonly nullIsValue: boolean;
  /** The typed value, or undefined after reporting what is wrong with it. */
  readonly read: (node: JsonNode, inspection: Inspection) => T | undefined;
  readonly schema: (ref: RefTo) => JsonObject;
}

export interface Field<T, Always extends boolean> {
  readonly key: string;
  readonly kind: Kind<T>;
  /** `derived` reads the key of another field again and stays silent about its absence. */
  readonly presence: 'required' | 'optional' | 'derived';
  readonly fallback: T | undefined;
  /** As documents show the fallback. */
  readonly fallbackJson: Json | undefined;
  readonly meaning: string;
  /** Whether the value is there after reading. */
  readonly always: Always;
}

/** The fields that make up V, by property of V. */
export type FieldsOf<V> = {
  readonly [P in keyof V as P extends 'type' ? never : P]-?: Record<never, never> extends Pick<V, P>
    ? Field<Exclude<V[P], undefined>, boolean>
    : Field<V[P], true>;
};

/** Looks up what was written under a key; absent and "null means absent" are both undefined. */
export type Given = (key: string) => JsonMember | undefined;

/** A rule over several fields of one object. */
export interface Rule {
  readonly note: string;
  readonly schema: JsonObject | undefined;
  readonly check: (given: Given, node: ObjectNode, inspection: Inspection) => void;
}

export interface Shape<V> {
  /** Names the object in messages. */
  readonly name: string;
  readonly fields: readonly Field<unknown, boolean>[];
  readonly rules: readonly Rule[];
  readonly read: (node: ObjectNode, inspection: Inspection) => V | undefined;
}

export function required<T>(key: string, kind: Kind<T>, meaning: string): Field<T, true> {
  return { key, kind, presence: 'required', fallback: undefined, fallbackJson: undefined, meaning, always: true };
}

export function optional<T>(key: string, kind: Kind<T>, meaning: string): Field<T, false> {
  return { key, kind, presence: 'optional', fallback: undefined, fallbackJson: undefined, meaning, always: false };
}

/** Optional, with a value that stands in for absence. */
export function fallback<T>(key: string, kind: Kind<T>, value: T, shown: Json, meaning: string): Field<T, true> {
  return { key, kind, presence: 'optional', fallback: value, fallbackJson: shown, meaning, always: true };
}

/** A second reading of a key that another field already requires. */
export function derived<T>(key: string, kind: Kind<T>): Field<T, true> {
  return { key, kind, presence: 'derived', fallback: undefined, fallbackJson: undefined, meaning: '', always: true };
}

export interface ShapeOptions<V> {
  readonly name: string;
  readonly fields: FieldsOf<V>;
  readonly rules?: readonly Rule[];
  /** Fixed value of the discriminating key `type`. */
  readonly type?: string;
}

export function shape<V>(options: ShapeOptions<V>): Shape<V> {
  const properties = Object.keys(options.fields);
  const fields: readonly Field<unknown, boolean>[] = Object.values(options.fields);
  const rules = options.rules ?? [];
  const slotOf = new Map<string, number>();
  for (const [slot, field] of fields.entries()) {
    if (field.presence !== 'derived') slotOf.set(field.key, slot);
  }
  const known = options.type === undefined ? [...slotOf.keys()] : ['type', ...slotOf.keys()];

  /** Of repeated keys the first counts; the repetition itself is reported elsewhere. */
  const sort = (node: ObjectNode, inspection: Inspection): readonly (JsonMember | undefined)[] => {
    const members: (JsonMember | undefined)[] = new Array(fields.length).fill(undefined);
    for (const member of node.members) {
      const slot = slotOf.get(member.key);
      if (slot !== undefined) members[slot] ??= member;
      else if (options.type === undefined || member.key !== 'type') inspection.unknownKey(member, known, options.name);
    }
    return members;
  };

  const read = (node: ObjectNode, inspection: Inspection): V | undefined => {
    const members = sort(node, inspection);
    const given = (key: string): JsonMember | undefined => {
      const slot = slotOf.get(key) ?? -1;
      const member = members[slot];
      return member?.value.kind === 'null' && fields[slot]?.kind.nullIsValue !== true ? undefined : member;
    };
    const values: Record<string, unknown> = options.type === undefined ? {} : { type: options.type };
    let complete = true;
    for (let slot = 0; slot < fields.length; slot += 1) {
      const field = present(fields[slot], 'every slot has a field');
      const value = readField(field, field.presence === 'derived' ? given(field.key) : members[slot], inspection);
      if (value === missing) inspection.missingField(node, field.key, options.name);
      if (value === missing || value === invalid) complete = false;
      else if (value !== undefined) values[properties[slot] ?? ''] = value;
    }
    for (const rule of rules) rule.check(given, node, inspection);
    // FieldsOf<V> ties every property of V to a field that yields its type, and all of them were just read.
    return complete ? (values as V) : undefined;
  };
  return { name: options.name, fields, rules, read };
}

const missing = Symbol('missing');
const invalid = Symbol('invalid');

function readField(field: Field<unknown, boolean>, member: JsonMember | undefined, inspection: Inspection): unknown {
  if (member === undefined) return field.presence === 'optional' ? field.fallback : field.presence === 'required' ? missing : invalid;
  if (field.presence === 'optional' && member.value.kind === 'null' && !field.kind.nullIsValue) return field.fallback;
  inspection.enter(field.key);
  const value = field.kind.read(member.value, inspection);
  inspection.leave();
  return value === undefined ? invalid : value;
}
