/** How an attempt at a step ended: done, failed, waiting for time, or waiting for the outside. */
import type { Failure } from './failure.ts';

export type StepEnd = undefined | Failure | 'wait' | 'host';
