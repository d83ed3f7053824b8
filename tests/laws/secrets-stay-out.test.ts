/** Law: values of secret headers and options are written nowhere, and a replay works without them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { project, runCli } from '../cli/run-cli.ts';

const secret = 'hunter2-s3cr3t';

/** Every file below a folder that holds the secret. */
function leaksBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && readFileSync(path).includes(secret);
  });
}

async function attempt(steps: readonly object[], flags: readonly string[] = [], config = '') {
  const cwd = project({ 'a.fozzy.json': { version: 1, name: 'a', steps }, 'fozzy.toml': config });
  const answer = await runCli(['run', 'a.fozzy.json', '--seed', '7', '--record', 'out/t.fozzy', '--json', ...flags], { cwd });
  const again = await runCli(['replay', 'out/t.fozzy', '--json'], { cwd });
  const places = [...leaksBelow(join(cwd, '.fozzy')), ...leaksBelow(join(cwd, 'out'))];
  const said = [answer.stdout, answer.stderr, again.stdout, again.stderr].filter((text) => text.includes(secret));
  return { document: answer.json(), replay: Object(again.json()['replay']), leaks: [...places, ...said] };
}

const header = { authorization: `Bearer ${secret}` };
const when = { type: 'http_when', method: 'GET', path: '/', status: 200, headers: { 'set-cookie': secret }, match_headers: header };
const ask = { type: 'http_request', method: 'GET', path: '/', headers: header };

describe('a scripted run writes no secret', () => {
  test.each([
    ['when a header matches and the run passes', [when, ask], 'pass'],
    ['when an expected header differs', [when, { ...ask, expect_headers: { 'set-cookie': 'other' } }], 'fail'],
    [
      'when a secret is expected and something else came',
      [
        { ...when, headers: { 'set-cookie': 'other' } },
        { ...ask, expect_headers: { 'set-cookie': secret } },
      ],
      'fail',
    ],
    [
      'when an undeclared command has a secret option',
      [{ type: 'proc_spawn', cmd: 'tool', args: ['--password', secret, `--api-key=${secret}`] }],
      'fail',
    ],
    [
      'when a declared command has a secret option',
      [
        { type: 'proc_when', cmd: 'tool', args: ['--token', secret], exit_code: 0 },
        { type: 'proc_spawn', cmd: 'tool', args: ['--token', secret] },
      ],
      'pass',
    ],
    [
      'inside nested blocks',
      [
        when,
        { type: 'assert_throws', steps: [{ type: 'repeat', times: 1, steps: [{ ...ask, expect_headers: { 'set-cookie': 'other' } }] }] },
      ],
      'pass',
    ],
  ] as const)('%s', async (_when, steps, status) => {
    const { document, replay, leaks } = await attempt(steps, ['--det']);
    expect([document['status'], leaks]).toEqual([status, []]);
    expect(replay).toMatchObject({ reproduced: true });
  });

  test.each([
    ['when no rule matches the header', [when, { ...ask, headers: { authorization: 'no' } }]],
    ['when a rule with a secret is not met', [{ ...when, match_headers: { authorization: 'no' } }, ask]],
    [
      'when a command differs from every declared one only in its secret',
      [
        { type: 'proc_when', cmd: 'tool', args: ['--token', 'other'], exit_code: 0 },
        { type: 'proc_spawn', cmd: 'tool', args: ['--token', secret] },
      ],
    ],
  ] as const)('%s', async (_when, steps) => {
    const { document, replay, leaks } = await attempt(steps, ['--det']);
    expect([document['status'], leaks]).toEqual(['fail', []]);
    expect(replay).toMatchObject({ reproduced: true });
  });

  test.each([
    [
      'header',
      [
        { ...when, status: 500, match_headers: { authorization: 'no' } },
        { ...when, status: 200 },
        { ...ask, expect_status: 200 },
      ],
    ],
    [
      'argument',
      [
        { type: 'proc_when', cmd: 'tool', args: ['--token', 'other'], exit_code: 1 },
        { type: 'proc_when', cmd: 'tool', args: ['--token', secret], exit_code: 0 },
        { type: 'proc_spawn', cmd: 'tool', args: ['--token', secret], expect_exit: 0 },
      ],
    ],
  ] as const)('and a replay takes the rule that was chosen by a secret %s', async (_what, steps) => {
    const { document, replay, leaks } = await attempt(steps, ['--det']);
    expect([document['status'], leaks]).toEqual(['pass', []]);
    expect(replay).toMatchObject({ reproduced: true });
  });

  test('of a header that the config names', async () => {
    const steps = [
      { ...when, match_headers: {}, headers: {} },
      { ...ask, headers: { 'x-private': secret } },
    ];
    const { leaks } = await attempt(steps, ['--det'], 'redact_headers = ["X-Private"]\n');
    expect(leaks).toEqual([]);
  });
});

test('a host call writes no secret of request or response, and its replay keeps the recorded verdict', async () => {
  const server = createServer((request, response) => {
    response.setHeader('set-cookie', [`a=${secret}`, 'b=1']);
    response.end(request.headers.authorization === `Bearer ${secret}` ? 'welcome' : 'who');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${Object(server.address()).port}/`;
  const call = { type: 'http_request', method: 'GET', path: url, headers: header, expect_body: 'welcome' };
  const held = await attempt([{ ...call, expect_headers: { 'set-cookie': `a=${secret}` } }], ['--http-backend', 'host']);
  expect([held.document['status'], held.leaks]).toEqual(['pass', []]);
  expect(held.replay).toMatchObject({ reproduced: true, status: 'pass' });
  const broken = await attempt([{ ...call, expect_headers: { 'set-cookie': 'none' } }], ['--http-backend', 'host']);
  expect([broken.document['status'], broken.leaks]).toEqual(['fail', []]);
  expect(broken.replay).toMatchObject({ reproduced: true, status: 'fail' });
});

test('a host process gets its secret option, and nothing else does', async () => {
  const script = 'process.exit(process.argv.at(-1) === "hunter2-s3cr3t" ? 0 : 9)';
  const { document, replay, leaks } = await attempt(
    [
      {
        type: 'proc_spawn',
        cmd: process.execPath,
        args: ['-e', script.replace('hunter2', 'hunt" + "er2'), '--', '--secret', secret],
        expect_exit: 0,
      },
    ],
    ['--proc-backend', 'host'],
  );
  expect([document['status'], leaks]).toEqual(['pass', []]);
  expect(replay).toMatchObject({ reproduced: true });
});
