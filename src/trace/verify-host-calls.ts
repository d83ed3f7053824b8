/**
 * Every call to the real outside leaves a decision, from which a replay answers, and an event, for
 * people. The two lists must tell the same story in the same order.
 */
import { cutEventText } from '../base/cut-text.ts';
import type { JsonObject } from '../base/json.ts';
import type { TraceDocument } from './document.ts';
import type { TraceEvent } from './event.ts';
import type { Backends } from './summary.ts';
import type { TraceProblem } from './trace-problem.ts';

interface Family {
  readonly backend: keyof Backends;
  readonly event: string;
  /** What a decision looks like in the list of calls; undefined when it leaves no event. */
  readonly ofDecision: (decision: JsonObject) => string | undefined;
  readonly ofEvent: (event: TraceEvent) => string;
}

const families: readonly Family[] = [
  {
    backend: 'http',
    event: 'http_request',
    ofDecision: (decision) =>
      decision['kind'] === 'http_request' && decision['error'] === undefined ? call(decision['method'], decision['path']) : undefined,
    ofEvent: ({ fields }) => call(fields['method'], fields['path']),
  },
  {
    backend: 'proc',
    event: 'proc_spawn',
    ofDecision: (decision) => (isProcess(decision) && decision['error'] === undefined ? call(decision['cmd']) : undefined),
    ofEvent: ({ fields }) => call(fields['cmd']),
  },
  {
    backend: 'fs',
    event: 'capability_fs',
    ofDecision: (decision) => (isFileCall(decision) ? call(decision['kind'], decision['path'] ?? decision['name']) : undefined),
    ofEvent: ({ fields }) => call(fields['op'], fields['path'] ?? fields['name']),
  },
];

export function verifyHostCalls({ params, events, decisions, summary }: TraceDocument): readonly TraceProblem[] {
  return families.flatMap((family) => {
    const told = events.filter((event) => event.source === 'engine' && event.name === family.event);
    if (params.backends[family.backend] !== 'host') return strangers(family, told);
    const made = decisions.toRecords().flatMap((record) => family.ofDecision(record) ?? []);
    return compare(family, told.map(family.ofEvent), made, summary.interrupted === true);
  });
}

/** Without the host backend no event may claim a real call: there is no decision to replay it from. */
function strangers(family: Family, told: readonly TraceEvent[]): readonly TraceProblem[] {
  const stranger = told.find((event) => event.fields['backend'] === 'host');
  if (stranger === undefined) return [];
  const message = `event ${family.event} (${family.ofEvent(stranger)}) claims the host backend, but the run used the ${family.backend} backend without the host`;
  return [{ code: 'host_event_without_decision', message }];
}

/** A signal may strike between a decision and its event. */
function compare(family: Family, told: readonly string[], made: readonly string[], interrupted: boolean): readonly TraceProblem[] {
  const length = Math.max(told.length, made.length);
  for (let index = 0; index < length; index += 1) {
    const [event, decision] = [told[index], made[index]];
    if (event === decision) continue;
    if (event === undefined && interrupted && index === made.length - 1) return [];
    const message = `host call ${index} of ${family.event}: the event tells ${event ?? 'nothing'}, the decision ${decision ?? 'nothing'}`;
    return [{ code: event === undefined ? 'host_decision_without_event' : 'host_event_without_decision', message }];
  }
  return [];
}

function isProcess({ kind }: JsonObject): boolean {
  return kind === 'proc_spawn' || kind === 'proc_spawn_timeout';
}

function isFileCall({ kind }: JsonObject): boolean {
  return kind === 'fs_write' || kind === 'fs_read_assert' || kind === 'fs_snapshot' || kind === 'fs_restore';
}

/** Texts are cut in events. */
function call(...parts: readonly JsonObject[string][]): string {
  return parts.map((part) => (typeof part === 'string' ? cutEventText(part) : '?')).join(' ');
}
