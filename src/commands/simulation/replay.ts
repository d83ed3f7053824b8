/** A replay of a simulation. A run is one synchronous loop, so it is made as a whole and told afterwards, step by step if asked for. */
import { asJson } from '../../base/as-json.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { executeOnce, replayAttempt } from '../../campaign/execute-many.ts';
import type { RunEdits } from '../../engine/run-edits.ts';
import type { Subject } from '../../campaign/subject.ts';
import type { DecisionLog } from '../../decide/log.ts';
import { EventSink } from '../../engine/event-sink.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { beginsStep, type TraceEvent } from '../../trace/event.ts';
import type { Context } from '../context.ts';

export async function replaySimulation(
  { subject, edits }: { readonly subject: Subject; readonly edits: RunEdits },
  recorded: DecisionLog,
  sink: EventSink,
  context: Context,
  stepwise: boolean,
): Promise<Outcome> {
  const outcome = await executeOnce(subject, replayAttempt(recorded, new EventSink(), edits));
  for (const event of outcome.events) sink.emit(event.time_ms, event.name, event.source, event.fields);
  if (stepwise) await tell(outcome, context);
  return outcome;
}

/** One line per transition: whose it was, and everything that happened in it. */
async function tell(outcome: Outcome, context: Context): Promise<void> {
  const steps = stepsOf(outcome.events);
  for (const [index, events] of steps.entries()) {
    if (context.signal.aborted) return;
    const isLast = index === steps.length - 1;
    const first = events[0];
    context.stderrLine(
      canonicalJson({
        step: index,
        node: first?.fields['node'] ?? null,
        label: first !== undefined && beginsStep(first) ? (first.fields['label'] ?? null) : null,
        time_ms: first?.time_ms ?? 0,
        status: isLast ? outcome.status : null,
        events: events.map((event) => asJson(event)),
      }),
    );
    if (context.interactive && !isLast) await context.waitForEnter();
  }
}

/** What happens before the first transition is step 0. */
function stepsOf(events: readonly TraceEvent[]): readonly (readonly TraceEvent[])[] {
  const steps: TraceEvent[][] = [[]];
  for (const event of events) {
    if (beginsStep(event)) steps.push([]);
    steps.at(-1)?.push(event);
  }
  return steps;
}
