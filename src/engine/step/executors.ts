/** All step executors; a family is one file and one line here. */
import type { StepType } from '../../scenario/step.ts';
import type { Family } from '../executor.ts';
import { composite } from './composite.ts';
import { files } from './files.ts';
import { http } from './http.ts';
import { kv } from './kv.ts';
import { memory } from './memory.ts';
import { net } from './net.ts';
import { proc } from './proc.ts';
import { terminal } from './terminal.ts';
import { time } from './time.ts';
import { values } from './values.ts';

export const executors: Family<StepType> = {
  ...values,
  ...time,
  ...kv,
  ...files,
  ...http,
  ...proc,
  ...net,
  ...memory,
  ...composite,
  ...terminal,
};
