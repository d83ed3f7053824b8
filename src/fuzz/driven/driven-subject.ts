/** Whatever runs when it is given decisions, as a target: an input drives it, and what it told while running is what it reached. */
import type { InputSource, Reading } from '../../decide/input-source.ts';
import type { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { CodeFacts, FileCoverage } from '../worker/protocol.ts';

export interface DrivenSubject {
  /** How its decisions are read off an input. */
  readonly reading: Reading;
  /** `sourceOf` gives a fresh source for every try: a run may have to be begun again. `input` is what `${fuzz.input}` stands for. */
  execute(sourceOf: () => InputSource, input: Uint8Array, sink: EventSink): Outcome | Promise<Outcome>;
  /** Words worth trying. */
  readonly words: readonly string[];
  /** Known after a run. */
  facts(): CodeFacts;
  files(): readonly FileCoverage[];
}
