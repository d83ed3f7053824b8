/** What one schedule of a distributed scenario is run with. */
import type { Decider } from '../../decide/decider.ts';
import type { EventSink } from '../event-sink.ts';

export interface DistributedSettings {
  readonly decider: Decider;
  readonly sink: EventSink | undefined;
  /** Script steps, by the pointer they were written at, that take no part. */
  readonly withoutSteps: ReadonlySet<string>;
  /** Told of every assert and invariant that was judged. */
  readonly evaluated: (pointer: string) => void;
}
