/** Collects events for people. A run without one builds no event at all. */
import { isArray } from '../base/canonical-json.ts';
import { cutEventText } from '../base/cut-text.ts';
import { compareText } from '../base/compare.ts';
import type { Json } from '../base/json.ts';
import { setMember } from '../base/json-text.ts';
import type { TraceEvent } from '../trace/event.ts';

export type EventFields = { readonly [key: string]: Json | undefined };

export class EventSink {
  readonly events: TraceEvent[] = [];
  readonly #watch: ((event: TraceEvent, index: number) => void) | undefined;

  /** `watch` sees each event as it happens, for stepping and live dumps. */
  constructor(watch?: (event: TraceEvent, index: number) => void) {
    this.#watch = watch;
  }

  /** Forgets what a try told that has to be made again. */
  reset(): void {
    this.events.length = 0;
  }

  emit(timeMs: number, name: string, source: 'engine' | 'user', fields: EventFields): void {
    const event = { time_ms: timeMs, name, source, fields: sortedFields(fields) };
    this.events.push(event);
    this.#watch?.(event, this.events.length - 1);
  }
}

function sortedFields(fields: EventFields): { readonly [key: string]: Json } {
  const sorted: { [key: string]: Json } = {};
  const keys = Object.keys(fields);
  // The frequent events are written down in order; then there is nothing to sort.
  if (!isSorted(keys)) keys.sort(compareText);
  for (const key of keys) {
    const value = fields[key];
    if (value !== undefined) setMember(sorted, key, cutTexts(value));
  }
  return sorted;
}

function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index += 1) if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return false;
  return true;
}

/** Every text of an event is bounded, also one that a user put deep into the fields. */
function cutTexts(value: Json): Json {
  if (typeof value === 'string') return cutEventText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map((item) => cutTexts(item));
  return Object.fromEntries(Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, cutTexts(member)]])));
}
