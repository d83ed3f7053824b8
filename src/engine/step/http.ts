/** HTTP steps: rules are declared, requests are answered by a rule or by the real network, then judged alike. */
import { canonicalJson } from '../../base/canonical-json.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { utf8Length } from '../../base/utf8.ts';
import { Kind } from '../../decide/kinds.ts';
import type { HeaderMatches, Headers, HttpRequest } from '../../scenario/step.ts';
import type { TextMatch } from '../../base/text-match.ts';
import type { HttpRule } from '../../world/http/port.ts';
import { capturedObject } from '../captured.ts';
import { type Family, type StepOf, waitUntil } from '../executor.ts';
import { failed, StepFailed } from '../failure.ts';
import type { Stage } from '../stage.ts';
import type { StepEnd } from '../step-end.ts';
import type { Task } from '../task.ts';
import { hostHttpAnswer, hostHttpRequest, ruleTargetFailure } from './host-http.ts';
import { type HttpExpectations, judgeExpectations, resolveExpectations } from './http-expectations.ts';
import { takeHttpRule } from './rule-match.ts';
import { emitHttp, type ResolvedRequest, type Response, secretVerdicts } from './http-response.ts';

export const http: Family<'http_when' | 'http_request'> = {
  http_when: (step, run, task) => {
    const rule = resolveRule(step, run, run.instructionOf(task).pointer);
    const wrong = run.settings.backends.http === 'host' ? ruleTargetFailure(rule.path) : undefined;
    if (wrong !== undefined) return wrong;
    run.matchesSecrets ||= rule.matchHeaders.some(([name]) => run.world.secrets.isSecretHeader(name));
    run.world.http.declare(rule);
    run.faults.arm('http_when', rule.stepPath);
    return undefined;
  },
  http_request: (step, run, task) => {
    const isHost = run.settings.backends.http === 'host';
    if (task.phase === 0) {
      const request = resolveRequest(step, run);
      const expected = resolveExpectations(step, run);
      return isHost ? hostHttpRequest({ request, expected, rule: undefined }, run, task) : scripted(request, expected, run, task);
    }
    if (isHost) return hostHttpAnswer(run, task);
    // Reason for the cast: the memo of this step is set in its first phase, when it begins to wait.
    const { expected, response } = task.memo as AnswerUnderWay;
    return answered(expected, run, { ...response, durationMs: run.time.nowMs - task.stepStartMs });
  },
};

/** A scripted answer on its way. */
interface AnswerUnderWay {
  readonly expected: HttpExpectations;
  readonly response: Response;
}

function resolveRule(step: StepOf<'http_when'>, run: Stage, stepPath: string): HttpRule {
  const json = step.json === undefined ? undefined : { value: run.json(step.json) };
  const body = step.body === undefined ? undefined : run.text(step.body);
  return {
    method: step.method,
    path: run.text(step.path),
    status: step.status,
    headers: resolveHeaders(step.headers, run),
    body: json === undefined ? (body ?? '') : canonicalJson(json.value),
    delayMs: step.delayMs,
    times: step.times,
    matchHeaders: resolveMatches(step.matchHeaders, run),
    matchBody: step.matchBody === undefined ? undefined : run.match(step.matchBody),
    matchJson: step.matchJson === undefined ? undefined : { value: run.json(step.matchJson) },
    contract: { body, json },
    stepPath,
  };
}

function resolveRequest(step: HttpRequest, run: Stage): ResolvedRequest {
  return {
    method: step.method,
    path: run.text(step.path),
    headers: resolveHeaders(step.headers, run),
    body: step.body === undefined ? undefined : run.text(step.body),
  };
}

/** What can be sent: no control characters but the tab, and one byte a character. */
const LEGAL_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function resolveHeaders(headers: Headers, run: Stage): readonly (readonly [string, string])[] {
  return headers.map(([name, text]) => {
    const value = run.text(text);
    if (value !== text && !LEGAL_VALUE.test(value)) {
      const message = `header "${name}" has a character after interpolation that no header may have`;
      throw new StepFailed(failed('checker', 'http_header_invalid', message, { header: name }));
    }
    return [name, value] as const;
  });
}

function resolveMatches(matches: HeaderMatches, run: Stage): readonly (readonly [string, TextMatch])[] {
  return matches.map(([name, match]) => [name, run.match(match)] as const);
}

function scripted(request: ResolvedRequest, expected: HttpExpectations, run: Stage, task: Task): StepEnd {
  const { method, path } = request;
  const taken = takeHttpRule({ method, paths: [path], headers: request.headers, body: request.body ?? '' }, run, task);
  if ('rejected' in taken) {
    const rules: Json = taken.rejected.map(({ stepPath, reason }) => ({ stepPath, reason }));
    const told =
      taken.rejected.length === 0
        ? 'no rule names this path'
        : taken.rejected.map((entry) => `${entry.stepPath}: ${entry.reason}`).join('; ');
    const message = `no http_when answers ${method} ${path} (${told}); add a matching \`http_when\` step`;
    return failed('assertion', 'http_unmatched', message, { method, path, rules });
  }
  const { rule } = taken;
  run.faults.fire('http_when', rule.stepPath, run.time.nowMs);
  const secret = expected.headers.some(([name]) => run.world.secrets.isSecretHeader(name));
  const verdicts = secret
    ? (recordedVerdicts(request, run, task) ?? secretVerdicts('http_headers', expected.headers, rule.headers, run))
    : undefined;
  const response = respond(rule, request, run, verdicts);
  if (rule.delayMs === 0 || run.time.frozen) return answered(expected, run, response);
  task.memo = { expected, response } satisfies AnswerUnderWay;
  return waitUntil(task, run.time.nowMs + rule.delayMs, `the scripted answer to ${method} ${path}`);
}

/** A replay knows the secrets of neither side; what was found when they were known still holds. */
function recordedVerdicts({ method, path }: ResolvedRequest, run: Stage, task: Task): JsonObject | undefined {
  const recorded = capturedObject(run.recall(Kind.httpRequest, run.instructionOf(task).origin, { method, path }));
  return capturedObject(recorded?.['verdicts']);
}

function respond(rule: HttpRule, request: ResolvedRequest, run: Stage, verdicts: JsonObject | undefined): Response {
  const durationMs = run.time.frozen ? 0 : rule.delayMs;
  const decision: JsonObject = {
    method: request.method,
    path: request.path,
    status_code: rule.status,
    headers: run.world.secrets.headers(rule.headers),
    body: rule.body,
    duration_ms: durationMs,
    ...(verdicts === undefined ? {} : { verdicts }),
  };
  run.decider.notePayload(Kind.httpRequest, decision);
  return {
    request,
    status: rule.status,
    headers: rule.headers,
    body: rule.body,
    durationMs,
    backend: 'scripted',
    boundary: 'scripted_response',
    responseBytes: utf8Length(rule.body),
    verdicts,
    revocable: undefined,
  };
}

function answered(expected: HttpExpectations, run: Stage, response: Response): StepEnd {
  emitHttp(run, response);
  return judgeExpectations(expected, run, response);
}
