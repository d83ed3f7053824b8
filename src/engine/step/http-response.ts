/** Judging a response, wherever it came from, and telling of it. */
import { cutValue } from '../../base/cut-text.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { jsonDifferences } from '../../base/json-diff.ts';
import { parseJsonValue } from '../../base/json-text.ts';
import { type TextMatch, textMatches } from '../../base/text-match.ts';
import { utf8Length } from '../../base/utf8.ts';
import { type Failure, failed } from '../failure.ts';
import type { Stage } from '../stage.ts';
import type { Secrets } from '../world.ts';
import { matchText, tellMatch } from './expectation.ts';

/** A request whose references are resolved. */
export interface ResolvedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Pairs;
  readonly body: string | undefined;
}

export interface Response {
  readonly request: ResolvedRequest;
  readonly status: number;
  readonly headers: Pairs;
  readonly body: string;
  readonly durationMs: number;
  readonly backend: 'scripted' | 'host' | 'replay';
  readonly boundary: string;
  readonly responseBytes: number;
  /** Recorded verdicts on expectations of secret headers, whose values are not recorded; name → held. */
  readonly verdicts: JsonObject | undefined;
  /** false inside a block whose effects are taken back: this one cannot be. */
  readonly revocable: false | undefined;
}

type Pairs = readonly (readonly [string, string])[];

export function checkStatus(title: string, expected: number | undefined, response: Response): Failure | undefined {
  if (expected === undefined || expected === response.status) return undefined;
  const details = { a: String(expected), b: String(response.status) };
  return failed('assertion', title, `expected status ${expected}, got ${response.status}`, details);
}

export function checkBody(title: string, match: TextMatch, response: Response): Failure | undefined {
  if (textMatches(match, response.body)) return undefined;
  const message = `expected the body to be ${tellMatch(match)}, got "${cutValue(response.body)}"`;
  return failed('assertion', title, message, { a: matchText(match), b: response.body });
}

export function checkJson(title: string, expected: Json, response: Response): Failure | undefined {
  const parsed = parseJsonValue(response.body);
  if (!parsed.ok) {
    return failed('assertion', `${title}_parse`, `the body is not JSON (${parsed.message}): "${cutValue(response.body)}"`, {
      b: response.body,
    });
  }
  const differences = jsonDifferences(expected, parsed.value);
  const [first] = differences;
  if (first === undefined) return undefined;
  const list: Json = differences.map((difference) => ({ ...difference }));
  return failed('assertion', title, `the JSON body differs at ${first.path === '' ? 'the root' : first.path} (${first.kind})`, {
    differences: list,
  });
}

export function checkHeaders(
  title: string,
  matches: HeaderChecks,
  response: Response,
  secrets: Pick<Secrets, 'isSecretHeader'>,
): Failure | undefined {
  for (const [name, match] of matches) {
    if (headerHolds(title, name, match, response)) continue;
    if (secrets.isSecretHeader(name)) {
      return failed('assertion', title, `expected header "${name}" to have another value; both are secret`, {
        header: name,
        a: REDACTED,
        b: REDACTED,
      });
    }
    const found = valuesOf(response.headers, name);
    const got = found.length === 0 ? 'it is absent' : `it is "${cutValue(found.join(', '))}"`;
    const details = { header: name, a: matchText(match), b: found.join(', ') };
    return failed('assertion', title, `expected header "${name}" to be ${tellMatch(match)}; ${got}`, details);
  }
  return undefined;
}

/** Stands for a secret wherever something is written down. */
const REDACTED = '[redacted]';

/** Any value of a repeated header may hold. */
function headerHolds(title: string, name: string, match: TextMatch, response: Pick<Response, 'headers' | 'verdicts'>): boolean {
  const recorded = response.verdicts?.[verdictKey(title, name)];
  if (typeof recorded === 'boolean') return recorded;
  return valuesOf(response.headers, name).some((value) => textMatches(match, value));
}

/** The contract of a rule and the expectation of a step may speak about the same header and say different things. */
function verdictKey(title: string, name: string): string {
  return `${title === 'http_headers' ? 'header' : 'contract'} ${name}`;
}

export type HeaderChecks = readonly (readonly [string, TextMatch])[];

/** Whether expectations of secret headers hold, for the decision: a replay has neither value to compare. */
export function secretVerdicts(title: string, expected: HeaderChecks, headers: Pairs, run: Stage): JsonObject | undefined {
  const secret = expected.filter(([name]) => run.world.secrets.isSecretHeader(name));
  if (secret.length === 0) return undefined;
  const plain = { headers, verdicts: undefined };
  return Object.fromEntries(secret.map(([name, match]) => [verdictKey(title, name), headerHolds(title, name, match, plain)]));
}

function valuesOf(headers: Pairs, name: string): readonly string[] {
  return headers.filter(([key]) => key === name).map(([, value]) => value);
}

export function emitHttp(run: Stage, response: Response): void {
  if (!run.observed) return;
  const { request } = response;
  const upgrade = wantsUpgrade(request);
  const fields = {
    method: request.method,
    path: request.path,
    backend: response.backend,
    request_kind: upgrade ? 'websocket_upgrade' : 'http_request',
    completion_boundary: response.boundary,
    upgrade_requested: upgrade,
    upgrade_accepted: upgrade && response.status === 101,
    status: response.status,
    header_count: response.headers.length,
    request_payload_bytes: utf8Length(request.body ?? ''),
    response_payload_bytes: response.responseBytes,
    duration_ms: response.durationMs,
    rolled_back: response.revocable,
  };
  run.emit('http_request', fields);
  run.emit('capability_http', fields);
}

function wantsUpgrade(request: { readonly method: string; readonly headers: Pairs }): boolean {
  const has = (name: string, word: string): boolean => valuesOf(request.headers, name).some((value) => value.toLowerCase().includes(word));
  return request.method === 'GET' && has('connection', 'upgrade') && has('upgrade', 'websocket');
}
