/** Steps about the virtual clock. */
import { optional, required } from '../field.ts';
import { duration } from '../kind/duration.ts';
import { u53 } from '../kind/integer.ts';
import { type AnyStepType, stepType } from './step-type.ts';

export const timeSteps: readonly AnyStepType[] = [
  stepType('sleep', {
    summary: 'The current task waits.',
    fields: { durationMs: required('duration', duration, 'how long') },
    example: { duration: '40ms' },
    notes: ['Virtual with --det, real without.'],
  }),
  stepType('advance', {
    summary: 'Moves the virtual clock forward.',
    fields: { durationMs: required('duration', duration, 'how far') },
    example: { duration: '5s' },
    notes: ['Only with --det, and not while the clock is frozen.'],
  }),
  stepType('freeze', {
    summary: 'Stops the virtual clock until `unfreeze`.',
    fields: { atMs: optional('at_ms', u53, 'sets the clock to this many milliseconds first; not in the past') },
    example: { at_ms: 1000 },
  }),
  stepType('unfreeze', { summary: 'Lets the clock run again.', fields: {}, example: {} }),
];
