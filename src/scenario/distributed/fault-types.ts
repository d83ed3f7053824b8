/** Faults the explorer may inject into a distributed scenario. */
import { fallback, optional, required } from '../field.ts';
import { duration } from '../kind/duration.ts';
import { u53 } from '../kind/integer.ts';
import { bool } from '../kind/plain.ts';
import { type RecordType, recordTable, recordType } from '../record-type.ts';
import { differentNodes, nodeName } from './node-kind.ts';
import type { Fault } from './record.ts';

type PartitionFault = Extract<Fault, { type: 'partition' }>;
type CrashFault = Extract<Fault, { type: 'crash' }>;
type DelayFault = Extract<Fault, { type: 'delay' }>;
type MessageFault = Exclude<Fault, PartitionFault | CrashFault | DelayFault>;

const max = fallback('max', u53, 1, 1, 'how often it may strike in one schedule');
const link = {
  from: optional('from', nodeName, 'only messages of this sender; any without it'),
  to: optional('to', nodeName, 'only messages to this receiver; any without it'),
};

export const faultTypes = recordTable<Fault>({
  noun: 'fault',
  unknownCode: 'unknown_fault_type',
  types: [
    recordType<PartitionFault>('partition', {
      summary: 'Block a pair of nodes at any point.',
      fields: {
        a: optional('a', nodeName, 'one node of the pair; any without it'),
        b: optional('b', nodeName, 'the other node; any without it'),
        max,
        heal: fallback('heal', bool, true, true, 'heal before quiescence'),
      },
      example: { a: 'n0', b: 'n1' },
      rules: [differentNodes],
    }),
    recordType<CrashFault>('crash', {
      summary: 'Crash a node at any point.',
      fields: {
        node: optional('node', nodeName, 'which node; any without it'),
        max,
        restart: fallback('restart', bool, true, true, 'restart before quiescence'),
      },
      example: { node: 'n0' },
    }),
    message('loss', 'Destroy a message.'),
    message('duplicate', 'Deliver a message twice.'),
    recordType<DelayFault>('delay', {
      summary: 'Hold a message back.',
      fields: { ...link, byMs: required('by', duration, 'how long'), max },
      example: { by: '20ms' },
    }),
  ],
});

function message(type: MessageFault['type'], summary: string): RecordType<MessageFault> {
  return recordType<MessageFault>(type, { summary, fields: { ...link, max }, example: { max: 1 } });
}
