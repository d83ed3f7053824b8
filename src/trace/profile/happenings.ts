/** Input and output, turns and waits of a run, from the events of the engine. */
import type { TraceEvent } from '../event.ts';
import { numberField, textField } from './event-fields.ts';
import type { IoOperation, Turn, Wait } from './profile.ts';

export interface Happenings {
  readonly io: readonly IoOperation[];
  readonly turns: readonly Turn[];
  readonly waits: readonly Wait[];
}

export function happeningsOf(events: readonly TraceEvent[]): Happenings {
  const io: IoOperation[] = [];
  const turns: Turn[] = [];
  const waits: Wait[] = [];
  const tasks = new Map<string, { readonly actor: string; readonly label: string }>();
  let nowMs = 0;
  let actor = '';
  for (const [index, event] of events.entries()) {
    if (event.source !== 'engine') continue;
    if (event.name === 'span_start') {
      actor = textField(event, 'task');
      tasks.set(textField(event, 'span'), { actor, label: `${textField(event, 'step_kind')} ${textField(event, 'step_path')}` });
    }
    const turn = turnOf(event, index);
    if (turn !== undefined) turns.push(turn);
    if (event.time_ms > nowMs) {
      const ended = tasks.get(textField(event, 'span')) ?? turn ?? { actor: nodeOf(event, actor), label: waitLabel(event) };
      waits.push({ reason: ended.label, actor: ended.actor, startMs: nowMs, endMs: event.time_ms, event: index });
      nowMs = event.time_ms;
    }
    const operation = ioOf(event, index, nodeOf(event, actor));
    if (operation !== undefined) io.push(operation);
  }
  return { io, turns, waits };
}

function turnOf(event: TraceEvent, index: number): Turn | undefined {
  if (event.name === 'transition') {
    return { actor: textField(event, 'node'), label: textField(event, 'label'), atMs: event.time_ms, event: index };
  }
  if (event.name !== 'sched_pick') return undefined;
  const isStep = event.fields['step_kind'] !== undefined;
  const actor = textField(event, isStep ? 'task_id' : 'node');
  const label = isStep ? `${textField(event, 'step_kind')} ${textField(event, 'step_path')}` : textField(event, 'label');
  return { actor, label, atMs: event.time_ms, event: index };
}

function nodeOf(event: TraceEvent, otherwise: string): string {
  const node = textField(event, 'node') || textField(event, 'to');
  return node === '' ? otherwise : node;
}

/** What ended a wait, where it was neither a turn nor the end of a step. */
function waitLabel(event: TraceEvent): string {
  if (event.name === 'http_request') return `http_request ${textField(event, 'method')} ${textField(event, 'path')}`;
  if (event.name === 'proc_spawn') return `proc_spawn ${textField(event, 'cmd')}`;
  return event.name === 'deliver' ? `deliver ${textField(event, 'from')} → ${textField(event, 'to')}` : event.name;
}

function ioOf(event: TraceEvent, index: number, actor: string): IoOperation | undefined {
  const at = { actor, atMs: event.time_ms, durationMs: numberField(event, 'duration_ms') ?? 0, event: index };
  const bytesOf = (...names: readonly string[]): number => names.reduce((sum, name) => sum + (numberField(event, name) ?? 0), 0);
  const path = textField(event, 'path');
  switch (event.name) {
    case 'capability_http': {
      const bytes = bytesOf('request_payload_bytes', 'response_payload_bytes');
      return { ...at, kind: 'http', name: `http_request ${textField(event, 'method')} ${path}`, peer: `http ${path}`, bytes };
    }
    case 'capability_fs': {
      const name = `${textField(event, 'op')} ${path || textField(event, 'name')}`;
      return { ...at, kind: 'fs', name, peer: 'files', bytes: bytesOf('payload_bytes') };
    }
    case 'capability_proc': {
      const cmd = textField(event, 'cmd');
      return { ...at, kind: 'proc', name: `proc_spawn ${cmd}`, peer: cmd, bytes: bytesOf('stdout_bytes', 'stderr_bytes') };
    }
    case 'capability_net':
      return { ...at, kind: 'net', name: `net_${textField(event, 'op')}`, peer: 'network', bytes: bytesOf('payload_bytes') };
    case 'deliver': {
      const [from, to] = [textField(event, 'from'), textField(event, 'to')];
      return { ...at, actor: from, kind: 'net', name: `deliver ${from} → ${to}`, peer: to, bytes: bytesOf('payload_size') };
    }
    case 'http.request': {
      const to = textField(event, 'to');
      return { ...at, kind: 'http', name: `${textField(event, 'method')} ${path} → ${to}`, peer: to, bytes: 0 };
    }
    case 'connect': {
      const to = textField(event, 'to');
      return { ...at, kind: 'net', name: `connect → ${to}`, peer: to, bytes: 0 };
    }
    case 'fs':
      return {
        ...at,
        kind: 'fs',
        name: `${textField(event, 'op')} ${path} at ${actor}`,
        peer: `disk of ${actor}`,
        bytes: bytesOf('bytes'),
      };
    default:
      return undefined;
  }
}
