/**
 * File steps on the real disk. Each call is captured as a decision before it is judged; a replay
 * judges the captured answer and touches nothing.
 */
import { cutValue } from '../../base/cut-text.ts';
import { hexDecode, hexEncode } from '../../base/hex.ts';
import type { JsonObject } from '../../base/json.ts';
import { type TextMatch, textMatches } from '../../base/text-match.ts';
import { utf8Decode, utf8Encode } from '../../base/utf8.ts';
import { Kind } from '../../decide/kinds.ts';
import { capturedError, capturedNumber, capturedObject, capturedText, errorPayload } from '../captured.ts';
import type { StepOf } from '../executor.ts';
import { type Failure, failed } from '../failure.ts';
import type { HostRequest } from '../host-request.ts';
import type { Stage } from '../stage.ts';
import type { StepEnd } from '../step-end.ts';
import type { Task } from '../task.ts';
import { matchText, tellMatch } from './expectation.ts';

export function asksHostFiles(run: Stage): boolean {
  return run.settings.backends.fs === 'host' && run.outside?.files !== undefined;
}

type FileStep = StepOf<'fs_write' | 'fs_read_assert' | 'fs_snapshot' | 'fs_restore'>;

interface FileCall {
  readonly kind: Kind;
  readonly request: HostRequest;
  /** What the decision says of the call itself. */
  readonly told: JsonObject;
  /** What the content must match, as it read when the step started. */
  readonly match: TextMatch | undefined;
}

export function hostFileStep(step: FileStep, run: Stage, task: Task): StepEnd {
  if (task.phase > 0) {
    // Reason for the cast: the memo of this step is set below, in its first phase.
    const asked = task.memo as FileCall;
    return judge(step, asked, run, task, capture(run, asked), false);
  }
  const call = callOf(step, run);
  task.memo = call;
  const recorded = capturedObject(run.recall(call.kind, run.instructionOf(task).origin));
  if (recorded !== undefined) return judge(step, call, run, task, recorded, true);
  if (!asksHostFiles(run)) return run.decider.diverge({ kind: step.type, ...call.told });
  return run.ask(task, call.request);
}

function callOf(step: FileStep, run: Stage): FileCall {
  switch (step.type) {
    case 'fs_write': {
      const path = run.text(step.path);
      const data = run.text(step.data);
      const told = { path, data_hex: hexEncode(utf8Encode(data)) };
      return { kind: Kind.fsWrite, request: { kind: 'fs_write', path, data }, told, match: undefined };
    }
    case 'fs_read_assert': {
      const path = run.text(step.path);
      return { kind: Kind.fsRead, request: { kind: 'fs_read', path }, told: { path }, match: run.match(step.equals) };
    }
    case 'fs_snapshot':
      return { kind: Kind.fsSnapshot, request: { kind: 'fs_snapshot', name: step.name }, told: { name: step.name }, match: undefined };
    case 'fs_restore':
      return { kind: Kind.fsRestore, request: { kind: 'fs_restore', name: step.name }, told: { name: step.name }, match: undefined };
  }
}

/** The answer of the outside as the decision keeps it. */
function capture(run: Stage, call: FileCall): JsonObject {
  const { reply } = run;
  run.reply = undefined;
  if (reply === undefined || reply.kind === 'wait' || reply.kind === 'done' || reply.kind === 'http' || reply.kind === 'proc')
    return call.told;
  const { answer } = reply;
  const told = { ...call.told, ...(answer.kind === 'ok' ? valueOf(answer.value) : {}), duration_ms: answer.durationMs };
  const payload =
    answer.kind === 'failed'
      ? { ...told, error: errorPayload(answer.error) }
      : answer.kind === 'timeout'
        ? { ...told, timed_out: true }
        : told;
  run.decider.notePayload(call.kind, payload);
  run.time.pass(answer.durationMs);
  return payload;
}

/** The members the four kinds of answers may have; each answer has some of them. */
interface FileValue {
  readonly path?: string;
  readonly dataHex?: string;
  readonly exists?: boolean;
  readonly entries?: readonly string[];
}

function valueOf({ path, dataHex, exists, entries }: FileValue): JsonObject {
  return {
    ...(path === undefined ? {} : { path }),
    ...(dataHex === undefined ? {} : { data_hex: dataHex }),
    ...(exists === undefined ? {} : { exists }),
    ...(entries === undefined ? {} : { entries }),
  };
}

const TITLES = {
  fs_write: 'host_fs_write',
  fs_read_assert: 'host_fs_read_assert',
  fs_snapshot: 'host_fs_snapshot',
  fs_restore: 'host_fs_restore',
} as const;

function judge(step: FileStep, call: FileCall, run: Stage, task: Task, payload: JsonObject, replayed: boolean): StepEnd {
  if (replayed) {
    run.decider.notePayload(call.kind, payload);
    run.time.pass(capturedNumber(payload, 'duration_ms'));
  }
  emitCall(step, run, payload, replayed);
  if (payload['timed_out'] === true) {
    task.phase = 1;
    task.waitingFor = 'the file system';
    run.time.strike(task);
    return undefined;
  }
  const error = capturedError(payload);
  if (error !== undefined) return callFailed(step, error, payload);
  return call.match === undefined ? undefined : judgeContent(call.match, payload);
}

function callFailed(step: FileStep, error: { class: string; message: string; excerpt: string }, payload: JsonObject): Failure {
  const details = {
    path: payload['path'] ?? payload['name'] ?? null,
    class: error.class,
    ...(error.excerpt === '' ? {} : { excerpt: error.excerpt }),
  };
  if (error.class === 'path') return failed('checker', 'host_fs_path', error.message, details);
  if (error.class === 'missing_snapshot') return failed('checker', 'host_fs_restore_missing_snapshot', error.message, details);
  return failed('assertion', TITLES[step.type], error.message, details);
}

function judgeContent(match: TextMatch, payload: JsonObject): StepEnd {
  const path = capturedText(payload, 'path');
  if (payload['exists'] === false) {
    return failed('assertion', 'host_fs_read_assert', `expected ${path} to be ${tellMatch(match)}, but the file does not exist`, {
      a: matchText(match),
      b: null,
    });
  }
  const bytes = hexDecode(capturedText(payload, 'data_hex')) ?? new Uint8Array();
  const content = utf8Decode(bytes, { fatal: false });
  if (textMatches(match, content)) return undefined;
  const message = `expected ${path} to be ${tellMatch(match)}, it holds "${cutValue(content)}"`;
  return failed('assertion', 'host_fs_read_assert', message, { a: matchText(match), b: content });
}

function emitCall(step: FileStep, run: Stage, payload: JsonObject, replayed: boolean): void {
  if (!run.observed) return;
  const dataHex = payload['data_hex'];
  run.emit('capability_fs', {
    op: step.type,
    path: payload['path'],
    name: payload['name'],
    backend: replayed ? 'replay' : 'host',
    payload_bytes: typeof dataHex === 'string' ? dataHex.length / 2 : undefined,
    duration_ms: capturedNumber(payload, 'duration_ms'),
  });
}
