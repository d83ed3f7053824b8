/** A replay in slices: step by step for a person, in large slices otherwise so that a signal is heard. */
import { asJson } from '../../base/as-json.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import type { StepsSubject } from '../../campaign/steps-subject.ts';
import { LogCursor } from '../../decide/cursor.ts';
import { Decider } from '../../decide/decider.ts';
import { DecisionLog } from '../../decide/log.ts';
import { ReplaySource } from '../../decide/replay.ts';
import { concludeRun } from '../../engine/conclude.ts';
import type { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { Run } from '../../engine/run.ts';
import type { Context } from '../context.ts';

const STEPS_PER_SLICE = 20_000;

export async function stepThrough(
  subject: StepsSubject,
  recorded: DecisionLog,
  sink: EventSink,
  context: Context,
  stepwise: boolean,
): Promise<Outcome> {
  const cursor = new LogCursor(recorded);
  const run = new Run({
    linked: subject.linked,
    settings: subject.settings,
    decider: new Decider(new ReplaySource(cursor), new DecisionLog(subject.linked.symbols), cursor),
    world: subject.createWorld(subject.settings.memory),
    outside: undefined,
    sink,
  });
  const narrator = new Narrator(run, sink, context);
  while (run.advance(stepwise ? 1 : STEPS_PER_SLICE) !== 'done') {
    if (context.signal.aborted) run.interrupt();
    else if (stepwise) await narrator.tell();
    else await new Promise((resume) => setImmediate(resume));
  }
  if (stepwise) await narrator.tell();
  return concludeRun(run);
}

/** One line per slice: what has happened since the last one. */
class Narrator {
  readonly #run: Run;
  readonly #sink: EventSink;
  readonly #context: Context;
  #told = 0;

  constructor(run: Run, sink: EventSink, context: Context) {
    this.#run = run;
    this.#sink = sink;
    this.#context = context;
  }

  async tell(): Promise<void> {
    const events = this.#sink.events.slice(this.#told);
    this.#told = this.#sink.events.length;
    const started = events.findLast((event) => event.name === 'span_start')?.fields;
    this.#context.stderrLine(
      canonicalJson({
        step: this.#run.stepsExecuted,
        task: started?.['task'] ?? null,
        step_path: started?.['step_path'] ?? null,
        step_kind: started?.['step_kind'] ?? null,
        time_ms: this.#run.time.nowMs,
        status: this.#run.status ?? null,
        events: events.map((event) => asJson(event)),
      }),
    );
    if (this.#context.interactive && this.#run.status === undefined) await this.#context.waitForEnter();
  }
}
