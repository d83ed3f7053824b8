/** Steps about the key-value store. */
import { fallback, optional, required } from '../field.ts';
import { duration, durationFrom } from '../kind/duration.ts';
import { bool, id, writtenKey } from '../kind/plain.ts';
import { match, text } from '../kind/text.ts';
import { excludesWhenTrue } from '../rule.ts';
import { type AnyStepType, stepType } from './step-type.ts';

const msg = optional('msg', text, 'replaces the default failure message');

export const kvSteps: readonly AnyStepType[] = [
  stepType('set_kv', {
    summary: 'Writes a value.',
    fields: { key: required('key', writtenKey, 'where to write'), value: required('value', text, 'what to write') },
    example: { key: 'state', value: 'open' },
    notes: ['Keys with the prefix `fuzz.` are reserved.'],
  }),
  stepType('get_kv_assert', {
    summary: 'The value must match, exist or be absent.',
    fields: {
      key: required('key', id, 'what to read'),
      equals: optional('equals', match, 'what the value must match; without it the key must only exist'),
      isNull: fallback('is_null', bool, false, false, 'true: the key must be absent'),
    },
    example: { key: 'state', equals: 'open' },
    rules: [excludesWhenTrue('equals', 'is_null')],
  }),
  polling('assert_eventually_kv', 'Passes as soon as the value matches; fails when the window ends.'),
  polling('assert_never_kv', 'Fails as soon as the value matches; passes when the window ends.'),
];

function polling(type: 'assert_eventually_kv' | 'assert_never_kv', summary: string): AnyStepType {
  return stepType(type, {
    summary,
    fields: {
      key: required('key', id, 'what to read'),
      equals: required('equals', match, 'what to look for'),
      withinMs: required('within', duration, 'length of the window'),
      pollMs: required('poll', durationFrom(1), 'time between two looks'),
      msg,
    },
    example: { key: 'state', equals: 'paid', within: '1s', poll: '50ms' },
    notes: ['Inside `parallel` the other tasks run between two looks.'],
  });
}
