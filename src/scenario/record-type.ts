/**
 * Objects told apart by their key `type`: steps, distributed steps, invariants and faults. A
 * RecordType describes one of them completely; a RecordTable is the list a reader chooses from.
 */
import { cutValue } from '../base/cut-text.ts';
import type { JsonObject } from '../base/json.ts';
import type { JsonNode } from '../base/json-text.ts';
import { nearest } from '../base/nearest.ts';
import { type FieldsOf, type Rule, type Shape, shape } from './field.ts';
import type { Inspection } from './inspection.ts';
import { memberOf } from './node.ts';

export interface RecordType<R> {
  readonly type: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly shape: Shape<R>;
  /** The smallest correct form. */
  readonly example: JsonObject;
  readonly notes: readonly string[];
}

export interface RecordParts<R> {
  readonly summary: string;
  readonly fields: FieldsOf<R>;
  readonly example: JsonObject;
  readonly notes?: readonly string[];
  readonly rules?: readonly Rule[];
}

export function recordType<R>(type: string, parts: RecordParts<R>): RecordType<R> {
  return {
    type,
    summary: parts.summary,
    shape: shape<R>({ name: type, fields: parts.fields, rules: parts.rules ?? [], type }),
    example: { type, ...parts.example },
    notes: parts.notes ?? [],
  };
}

export interface RecordTable<R> {
  /** For example `step`. */
  readonly noun: string;
  readonly unknownCode: 'unknown_step_type' | 'unknown_invariant_type' | 'unknown_fault_type';
  readonly types: readonly RecordType<R>[];
  readonly read: (node: JsonNode, inspection: Inspection) => R | undefined;
}

export interface TableOptions<R> {
  readonly noun: string;
  readonly unknownCode: RecordTable<R>['unknownCode'];
  readonly types: readonly RecordType<R>[];
}

export function recordTable<R>(options: TableOptions<R>): RecordTable<R> {
  const byType = new Map(options.types.map((entry) => [entry.type, entry]));
  const examples = new Map(options.types.map((entry) => [entry, () => exampleHint(entry.type, entry.example)]));
  const names = [...byType.keys()];
  const someExample = (): string => exampleHint(options.noun, options.types[0]?.example ?? {});

  const read = (node: JsonNode, inspection: Inspection): R | undefined => {
    const outer = inspection.example;
    inspection.example = someExample;
    const entry = typeOf(node, inspection);
    if (entry === undefined) {
      inspection.example = outer;
      return undefined;
    }
    inspection.example = examples.get(entry) ?? someExample;
    const record = node.kind === 'object' ? entry.shape.read(node, inspection) : undefined;
    inspection.example = outer;
    return record;
  };

  const typeOf = (node: JsonNode, inspection: Inspection): RecordType<R> | undefined => {
    if (node.kind !== 'object') return inspection.wrongType(node, `${indefinite(options.noun)} object`);
    const tag = memberOf(node, 'type')?.value;
    if (tag === undefined) {
      inspection.missingField(node, 'type', indefinite(options.noun));
      return undefined;
    }
    inspection.enter('type');
    const entry =
      tag.kind === 'string' ? byType.get(tag.value) : inspection.wrongType(tag, `the type of ${indefinite(options.noun)} as a string`);
    if (entry === undefined && tag.kind === 'string') {
      inspection.error(
        options.unknownCode,
        tag.start,
        `there is no ${options.noun} of type "${cutValue(tag.value)}"`,
        typeHint(tag.value, names),
      );
    }
    inspection.leave();
    return entry;
  };

  return { ...options, read };
}

export function exampleHint(of: string, example: JsonObject): string {
  return `a minimal correct ${of}: ${JSON.stringify(example)}`;
}

function indefinite(noun: string): string {
  return noun.startsWith('i') ? `an ${noun}` : `a ${noun}`;
}

function typeHint(written: string, names: readonly string[]): string {
  const close = nearest(written, names) ?? extensionOf(written, names);
  return close === undefined ? '`fozzy schema --json` lists every type' : `did you mean "${close}"?`;
}

/** Somebody who wrote `rand` or `http_request_json` knew the word and missed its length. */
function extensionOf(written: string, names: readonly string[]): string | undefined {
  if (written.length < STEM_CHARS_MIN) return undefined;
  return names.find((name) => name.startsWith(written) || written.startsWith(name));
}

const STEM_CHARS_MIN = 4;
