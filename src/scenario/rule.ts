/** Rules over several fields of one object, each with its check, its sentence in documents and its JSON Schema. */
import type { JsonObject } from '../base/json.ts';
import type { Rule } from './field.ts';
import { isJsonValued } from './kind/json.ts';

/** At most one of the two may be written. */
export function excludes(first: string, second: string): Rule {
  return {
    note: `\`${first}\` and \`${second}\` exclude each other`,
    schema: { not: { allOf: [written(first), written(second)] } },
    check(given, _node, inspection) {
      const a = given(first);
      const b = given(second);
      if (a === undefined || b === undefined) return;
      const later = a.keyStart > b.keyStart ? a : b;
      inspection.enter(later.key);
      inspection.error('conflicting_fields', later.keyStart, `"${first}" and "${second}" exclude each other`, `keep one of the two`);
      inspection.leave();
    },
  };
}

/** `field` says nothing once `flag` is true. */
export function excludesWhenTrue(field: string, flag: string): Rule {
  return {
    note: `\`${field}\` and \`${flag}: true\` exclude each other`,
    schema: { not: { allOf: [written(field), { required: [flag], properties: { [flag]: { const: true } } }] } },
    check(given, _node, inspection) {
      const a = given(field);
      const b = given(flag);
      if (a === undefined || b === undefined || b.value.kind !== 'boolean' || !b.value.value) return;
      const later = a.keyStart > b.keyStart ? a : b;
      inspection.enter(later.key);
      inspection.error('conflicting_fields', later.keyStart, `"${field}" and "${flag}": true exclude each other`, `keep one of the two`);
      inspection.leave();
    },
  };
}

/** Precisely one of the two must be written. */
export function exactlyOne(first: string, second: string): Rule {
  const both = excludes(first, second);
  return {
    note: `exactly one of \`${first}\` and \`${second}\``,
    schema: { oneOf: [written(first), written(second)] },
    check(given, node, inspection) {
      both.check(given, node, inspection);
      if (given(first) !== undefined || given(second) !== undefined) return;
      const message = `exactly one of "${first}" and "${second}" is needed, found neither`;
      inspection.error('conflicting_fields', node.start, message, inspection.example());
    },
  };
}

/** The key is there and not null, which would mean absent; only JSON-valued fields hold null. */
export function written(key: string): JsonObject {
  return isJsonValued(key) ? { required: [key] } : { required: [key], properties: { [key]: { not: { type: 'null' } } } };
}
