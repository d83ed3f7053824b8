/**
 * Requests, handlers, operations of histories and pauses of a simulation as spans. Events say who asked whom for what, not which answer
 * belongs to which of several equal questions; those are answered in the order they were asked.
 */
import type { TraceEvent } from '../event.ts';
import { numberField, textField } from './event-fields.ts';
import { type OpenSpan, SpanCollector } from './open-spans.ts';
import type { Span } from './profile.ts';

export function simulationSpans(events: readonly TraceEvent[], virtualTimeMs: number): readonly Span[] {
  const finder = new Finder();
  for (const [index, event] of events.entries()) if (event.source === 'engine') finder.see(event, index);
  return finder.collector.spans(virtualTimeMs);
}

class Finder {
  readonly collector = new SpanCollector();
  readonly #waiting = new Map<string, OpenSpan[]>();
  /** What each node is in the middle of, the latest last. */
  readonly #busy = new Map<string, OpenSpan[]>();
  /** Requests that a node has begun to handle. */
  readonly #served = new Set<OpenSpan>();

  see(event: TraceEvent, index: number): void {
    const node = textField(event, 'node');
    const path = textField(event, 'path');
    switch (event.name) {
      case 'http.request': {
        const to = textField(event, 'to');
        const name = `${textField(event, 'method')} ${path} → ${to}`;
        this.#wait(`${node} ask ${to} ${path}`, this.#begin('request', name, node, this.#latest(node), event, index));
        return;
      }
      case 'http.response':
        return this.#end(`${node} ask ${textField(event, 'from')} ${path}`, event, index, isGood(event));
      case 'http.receive': {
        const from = textField(event, 'from');
        const asking = this.#unserved(`${from} ask ${node} ${path}`);
        const span = this.#begin('serve', `${textField(event, 'method')} ${path} at ${node}`, node, asking, event, index);
        if (asking !== undefined) this.#served.add(asking);
        this.#wait(`${node} serve ${path}`, span);
        this.#enter(node, span);
        return;
      }
      case 'http.respond':
        return this.#end(`${node} serve ${path}`, event, index, isGood(event));
      case 'invoke': {
        const span = this.#begin('operation', textField(event, 'operation'), node, this.#latest(node), event, index);
        this.#wait(`operation ${numberField(event, 'number')}`, span);
        this.#enter(node, span);
        return;
      }
      case 'respond':
      case 'refuse':
        return this.#end(`operation ${numberField(event, 'number')}`, event, index, event.name === 'respond');
      case 'pause': {
        const target = textField(event, 'target');
        const span = this.#begin('pause', `pause of ${target}`, target, undefined, event, index);
        return this.collector.end(span, event.time_ms + (numberField(event, 'ms') ?? 0), index, true);
      }
    }
  }

  #begin(
    kind: Span['kind'],
    name: string,
    actor: string,
    parent: OpenSpan | undefined,
    { time_ms }: TraceEvent,
    firstEvent: number,
  ): OpenSpan {
    return this.collector.begin({ kind, name, actor, startMs: time_ms, parent: parent?.index, firstEvent });
  }

  #wait(key: string, span: OpenSpan): void {
    const others = this.#waiting.get(key);
    if (others === undefined) this.#waiting.set(key, [span]);
    else others.push(span);
  }

  #end(key: string, { time_ms }: TraceEvent, index: number, isOk: boolean): void {
    const span = this.#waiting.get(key)?.shift();
    if (span !== undefined) this.collector.end(span, time_ms, index, isOk);
  }

  #enter(node: string, span: OpenSpan): void {
    const others = this.#busy.get(node);
    if (others === undefined) this.#busy.set(node, [span]);
    else others.push(span);
  }

  /** What a node began last and has not finished. */
  #latest(node: string): OpenSpan | undefined {
    const spans = this.#busy.get(node) ?? [];
    while (spans.length > 0) {
      const last = spans.at(-1);
      if (last !== undefined && this.collector.isOpen(last)) return last;
      spans.pop();
    }
    return undefined;
  }

  #unserved(key: string): OpenSpan | undefined {
    return this.#waiting.get(key)?.find((span) => !this.#served.has(span));
  }
}

const FIRST_BAD_STATUS = 500;

function isGood(event: TraceEvent): boolean {
  return (numberField(event, 'status') ?? 0) < FIRST_BAD_STATUS;
}
