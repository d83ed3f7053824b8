/** The payload files of a run as text: events, timeline and memory tables, one record per line so that large ones stay readable. */
import { canonicalJson } from '../base/canonical-json.ts';
import type { JsonObject } from '../base/json.ts';
import type { TraceEvent } from '../trace/event.ts';
import { renderDocument } from './json-file.ts';
import type { RunFolder } from './run-folder.ts';

export interface MemoryArtifacts {
  readonly timeline: readonly JsonObject[];
  readonly leaks: readonly JsonObject[];
  readonly graph: JsonObject;
}

export function writeEvents(folder: RunFolder, events: readonly TraceEvent[]): void {
  folder.write('events.json', 'events', eventsText(events));
  folder.write(
    'timeline.json',
    'timeline',
    rows(events, (event, index) => `{"index":${index},${eventMembers(event)}}`),
  );
}

/** events.json, piece by piece. */
export function eventsText(events: readonly TraceEvent[]): Iterable<string> {
  return rows(events, (event) => `{${eventMembers(event)}}`);
}

/** `prefix` is '' or a subdirectory ending in '/'. */
export function writeMemory(folder: RunFolder, prefix: string, memory: MemoryArtifacts): void {
  folder.write(`${prefix}memory.timeline.json`, 'memory', rows(memory.timeline, canonicalJson));
  folder.write(`${prefix}memory.leaks.json`, 'memory', rows(memory.leaks, canonicalJson));
  folder.write(`${prefix}memory.graph.json`, 'memory', [renderDocument(memory.graph)]);
}

function* rows<T>(items: readonly T[], render: (item: T, index: number) => string): Generator<string> {
  let before = '[\n';
  for (const [index, item] of items.entries()) {
    yield `${before}${render(item, index)}`;
    before = ',\n';
  }
  yield items.length === 0 ? '[]\n' : '\n]\n';
}

function eventMembers(event: TraceEvent): string {
  return `"time_ms":${event.time_ms},"name":${JSON.stringify(event.name)},"source":"${event.source}","fields":${canonicalJson(event.fields)}`;
}
