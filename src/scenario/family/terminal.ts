/** Steps that end a scenario. */
import { required } from '../field.ts';
import { text } from '../kind/text.ts';
import { type AnyStepType, stepType } from './step-type.ts';

export const terminalSteps: readonly AnyStepType[] = [
  stepType('fail', {
    summary: 'Always fails.',
    fields: { message: required('message', text, 'why') },
    example: { message: 'must not be reached' },
  }),
  stepType('panic', {
    summary: 'Always crashes the scenario; its status becomes `crash`.',
    fields: { message: required('message', text, 'why') },
    example: { message: 'out of cheese' },
  }),
];
