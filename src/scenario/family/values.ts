/** Steps about values: user events, random draws and comparisons. */
import { fallback, optional, required } from '../field.ts';
import { i64 } from '../kind/integer.ts';
import { jsonObject } from '../kind/json.ts';
import { id, writtenKey } from '../kind/plain.ts';
import { text, truth } from '../kind/text.ts';
import { type AnyStepType, stepType } from './step-type.ts';

const msg = optional('msg', text, 'replaces the default failure message');

export const valueSteps: readonly AnyStepType[] = [
  stepType('trace_event', {
    summary: 'Records a user event at the current virtual time.',
    fields: {
      name: required('name', id, 'name of the event'),
      fields: fallback('fields', jsonObject, {}, {}, 'data of the event; strings in it are interpolated'),
    },
    example: { name: 'checkout_started' },
    notes: ['Stored with source "user", so it can never be mistaken for an engine event.'],
  }),
  stepType('rand_u64', {
    summary: 'Draws one 64-bit number from the scenario random generator.',
    fields: { key: optional('key', writtenKey, 'kv key that receives the number as decimal text') },
    example: { key: 'order' },
  }),
  stepType('assert_ok', {
    summary: 'The value must be true.',
    fields: { value: required('value', truth, 'what must be true'), msg },
    example: { value: true },
  }),
  compareInts('assert_eq_int', 'Both integers must be equal.', 19),
  compareInts('assert_ne_int', 'The integers must differ.', 20),
  compareTexts('assert_eq_str', 'Both texts must be equal.', 'paid'),
  compareTexts('assert_ne_str', 'The texts must differ.', 'open'),
];

function compareInts(type: 'assert_eq_int' | 'assert_ne_int', summary: string, b: number): AnyStepType {
  return stepType(type, {
    summary,
    fields: { a: required('a', i64, 'left operand'), b: required('b', i64, 'right operand'), msg },
    example: { a: 19, b },
    notes: ['An operand whose text is no integer when the step runs fails with not_an_integer.'],
  });
}

function compareTexts(type: 'assert_eq_str' | 'assert_ne_str', summary: string, b: string): AnyStepType {
  return stepType(type, {
    summary,
    fields: { a: required('a', text, 'left operand'), b: required('b', text, 'right operand'), msg },
    example: { a: 'paid', b },
  });
}
