/** Steps about the simulated network between named nodes. */
import { optional, required } from '../field.ts';
import { bool, id, oneOf, share } from '../kind/plain.ts';
import { match, text } from '../kind/text.ts';
import { type AnyStepType, stepType } from './step-type.ts';

const pair = { a: required('a', id, 'one node'), b: required('b', id, 'the other node') };

export const networkSteps: readonly AnyStepType[] = [
  stepType('net_partition', {
    summary: 'Blocks delivery between two nodes; queued messages wait.',
    fields: pair,
    example: { a: 'n1', b: 'n2' },
  }),
  stepType('net_heal', { summary: 'Lets messages between two nodes pass again.', fields: pair, example: { a: 'n1', b: 'n2' } }),
  stepType('net_set_drop_rate', {
    summary: 'Sets the probability that a picked message is dropped.',
    fields: { rate: required('rate', share, '0 never, 1 always') },
    example: { rate: 0.25 },
  }),
  stepType('net_set_reorder', {
    summary: 'Makes random or FIFO the default delivery strategy.',
    fields: { enabled: required('enabled', bool, 'true: random') },
    example: { enabled: true },
  }),
  stepType('net_send', {
    summary: 'Queues a message; message ids count from 1.',
    fields: {
      from: required('from', id, 'sender'),
      to: required('to', id, 'receiver'),
      payload: required('payload', text, 'content of the message'),
    },
    example: { from: 'n1', to: 'n2', payload: 'ping' },
  }),
  stepType('net_deliver_one', {
    summary: 'Picks one deliverable message and delivers or drops it.',
    fields: { strategy: optional('strategy', oneOf(['fifo', 'random']), 'from net_set_reorder without it') },
    example: {},
    notes: ['Fails if nothing is deliverable.'],
  }),
  stepType('net_recv_assert', {
    summary: 'Removes the first matching message from the inbox of a node; there must be one.',
    fields: {
      node: required('node', id, 'whose inbox'),
      from: optional('from', id, 'only messages of this sender'),
      payload: required('payload', match, 'what the content must match'),
    },
    example: { node: 'n2', payload: 'ping' },
  }),
];
