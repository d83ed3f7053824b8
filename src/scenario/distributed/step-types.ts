/** The steps of a distributed scenario: clients, partitions, crashes, time. */
import { fallback, optional, required } from '../field.ts';
import { duration } from '../kind/duration.ts';
import { bool, id, writtenKey } from '../kind/plain.ts';
import { clientMatch, clientText } from '../kind/text.ts';
import { type RecordType, recordTable, recordType } from '../record-type.ts';
import { excludesWhenTrue } from '../rule.ts';
import { differentNodes, nodeName } from './node-kind.ts';
import type { DistributedStep } from './record.ts';

type Put = Extract<DistributedStep, { type: 'client_put' }>;
type Get = Extract<DistributedStep, { type: 'client_get_assert' }>;
type Pair = Extract<DistributedStep, { a: string }>;
type Tick = Extract<DistributedStep, { type: 'tick' }>;
type Life = Exclude<DistributedStep, Put | Get | Pair | Tick>;

const node = required('node', nodeName, 'which node');

export const distributedStepTypes = recordTable<DistributedStep>({
  noun: 'distributed step',
  unknownCode: 'unknown_step_type',
  types: [
    recordType<Put>('client_put', {
      summary: 'A client writes at a node.',
      fields: { node, key: required('key', writtenKey, 'where to write'), value: required('value', clientText, 'what to write') },
      example: { node: 'n0', key: 'x', value: '1' },
      notes: ['At a node that is down it is recorded as client_unavailable.'],
    }),
    recordType<Get>('client_get_assert', {
      summary: 'A client reads at a node; the value must match, exist or be absent.',
      fields: {
        node,
        key: required('key', id, 'what to read'),
        equals: optional('equals', clientMatch, 'what the value must match; without it the key must only exist'),
        isNull: fallback('is_null', bool, false, false, 'true: the key must be absent'),
      },
      example: { node: 'n1', key: 'x', equals: '1' },
      rules: [excludesWhenTrue('equals', 'is_null')],
      notes: ['Sees whatever was replicated by then; at a node that is down it neither passes nor fails.'],
    }),
    pair('partition', 'Blocks all messages between two nodes.'),
    pair('heal', 'Lets messages between two nodes pass again.'),
    life('crash', 'The node loses its volatile state.'),
    life('restart', 'The node starts again from its durable state.'),
    recordType<Tick>('tick', {
      summary: 'Time passes; timers that become due are enabled.',
      fields: { durationMs: required('duration', duration, 'how much time') },
      example: { duration: '50ms' },
    }),
  ],
});

function pair(type: Pair['type'], summary: string): RecordType<Pair> {
  return recordType<Pair>(type, {
    summary,
    fields: { a: required('a', nodeName, 'one node'), b: required('b', nodeName, 'the other node') },
    example: { a: 'n0', b: 'n1' },
    rules: [differentNodes],
  });
}

function life(type: Life['type'], summary: string): RecordType<Life> {
  return recordType<Life>(type, { summary, fields: { node }, example: { node: 'n0' } });
}
