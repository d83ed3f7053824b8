/** What a request expects of its answer, resolved when the step starts and judged when the answer is there. */
import type { Json } from '../../base/json.ts';
import type { TextMatch } from '../../base/text-match.ts';
import type { HttpRequest } from '../../scenario/step.ts';
import type { Failure } from '../failure.ts';
import type { Stage } from '../stage.ts';
import { checkBody, checkHeaders, checkJson, checkStatus, type HeaderChecks, type Response } from './http-response.ts';

export interface HttpExpectations {
  readonly status: number | undefined;
  readonly body: TextMatch | undefined;
  /** `{ value }` so that JSON null can be told from absent. */
  readonly json: { readonly value: Json } | undefined;
  readonly headers: HeaderChecks;
  readonly saveBodyAs: string | undefined;
}

export function resolveExpectations(step: HttpRequest, run: Stage): HttpExpectations {
  return {
    status: step.expectStatus,
    body: step.expectBody === undefined ? undefined : run.match(step.expectBody),
    json: step.expectJson === undefined ? undefined : { value: run.json(step.expectJson) },
    headers: step.expectHeaders.map(([name, match]) => [name, run.match(match)] as const),
    saveBodyAs: step.saveBodyAs,
  };
}

/** In the order of the contract; the first failure wins. */
export function judgeExpectations(expected: HttpExpectations, run: Stage, response: Response): Failure | undefined {
  const failure =
    checkStatus('http_status', expected.status, response) ??
    (expected.body === undefined ? undefined : checkBody('http_body', expected.body, response)) ??
    (expected.json === undefined ? undefined : checkJson('http_json', expected.json.value, response)) ??
    checkHeaders('http_headers', expected.headers, response, run.world.secrets);
  if (failure === undefined && expected.saveBodyAs !== undefined) run.world.kv.set(expected.saveBodyAs, response.body);
  return failure;
}
