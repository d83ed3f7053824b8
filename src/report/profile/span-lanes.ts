/** Spans of one actor in rows in which they are properly nested: things that overlap without one being inside the other need two. */
import type { Span } from '../../trace/profile/profile.ts';

export interface Lane {
  readonly actor: string;
  /** In the order of their beginnings, the longer first. */
  readonly spans: readonly Span[];
}

export function lanesOf(spans: readonly Span[]): readonly Lane[] {
  const byActor = new Map<string, { spans: Span[]; open: Span[] }[]>();
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs || b.endMs - a.endMs)) {
    let lanes = byActor.get(span.actor);
    if (lanes === undefined) byActor.set(span.actor, (lanes = []));
    const lane = lanes.find((each) => fits(each.open, span));
    if (lane === undefined) lanes.push({ spans: [span], open: [span] });
    else {
      lane.spans.push(span);
      lane.open.push(span);
    }
  }
  return [...byActor].flatMap(([actor, lanes]) => lanes.map((lane) => ({ actor, spans: lane.spans })));
}

function fits(open: Span[], span: Span): boolean {
  while (open.length > 0 && (open.at(-1)?.endMs ?? 0) <= span.startMs) open.pop();
  return (open.at(-1)?.endMs ?? Number.POSITIVE_INFINITY) >= span.endMs;
}
