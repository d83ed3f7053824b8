/** Requests over the real network: refused, asked or recalled; captured as a decision before they are judged. */
import { base64Decode } from '../../base/base64.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { utf8Decode, utf8Length } from '../../base/utf8.ts';
import { Kind } from '../../decide/kinds.ts';
import type { HostAnswer } from '../../world/host/port.ts';
import type { HttpHostResponse, HttpRule } from '../../world/http/port.ts';
import { capturedError, capturedHeaders, capturedNumber, capturedObject, capturedText, errorPayload } from '../captured.ts';
import { type Failure, failed } from '../failure.ts';
import type { Stage } from '../stage.ts';
import type { StepEnd } from '../step-end.ts';
import type { Task } from '../task.ts';
import {
  checkBody,
  checkHeaders,
  checkJson,
  checkStatus,
  emitHttp,
  type HeaderChecks,
  type ResolvedRequest,
  type Response,
  secretVerdicts,
} from './http-response.ts';
import { type HttpExpectations, judgeExpectations } from './http-expectations.ts';
import { takeHttpRule } from './rule-match.ts';

export interface HostHttpCall {
  readonly request: ResolvedRequest;
  readonly expected: HttpExpectations;
  readonly rule: HttpRule | undefined;
}

/** The outside has answered. */
export function hostHttpAnswer(run: Stage, task: Task): StepEnd {
  // Reason for the cast: the memo of this step is set below, when the outside is asked.
  const call = task.memo as HostHttpCall;
  return judge(call, run, task, capture(call, run), false);
}

export function hostHttpRequest(asking: HostHttpCall, run: Stage, task: Task): StepEnd {
  const { request } = asking;
  const refused = refusal(request);
  if (refused !== undefined) return refused;
  const rule = takeContract(request, run, task);
  if (rule !== undefined && 'title' in rule) return rule;
  const call: HostHttpCall = { ...asking, rule };
  const { origin } = run.instructionOf(task);
  const asked = { method: request.method, path: request.path };
  const recorded = capturedObject(run.recall(Kind.httpRequest, origin, asked) ?? run.recall(Kind.httpTimeout, origin, asked));
  if (recorded !== undefined) {
    run.decider.notePayload(isTimeout(recorded) ? Kind.httpTimeout : Kind.httpRequest, recorded);
    run.time.pass(capturedNumber(recorded, 'duration_ms'));
    return judge(call, run, task, recorded, true);
  }
  if (run.outside?.http === undefined) return run.decider.diverge({ kind: 'http_request', method: request.method, path: request.path });
  task.memo = call;
  return run.ask(task, {
    kind: 'http',
    request: { method: request.method, url: request.path, headers: request.headers, body: request.body },
  });
}

function refusal(request: ResolvedRequest): Failure | undefined {
  if (/^https?:\/\/[^/?#]/.test(request.path)) return undefined;
  return failed('checker', 'http_host_url', `"${request.path}" is no http:// or https:// URL; the host backend needs one`, {
    path: request.path,
  });
}

export function ruleTargetFailure(path: string): Failure | undefined {
  if (path.startsWith('/') || /^https?:\/\//.test(path)) return undefined;
  return failed('checker', 'http_when_host_path', `rule path "${path}" must be an absolute URL or start with /`, { path });
}

/** With at least one rule declared every request needs one that fits. */
function takeContract(request: ResolvedRequest, run: Stage, task: Task): HttpRule | Failure | undefined {
  if (run.world.http.declaredCount === 0) return undefined;
  const { method, path, headers } = request;
  const local = path.replace(/^https?:\/\/[^/?#]*/, '');
  const paths = [path, local.startsWith('/') ? local : `/${local}`];
  const taken = takeHttpRule({ method, paths, headers, body: request.body ?? '' }, run, task);
  if ('rule' in taken) {
    run.faults.fire('http_when', taken.rule.stepPath, run.time.nowMs);
    return taken.rule;
  }
  const rules: Json = taken.rejected.map(({ stepPath, reason }) => ({ stepPath, reason }));
  const message = `no http_when contract fits ${method} ${path}; nothing was sent`;
  return failed('assertion', 'http_when_host_unmatched', message, { method, path, rules });
}

function isTimeout(payload: JsonObject): boolean {
  return payload['timed_out'] === true;
}

/** The answer as the decision keeps it: secret values replaced, verdicts on them kept. */
function capture(call: HostHttpCall, run: Stage): JsonObject {
  const { reply } = run;
  run.reply = undefined;
  if (reply?.kind !== 'http') return {};
  const { answer } = reply;
  const told = { method: call.request.method, path: call.request.path };
  const payload = { ...told, ...answerPayload(answer, call, run), duration_ms: answer.durationMs };
  run.decider.notePayload(answer.kind === 'timeout' ? Kind.httpTimeout : Kind.httpRequest, payload);
  run.time.pass(answer.durationMs);
  return payload;
}

function answerPayload(answer: HostAnswer<HttpHostResponse>, call: HostHttpCall, run: Stage): JsonObject {
  if (answer.kind === 'timeout') return { timed_out: true };
  if (answer.kind === 'failed') return { error: errorPayload(answer.error) };
  if (answer.kind === 'cancelled') return {};
  const { value } = answer;
  const verdicts = verdictsOn(value.headers, call, run);
  return {
    status_code: value.status,
    headers: run.world.secrets.headers(value.headers),
    ...(value.bodyBase64 === undefined ? { body: value.body ?? '' } : { body_base64: value.bodyBase64 }),
    boundary: value.boundary,
    ...(verdicts === undefined ? {} : { verdicts }),
  };
}

/** What the secret headers are found to hold, on behalf of the step and of the contract. */
function verdictsOn(headers: HttpHostResponse['headers'], { expected, rule }: HostHttpCall, run: Stage): JsonObject | undefined {
  const own = secretVerdicts('http_headers', expected.headers, headers, run);
  const contract = rule === undefined ? undefined : secretVerdicts('http_when_host_headers', contractHeaders(rule), headers, run);
  return own === undefined && contract === undefined ? undefined : { ...own, ...contract };
}

function contractHeaders(rule: HttpRule): HeaderChecks {
  return rule.headers.map(([name, text]) => [name, { kind: 'exact', text }] as const);
}

function judge(call: HostHttpCall, run: Stage, task: Task, payload: JsonObject, replayed: boolean): StepEnd {
  if (run.status !== undefined) return undefined;
  if (isTimeout(payload)) {
    task.phase = 1;
    task.waitingFor = `the answer to ${call.request.method} ${call.request.path}`;
    run.time.strike(task);
    return undefined;
  }
  const error = capturedError(payload);
  if (error !== undefined) return callFailed(call, error);
  const response = responseOf(call, payload, run, task, replayed);
  emitHttp(run, response);
  return (call.rule === undefined ? undefined : judgeContract(call.rule, response, run)) ?? judgeExpectations(call.expected, run, response);
}

function callFailed(call: HostHttpCall, error: { readonly class: string; readonly message: string; readonly excerpt: string }): Failure {
  const { method, path } = call.request;
  const details = { method, path, class: error.class, ...(error.excerpt === '' ? {} : { excerpt: error.excerpt }) };
  if (error.class === 'denied') return failed('checker', 'http_host_denied', error.message, details);
  if (error.class === 'url') return failed('checker', 'http_host_url', error.message, details);
  return failed('assertion', 'http_host_request', `${method} ${path}: ${error.message}`, details);
}

function responseOf(call: HostHttpCall, payload: JsonObject, run: Stage, task: Task, replayed: boolean): Response {
  const encoded = payload['body_base64'];
  const bytes = typeof encoded === 'string' ? (base64Decode(encoded) ?? new Uint8Array()) : undefined;
  const body = bytes === undefined ? capturedText(payload, 'body') : utf8Decode(bytes);
  return {
    request: call.request,
    status: capturedNumber(payload, 'status_code'),
    headers: capturedHeaders(payload),
    body,
    durationMs: capturedNumber(payload, 'duration_ms'),
    backend: replayed ? 'replay' : 'host',
    boundary: replayed ? 'recorded_decision' : capturedText(payload, 'boundary'),
    responseBytes: bytes === undefined ? utf8Length(body) : bytes.length,
    verdicts: capturedObject(payload['verdicts']),
    revocable: run.blocks.isRevocable(task) ? false : undefined,
  };
}

function judgeContract(rule: HttpRule, response: Response, run: Stage): Failure | undefined {
  return (
    checkStatus('http_when_host_status', rule.status, response) ??
    checkHeaders('http_when_host_headers', contractHeaders(rule), response, run.world.secrets) ??
    (rule.contract.body === undefined
      ? undefined
      : checkBody('http_when_host_body', { kind: 'exact', text: rule.contract.body }, response)) ??
    (rule.contract.json === undefined ? undefined : checkJson('http_when_host_json', rule.contract.json.value, response))
  );
}
