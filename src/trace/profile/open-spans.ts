/** Spans while they are found: what has begun, what it is part of, and how much of it was its own. */
import type { Span } from './profile.ts';

export interface OpenSpan {
  readonly kind: Span['kind'];
  name: string;
  readonly actor: string;
  readonly startMs: number;
  readonly parent: number | undefined;
  readonly firstEvent: number;
  readonly index: number;
}

interface Ending {
  readonly endMs: number;
  readonly isOk: boolean;
  readonly isOpen: boolean;
  readonly lastEvent: number;
}

export class SpanCollector {
  readonly #begun: OpenSpan[] = [];
  readonly #ended: (Ending | undefined)[] = [];

  begin(span: Omit<OpenSpan, 'index'>): OpenSpan {
    const open = { ...span, index: this.#begun.length };
    this.#begun.push(open);
    this.#ended.push(undefined);
    return open;
  }

  end(span: OpenSpan, endMs: number, lastEvent: number, isOk: boolean): void {
    this.#ended[span.index] = { endMs, isOk, isOpen: false, lastEvent };
  }

  isOpen(span: OpenSpan): boolean {
    return this.#ended[span.index] === undefined;
  }

  /** What has not ended by now ends with the run. */
  spans(virtualTimeMs: number): readonly Span[] {
    const ended = this.#begun.map((span, index) => {
      return this.#ended[index] ?? { endMs: Math.max(virtualTimeMs, span.startMs), isOk: false, isOpen: true, lastEvent: span.firstEvent };
    });
    const covered = this.#covered(ended);
    return this.#begun.map(({ kind, name, actor, startMs, parent, firstEvent }, index) => {
      const { endMs = startMs, isOk = false, isOpen = true, lastEvent = firstEvent } = ended[index] ?? {};
      const selfMs = endMs - startMs - (covered[index] ?? 0);
      return { kind, name, actor, startMs, endMs, selfMs, isOk, isOpen, parent, events: [firstEvent, lastEvent] };
    });
  }

  /** Virtual time of each span in which one of its children was under way; children may overlap one another. */
  #covered(ended: readonly Ending[]): readonly number[] {
    const intervals: [number, number][][] = this.#begun.map(() => []);
    for (const [index, { parent, startMs }] of this.#begun.entries()) {
      if (parent === undefined) continue;
      const [from, to] = [this.#begun[parent]?.startMs ?? 0, ended[parent]?.endMs ?? 0];
      intervals[parent]?.push([Math.max(startMs, from), Math.min(ended[index]?.endMs ?? startMs, to)]);
    }
    return intervals.map((each) => unionLength(each));
  }
}

function unionLength(intervals: [number, number][]): number {
  intervals.sort(([a], [b]) => a - b);
  let length = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const [from, to] of intervals) {
    length += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return length;
}
