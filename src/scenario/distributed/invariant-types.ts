/** What must hold in a distributed scenario. */
import type { JsonObject } from '../../base/json.ts';
import { fallback, type Given, optional, required, type Rule } from '../field.ts';
import { durationFrom } from '../kind/duration.ts';
import { id, oneOf } from '../kind/plain.ts';
import { clientMatch } from '../kind/text.ts';
import { type RecordType, recordTable, recordType } from '../record-type.ts';
import { written } from '../rule.ts';
import { nodeName, nodeNames } from './node-kind.ts';
import type { Invariant } from './record.ts';

type OverAll = Exclude<Invariant, { type: 'kv_node_equals' }>;
type AtNode = Extract<Invariant, { type: 'kv_node_equals' }>;

const key = required('key', id, 'which key');
const phase = fallback(
  'phase',
  oneOf(['quiescence', 'always', 'eventually']),
  'quiescence',
  'quiescence',
  'when it is judged: at the end of a complete schedule, after every event, or at least once per complete schedule',
);

const core = optional(
  'core',
  nodeNames,
  'of phase `eventually`: nodes that must be enough; when the script is done faults end, these come back, all others are dead for good, and it must become true',
);
const withinMs = optional('within', durationFrom(1), 'how long the core has for it (`30s`)');
const rules: readonly Rule[] = [
  needs('core', 'phase: "eventually"', { required: ['phase'], properties: { phase: { const: 'eventually' } } }, (given) => {
    const judged = given('phase')?.value;
    return judged?.kind === 'string' && judged.value === 'eventually';
  }),
  needs('within', 'core', written('core'), (given) => given('core') !== undefined),
];

export const invariantTypes = recordTable<Invariant>({
  noun: 'invariant',
  unknownCode: 'unknown_invariant_type',
  types: [
    overAll('kv_all_equal', 'All running nodes hold the same value; absent is a value of its own.'),
    overAll('kv_present_on_all', 'Every running node has the key.'),
    recordType<AtNode>('kv_node_equals', {
      summary: 'That node, if running, holds that value.',
      fields: {
        node: required('node', nodeName, 'which node'),
        key,
        equals: required('equals', clientMatch, 'what its value must match'),
        phase,
        core,
        withinMs,
      },
      rules,
      example: { node: 'n0', key: 'x', equals: '1' },
    }),
  ],
});

function overAll(type: OverAll['type'], summary: string): RecordType<OverAll> {
  return recordType<OverAll>(type, { summary, fields: { key, phase, core, withinMs }, rules, example: { key: 'x' } });
}

/** One field says nothing without another. */
function needs(field: string, other: string, there: JsonObject, isThere: (given: Given) => boolean): Rule {
  return {
    note: `\`${field}\` needs \`${other}\``,
    schema: { anyOf: [{ not: written(field) }, there] },
    check(given, _node, inspection) {
      const member = given(field);
      if (member === undefined || isThere(given)) return;
      inspection.enter(member.key);
      inspection.error('conflicting_fields', member.keyStart, `"${field}" needs ${other}`, `add ${other}, or leave "${field}" out`);
      inspection.leave();
    },
  };
}
