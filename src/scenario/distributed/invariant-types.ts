/** What must hold in a distributed scenario. */
import { fallback, required } from '../field.ts';
import { id, oneOf } from '../kind/plain.ts';
import { clientMatch } from '../kind/text.ts';
import { type RecordType, recordTable, recordType } from '../record-type.ts';
import { nodeName } from './node-kind.ts';
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
      },
      example: { node: 'n0', key: 'x', equals: '1' },
    }),
  ],
});

function overAll(type: OverAll['type'], summary: string): RecordType<OverAll> {
  return recordType<OverAll>(type, { summary, fields: { key, phase }, example: { key: 'x' } });
}
