/** Steps about HTTP: declared responses and requests. */
import { fallback, optional, type Rule, required } from '../field.ts';
import { duration } from '../kind/duration.ts';
import { headerMatches, headers } from '../kind/header.ts';
import { u53, whole } from '../kind/integer.ts';
import { json } from '../kind/json.ts';
import { method, writtenKey } from '../kind/plain.ts';
import { match, text } from '../kind/text.ts';
import { excludes } from '../rule.ts';
import { type AnyStepType, stepType } from './step-type.ts';

const status = whole({ min: 100, max: 599 });

/** A real response takes the time it takes; a scripted delay would be silently ignored. */
const delayIsScripted: Rule = {
  note: '`delay` does not apply to a real response under --http-backend host',
  schema: undefined,
  check(given, _node, inspection) {
    const delay = given('delay');
    if (!inspection.surroundings.hostHttp || delay === undefined) return;
    inspection.enter('delay');
    const message = '`delay` does not apply to a real response and is ignored under the host backend';
    inspection.warning('delay_on_host', delay.keyStart, message, 'remove "delay" or use the scripted backend');
    inspection.leave();
  },
};

export const httpSteps: readonly AnyStepType[] = [
  stepType('http_when', {
    summary: 'Declares a scripted response; under the host backend a contract on the real response.',
    fields: {
      method: required('method', method, 'compared in upper case'),
      path: required('path', text, 'compared exactly, query included'),
      status: required('status', status, 'status of the response'),
      headers: fallback('headers', headers, [], {}, 'headers of the response'),
      body: optional('body', text, 'body of the response'),
      json: optional('json', json, 'body of the response as compact JSON with sorted keys'),
      delayMs: fallback('delay', duration, 0, '0ms', 'time until the response'),
      times: optional('times', u53, 'how often the rule may be used; unlimited without it, 0 never matches'),
      matchHeaders: fallback('match_headers', headerMatches, [], {}, 'headers the request must have'),
      matchBody: optional('match_body', match, 'what the request body must match'),
      matchJson: optional('match_json', json, 'what the request body must equal as JSON'),
    },
    example: { method: 'GET', path: '/health', status: 200 },
    rules: [excludes('body', 'json'), excludes('match_body', 'match_json'), delayIsScripted],
    notes: ['Rules are tried in declaration order. A declaration alone does nothing: add an `http_request`.'],
  }),
  stepType('http_request', {
    summary: 'Performs one request, then checks expectations.',
    fields: {
      method: required('method', method, 'compared in upper case'),
      path: required('path', text, 'path of a rule; under the host backend an absolute URL'),
      headers: fallback('headers', headers, [], {}, 'headers of the request'),
      body: optional('body', text, 'body of the request'),
      expectStatus: optional('expect_status', status, 'status the response must have'),
      expectHeaders: fallback('expect_headers', headerMatches, [], {}, 'headers the response must have'),
      expectBody: optional('expect_body', match, 'what the response body must match'),
      expectJson: optional('expect_json', json, 'what the response body must equal as JSON'),
      saveBodyAs: optional('save_body_as', writtenKey, 'kv key that receives the body once all checks passed'),
    },
    example: { method: 'GET', path: '/health', expect_status: 200 },
    rules: [excludes('expect_body', 'expect_json')],
  }),
];
