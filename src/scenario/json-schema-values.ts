/** Definitions that many fields of the JSON Schema share: texts, matches, durations, wide integers, lists of steps. */
import type { JsonObject } from '../base/json.ts';
import type { RefTo } from './field.ts';

export function sharedDefinitions(ref: RefTo): JsonObject {
  return {
    id: { type: 'string', description: 'A plain string; ${…} in it is not replaced.' },
    writtenKey: { type: 'string', pattern: '^(?!fuzz\\.)', description: 'A kv key to write; the prefix fuzz. is reserved.' },
    text: { type: 'string', description: 'A text; ${key} is replaced by the kv value of key, $${ is a literal ${.' },
    match: matchSchema(ref),
    truth: {
      description: 'true, false, or a text that resolves to one of them.',
      anyOf: [{ type: 'boolean' }, { enum: ['true', 'false'] }, { type: 'string', pattern: '\\$\\{' }],
    },
    duration: {
      type: 'string',
      pattern: '^\\s*[0-9]+(ms|s|m|h)\\s*$',
      description: 'Digits and a unit: ms, s, m or h.',
      examples: ['40ms', '5s'],
    },
    u64: {
      description: 'An unsigned 64-bit integer or its decimal string.',
      anyOf: [
        { type: 'integer', minimum: 0 },
        { type: 'string', pattern: '^[0-9]+$' },
      ],
    },
    i64: {
      description: 'A 64-bit integer, its decimal string, or a text that resolves to one.',
      anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^-?[0-9]+$|\\$\\{' }],
    },
    json: { description: 'Any JSON, null included; strings in it are interpolated.' },
    wave: {
      type: 'string',
      pattern: '^\\s*0*[1-9][0-9]*\\s*(,\\s*0*[1-9][0-9]*\\s*)*$',
      description: 'Positive integers separated by commas.',
      examples: ['1,2,4'],
    },
    steps: {
      description: 'A list of steps that does something: neither empty nor made of declarations alone.',
      type: 'array',
      items: ref('step'),
      minItems: 1,
      contains: { not: { properties: { type: { enum: ['proc_when', 'http_when'] } } } },
    },
  };
}

function matchSchema(ref: RefTo): JsonObject {
  return {
    description: 'A string for exact equality, or one of {"contains": text} and {"matches": regular expression}.',
    anyOf: [
      ref('text'),
      { type: 'object', properties: { contains: ref('text') }, required: ['contains'], additionalProperties: false },
      {
        type: 'object',
        properties: { matches: { type: 'string', format: 'regex' } },
        required: ['matches'],
        additionalProperties: false,
      },
    ],
  };
}
