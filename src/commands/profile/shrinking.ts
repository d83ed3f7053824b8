/** What `profile shrink` asks of every kind of subject. */
import type { RecordTarget } from '../../store/record-target.ts';
import type { stopwatch } from '../../world/clock/stopwatch.ts';
import type { CommandResult } from '../command.ts';
import type { Context } from '../context.ts';
import type { OpenedTrace } from '../open-trace.ts';
import type { ShrinkOptions } from '../shrink/simulation.ts';
import type { Limit } from './shrink-objective.ts';

export interface ShrinkJob {
  readonly opened: OpenedTrace;
  /** As the user named it. */
  readonly selector: string;
  readonly target: RecordTarget;
  readonly digest: string;
  readonly times: ReturnType<typeof stopwatch>;
  readonly context: Context;
}

/** What it takes to shrink by one metric, for one kind of subject. */
export interface Shrinking {
  readonly isOfHost: boolean;
  /** What a run has now that is made again from its trace. */
  valueOf(trace: OpenedTrace): Promise<number | undefined>;
  /** Why there is nothing to keep: the recorded run has no value, or none of it. */
  missing(value: 0 | undefined): Error;
  shrink(job: ShrinkJob, limit: Limit, options: ShrinkOptions): Promise<CommandResult>;
  close(): Promise<void>;
}
