import { describe, expect, test } from 'vitest';
import type { HttpRule, HttpRuleRequest, HttpRules } from './port.ts';
import { scriptedHttp } from './scripted.ts';

function rule(change: Partial<HttpRule>): HttpRule {
  return {
    method: 'GET',
    path: '/a',
    status: 200,
    headers: [],
    body: '',
    delayMs: 0,
    times: undefined,
    matchHeaders: [],
    matchBody: undefined,
    matchJson: undefined,
    contract: { body: undefined, json: undefined },
    stepPath: '/steps/0',
    ...change,
  };
}

function request(change: Partial<HttpRuleRequest> = {}): HttpRuleRequest {
  return { method: 'GET', paths: ['/a'], headers: [], body: '', ...change };
}

function withRules(...rules: Partial<HttpRule>[]): HttpRules {
  const http = scriptedHttp();
  for (const [index, change] of rules.entries()) http.declare(rule({ stepPath: `/steps/${index}`, ...change }));
  return http;
}

function answer(http: HttpRules, asked = request(), nowMs = 0): number | string[] {
  const taken = http.take(asked, nowMs);
  return 'rule' in taken ? taken.rule.status : taken.rejected.map(({ stepPath, reason }) => `${stepPath} ${reason}`);
}

describe('scripted HTTP', () => {
  test('the first declared rule that fits wins until it is used up', () => {
    const http = withRules({ status: 201, times: 2 }, { status: 202, times: 1 });
    expect([1, 2, 3].map(() => answer(http))).toEqual([201, 201, 202]);
    expect(answer(http)).toEqual(['/steps/0 used up after 2', '/steps/1 used up after 1']);
  });

  test('a rule with times 0 never matches and says so', () => {
    expect(answer(withRules({ times: 0 }))).toEqual(['/steps/0 times 0 never matches']);
  });

  test('methods compare upper-cased, paths exactly with their query', () => {
    const http = withRules({ method: 'post', path: '/a?b=1' });
    expect(answer(http, request({ method: 'Post', paths: ['/a?b=1'] }))).toBe(200);
    expect(answer(http, request({ paths: ['/a?b=1'] }))).toEqual(['/steps/0 method POST ≠ GET']);
    expect(answer(http, request({ method: 'POST', paths: ['/a?b=2'] }))).toEqual([]);
  });

  test('a rule may name any of the alternatives of the target', () => {
    expect(answer(withRules({ path: '/a?q' }), request({ paths: ['http://h/a?q', '/a?q'] }))).toBe(200);
  });

  test('a header condition holds if any value of a repeated header matches', () => {
    const http = withRules({ matchHeaders: [['x-a', { kind: 'contains', text: '2' }]] });
    expect(
      answer(
        http,
        request({
          headers: [
            ['x-a', '1'],
            ['x-a', '12'],
          ],
        }),
      ),
    ).toBe(200);
    expect(answer(http, request({ headers: [['x-a', '1']] }))).toEqual(['/steps/0 header x-a']);
    expect(answer(http)).toEqual(['/steps/0 header x-a (absent)']);
  });

  test('body conditions look at the text, or at the JSON value with numbers by value and keys in any order', () => {
    const text = withRules({ matchBody: { kind: 'matches', pattern: /^a+$/u } });
    expect([answer(text, request({ body: 'aa' })), answer(text, request({ body: 'ab' }))]).toEqual([200, ['/steps/0 body']]);
    const json = withRules({ matchJson: { value: { a: 1, b: [null] } } });
    expect(answer(json, request({ body: '{"b": [null], "a": 1.0}' }))).toBe(200);
    expect(answer(json, request({ body: '{"b": [null], "a": 2}' }))).toEqual(['/steps/0 json']);
    expect(answer(json, request({ body: '{' }))).toEqual(['/steps/0 json (the body does not parse)']);
    expect(answer(withRules({ matchJson: { value: null } }), request({ body: 'null' }))).toBe(200);
  });

  test('rules and remaining uses roll back, reported uses do not', () => {
    const http = withRules({ times: 1 }, { path: '/never' });
    const saved = http.save();
    http.declare(rule({ status: 500, stepPath: '/steps/2/steps/0' }));
    expect([answer(http, request(), 5), answer(http, request(), 6)]).toEqual([200, 500]);
    http.load(saved);
    expect(http.declaredCount).toBe(2);
    expect(answer(http, request(), 9)).toBe(200);
    expect(answer(http)).toEqual(['/steps/0 used up after 1']);
    expect(http.uses()).toEqual([
      { stepPath: '/steps/0', count: 2, firstUsedAtMs: 5 },
      { stepPath: '/steps/1', count: 0, firstUsedAtMs: undefined },
      { stepPath: '/steps/2/steps/0', count: 1, firstUsedAtMs: 6 },
    ]);
  });

  test('a step that declares in every round is reported once', () => {
    const http = scriptedHttp();
    for (let round = 0; round < 3; round += 1) {
      http.declare(rule({ times: 1 }));
      expect(answer(http, request(), round)).toBe(200);
    }
    expect(http.declaredCount).toBe(3);
    expect(http.uses()).toEqual([{ stepPath: '/steps/0', count: 3, firstUsedAtMs: 0 }]);
  });
});
