/** The events of a schedule as spans, and the messages that faults held back: from where the fault struck to where they arrived. */
import type { TraceEvent } from '../event.ts';
import { numberField, textField } from './event-fields.ts';
import { type OpenSpan, SpanCollector } from './open-spans.ts';
import type { Span } from './profile.ts';

export function distributedSpans(events: readonly TraceEvent[], virtualTimeMs: number): readonly Span[] {
  const collector = new SpanCollector();
  const held = new Map<number, OpenSpan>();
  let running: OpenSpan | undefined;
  let last = { atMs: 0, index: 0 };
  for (const [index, event] of events.entries()) {
    if (event.source !== 'engine') continue;
    if (event.name === 'sched_pick' && event.fields['event'] !== undefined) {
      if (running !== undefined) collector.end(running, last.atMs, last.index, true);
      const node = textField(event, 'node');
      running = collector.begin({
        kind: 'event',
        name: `${textField(event, 'label')} at ${node}`,
        actor: node,
        startMs: event.time_ms,
        parent: undefined,
        firstEvent: index,
      });
    }
    const message = numberField(event, 'message');
    if (event.name === 'fault' && message !== undefined && !held.has(message)) {
      const [from, to, fault] = [textField(event, 'from'), textField(event, 'to'), textField(event, 'id')];
      const name = `message ${from} → ${to} held back by ${fault}`;
      held.set(
        message,
        collector.begin({ kind: 'message', name, actor: to, startMs: event.time_ms, parent: undefined, firstEvent: index }),
      );
    }
    if (event.name === 'deliver') arrive(collector, held, event, index);
    // Time passes before what comes next is picked, so the end of an event is the last thing that happened in it.
    last = { atMs: event.time_ms, index };
  }
  if (running !== undefined) collector.end(running, last.atMs, last.index, true);
  return collector.spans(virtualTimeMs);
}

function arrive(collector: SpanCollector, held: Map<number, OpenSpan>, event: TraceEvent, index: number): void {
  const id = numberField(event, 'id');
  const span = id === undefined ? undefined : held.get(id);
  if (id === undefined || span === undefined) return;
  collector.end(span, event.time_ms, index, true);
  held.delete(id);
}
