/** What one schedule of a distributed scenario is run with. */
import type { Decider } from '../../decide/decider.ts';
import type { EventSink } from '../event-sink.ts';

export interface DistributedSettings {
  readonly decider: Decider;
  readonly sink: EventSink | undefined;
  /** Told of every assert and invariant that was judged. */
  readonly evaluated: (pointer: string) => void;
}
