import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { REDACTED, redactor } from './redact.ts';

const redact = redactor(['X-Session']);

describe('redaction', () => {
  test('headers are secret by name, in any case, or by configuration', () => {
    const secret = [
      'Authorization',
      'proxy-authorization',
      'Cookie',
      'set-cookie',
      'X-Auth-Token',
      'client-secret',
      'password',
      'x-api-key',
    ];
    for (const name of [...secret, 'api_key', 'apikey', 'x-session', ' X-SESSION '])
      expect([name, redact.header(name, 'v')]).toEqual([name, REDACTED]);
    for (const name of ['accept', 'x-session-id', 'content-type', 'key', 'authorization-hint'])
      expect([name, redact.header(name, 'v')]).toEqual([name, 'v']);
    expect(
      redact.headers([
        ['cookie', 'a=b'],
        ['accept', '*/*'],
      ]),
    ).toEqual([
      ['cookie', REDACTED],
      ['accept', '*/*'],
    ]);
  });

  test.each([
    [
      ['--token', 'abc', 'x'],
      ['--token', REDACTED, 'x'],
    ],
    [
      ['--token=abc', 'x'],
      [`--token=${REDACTED}`, 'x'],
    ],
    [
      ['-token', 'abc'],
      ['-token', REDACTED],
    ],
    [
      ['--API_KEY', 'abc'],
      ['--API_KEY', REDACTED],
    ],
    [
      ['--db-password', '-x9fQ', 'y'],
      ['--db-password', REDACTED, 'y'],
    ],
    [
      ['--password-stdin', '--user', 'bob'],
      ['--password-stdin', '--user', 'bob'],
    ],
    [
      ['--password-stdin', '--token', 'abc'],
      ['--password-stdin', '--token', REDACTED],
    ],
    [
      ['--password-stdin', '--token=abc'],
      ['--password-stdin', `--token=${REDACTED}`],
    ],
    [
      ['-H', 'Authorization: Bearer abc'],
      ['-H', `Authorization: ${REDACTED}`],
    ],
    [['--header=Authorization: Bearer abc'], [`--header=Authorization: ${REDACTED}`]],
    [
      ['-e', 'DB_PASSWORD=abc\ndef'],
      ['-e', `DB_PASSWORD=${REDACTED}`],
    ],
    [
      ['--x-session', 'abc'],
      ['--x-session', REDACTED],
    ],
    [
      ['token', 'list', '--name', 'secret', 'https://h/token'],
      ['token', 'list', '--name', 'secret', 'https://h/token'],
    ],
    [['--token'], ['--token']],
  ])('arguments %j become %j', (args, expected) => {
    expect(redact.args(args)).toEqual(expected);
  });

  test('redacting twice is redacting once', () => {
    const arg = fc.oneof(fc.constantFrom('--token', '--token=x', '--user', '-p', 'Cookie: a', '--', REDACTED), fc.string());
    fc.assert(
      fc.property(fc.array(arg), (args) => {
        const once = redact.args(args);
        expect(once).toHaveLength(args.length);
        expect(redact.args(once)).toEqual(once);
      }),
    );
  });

  test('a scenario copy loses its secrets at every depth and nothing else', () => {
    const steps = (header: unknown, token: string) => [
      {
        type: 'http_when',
        method: 'GET',
        path: '/',
        status: 200,
        headers: { 'Set-Cookie': header, etag: '1' },
        match_headers: { authorization: header },
      },
      {
        type: 'http_request',
        method: 'GET',
        path: '/',
        headers: { cookie: header },
        expect_headers: { 'x-token': header, accept: { contains: 'j' } },
      },
      { type: 'proc_when', cmd: 'x', args: ['--token', token], exit_code: 0 },
      { type: 'proc_spawn', cmd: 'x', args: [`--token=${token}`] },
      { type: 'trace_event', name: 'e', fields: { type: 'http_request', headers: { cookie: 'not a header' } } },
    ];
    const scenario = (header: unknown, token: string): JsonObject =>
      JSON.parse(
        JSON.stringify({
          version: 1,
          name: 'n',
          steps: [
            ...steps(header, token),
            { type: 'repeat', times: 2, steps: [{ type: 'assert_throws', steps: steps(header, token) }] },
            { type: 'parallel', tasks: [{ name: 'a', steps: steps(header, token) }] },
          ],
        }),
      );
    const original = scenario({ contains: 'abc' }, 'abc');
    const before = JSON.stringify(original);
    expect(redact.scenario(original)).toEqual(scenario(REDACTED, REDACTED));
    expect(JSON.stringify(original)).toBe(before);
    expect(JSON.stringify(redact.scenario(scenario('abc', 'abc')))).not.toContain('abc');
  });

  test('an absent header value stays absent', () => {
    const scenario = { steps: [{ type: 'http_request', headers: { cookie: null } }] };
    expect(redact.scenario(scenario)).toEqual(scenario);
  });
});
