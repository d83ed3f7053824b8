/** The steps of a scenario as spans: each has events of its own for its beginning and end, so nothing has to be guessed. */
import type { TraceEvent } from '../event.ts';
import { textField } from './event-fields.ts';
import { type OpenSpan, SpanCollector } from './open-spans.ts';
import type { Span } from './profile.ts';

export function stepSpans(events: readonly TraceEvent[], virtualTimeMs: number): readonly Span[] {
  const collector = new SpanCollector();
  const open = new Map<string, OpenSpan>();
  let outside: string | undefined;
  for (const [index, event] of events.entries()) {
    if (event.source !== 'engine') continue;
    const id = textField(event, 'span');
    if (event.name === 'span_start') {
      const span = collector.begin({
        kind: 'step',
        name: `${textField(event, 'step_kind')} ${textField(event, 'step_path')}`,
        actor: textField(event, 'task'),
        startMs: event.time_ms,
        parent: enclosing(id, open)?.index,
        firstEvent: index,
      });
      open.set(id, span);
    } else if (event.name === 'span_end') {
      const span = open.get(id);
      if (span === undefined) continue;
      span.name = outside ?? span.name;
      outside = undefined;
      collector.end(span, event.time_ms, index, event.fields['status'] === 'ok');
      open.delete(id);
    } else outside = spokenTo(event) ?? outside;
  }
  return collector.spans(virtualTimeMs);
}

/** Spans are numbered like headings: 1.0.3 lies in 1.0, or where that is no span of its own, in 1. */
function enclosing(id: string, open: ReadonlyMap<string, OpenSpan>): OpenSpan | undefined {
  for (let at = id.lastIndexOf('.'); at > 0; at = id.lastIndexOf('.', at - 1)) {
    const found = open.get(id.slice(0, at));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * A step that speaks to the outside goes by whom it speaks to, which stays when other steps are put before it. The event stands right
 * before the end of its step.
 */
function spokenTo(event: TraceEvent): string | undefined {
  if (event.name === 'http_request') return `http_request ${textField(event, 'method')} ${textField(event, 'path')}`;
  return event.name === 'proc_spawn' ? `proc_spawn ${textField(event, 'cmd')}` : undefined;
}
