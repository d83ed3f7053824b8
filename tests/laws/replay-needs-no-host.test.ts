/** Law: a run that used real processes, files and servers replays without any of them, and without waiting. */
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { project, runCli } from '../cli/run-cli.ts';

const preload = pathToFileURL(join(dirname(dirname(fileURLToPath(import.meta.url))), 'support', 'count-host-calls.mjs')).href;
const host = ['--proc-backend', 'host', '--fs-backend', 'host', '--http-backend', 'host'];

async function serve(answer: Parameters<typeof createServer>[1] & object): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(answer as never);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return { server, url: `http://127.0.0.1:${Object(server.address()).port}` };
}

/** Replays in a process that is watched, and hands back what it did to the host. */
async function watchedReplay(cwd: string, trace: string) {
  const counts = join(cwd, 'counts.json');
  const answer = await runCli(['replay', trace, '--json'], { cwd, env: { NODE_OPTIONS: `--import=${preload}`, FOZZY_HOST_CALLS: counts } });
  return { answer, calls: JSON.parse(readFileSync(counts, 'utf8')) };
}

test('the watch sees processes, connections and files, so that a count of none means none', async () => {
  const steps = [
    { type: 'proc_spawn', cmd: 'true' },
    { type: 'fs_write', path: 'made.txt', data: 'x' },
    { type: 'assert_throws', steps: [{ type: 'http_request', method: 'GET', path: 'http://127.0.0.1:1/' }] },
  ];
  const cwd = project({ 'a.fozzy.json': { version: 1, name: 'a', steps } });
  const counts = join(cwd, 'counts.json');
  await runCli(['run', 'a.fozzy.json', '--json', ...host], { cwd, env: { NODE_OPTIONS: `--import=${preload}`, FOZZY_HOST_CALLS: counts } });
  const calls = JSON.parse(readFileSync(counts, 'utf8'));
  expect([calls.processes, calls.connections.length, calls.files.some((path: string) => path.endsWith('made.txt'))]).toEqual([
    ['true'],
    1,
    true,
  ]);
});

test('processes, files, requests and waits are repeated from the recording alone', async () => {
  let requests = 0;
  const { server, url } = await serve((_request: unknown, response: { end: (text: string) => void }) => {
    requests += 1;
    response.end(`answer ${requests}`);
  });
  const steps = [
    { type: 'proc_spawn', cmd: './tool.sh', args: ['x'], expect_exit: 3, expect_stdout: { contains: 'hello x' }, save_stdout_as: 'out' },
    { type: 'proc_spawn', cmd: './tool.sh', args: ['y'], expect_exit: 3 },
    { type: 'fs_write', path: 'made/by-run.txt', data: '${out}' },
    { type: 'fs_read_assert', path: 'made/by-run.txt', equals: { contains: 'hello' } },
    { type: 'fs_snapshot', name: 's' },
    {
      type: 'assert_throws',
      steps: [
        { type: 'fs_write', path: 'made/by-run.txt', data: 'new' },
        { type: 'fail', message: 'x' },
      ],
    },
    { type: 'fs_restore', name: 's' },
    { type: 'http_request', method: 'GET', path: `${url}/a`, expect_status: 200, expect_body: 'answer 1' },
    { type: 'http_request', method: 'POST', path: `${url}/a`, body: 'b', save_body_as: 'second' },
    { type: 'sleep', duration: '40ms' },
    { type: 'assert_eq_str', a: '${second}', b: 'wrong on purpose' },
  ];
  const cwd = project({ 'a.fozzy.json': { version: 1, name: 'a', steps }, 'tool.sh': '#!/bin/sh\necho "hello $1" $$\nexit 3\n' });
  chmodSync(join(cwd, 'tool.sh'), 0o755);
  const run = await runCli(['run', 'a.fozzy.json', '--seed', '7', '--record', 't.fozzy', '--json', ...host], { cwd });
  expect([run.code, run.json()['status'], requests]).toEqual([1, 'fail', 2]);

  server.close();
  for (const path of ['tool.sh', 'made', 'a.fozzy.json']) rmSync(join(cwd, path), { recursive: true });
  const { answer, calls } = await watchedReplay(cwd, 't.fozzy');
  expect(answer.json()).toMatchObject({ status: 'fail', replay: { reproduced: true }, virtualTimeMs: run.json()['virtualTimeMs'] });
  expect(answer.code).toBe(1);
  expect(calls).toEqual({ processes: [], connections: [], files: [] });
  expect([existsSync(join(cwd, 'made')), requests]).toEqual([false, 2]);
});

test('a hung process and a hung server time out in flight, and their replays time out without waiting', async () => {
  const { url } = await serve(() => undefined);
  const hanging = {
    proc: { type: 'proc_spawn', cmd: 'sh', args: ['-c', 'echo begun; sleep 60'] },
    http: { type: 'http_request', method: 'GET', path: url },
  };
  for (const [name, step] of Object.entries(hanging)) {
    const cwd = project({
      'a.fozzy.json': { version: 1, name, steps: [{ type: 'set_kv', key: 'k', value: 'v' }, step, { type: 'trace_event', name: 'never' }] },
    });
    // Long enough for a busy machine to come to the step that hangs.
    const run = await runCli(['run', 'a.fozzy.json', '--timeout', '3s', '--record', 't.fozzy', '--json', ...host], { cwd });
    expect([name, run.code, run.json()['status']]).toEqual([name, 3, 'timeout']);
    expect(run.json()).toMatchObject({ findings: [{ kind: 'hang', title: 'timeout', location: { stepPath: '/steps/1' } }] });
    const { answer, calls } = await watchedReplay(cwd, 't.fozzy');
    expect([name, answer.code]).toEqual([name, 3]);
    expect(answer.json()).toMatchObject({ status: 'timeout', replay: { reproduced: true } });
    expect(calls).toEqual({ processes: [], connections: [], files: [] });
  }
});

test('failed calls are recorded and fail alike in the replay', async () => {
  const failing = [
    { type: 'proc_spawn', cmd: './no-such-program' },
    { type: 'http_request', method: 'GET', path: 'http://127.0.0.1:1/' },
    { type: 'fs_write', path: '../outside.txt', data: 'x' },
    { type: 'fs_read_assert', path: 'missing.txt', equals: 'x' },
    { type: 'fs_restore', name: 'never-taken' },
    { type: 'http_request', method: 'GET', path: 'ftp://example.com/' },
    { type: 'proc_spawn', cmd: 'sh', args: ['-c', 'kill -SEGV $$'], expect_exit: 0 },
    { type: 'proc_spawn', cmd: 'head', args: ['-c', '9000000', '/dev/zero'] },
  ];
  const titles = [
    'proc_spawn_host',
    'http_host_request',
    'host_fs_path',
    'host_fs_read_assert',
    'host_fs_restore_missing_snapshot',
    'http_host_url',
    'proc_exit',
    'proc_spawn_host',
  ];
  for (const [index, step] of failing.entries()) {
    const cwd = project({ 'a.fozzy.json': { version: 1, name: 'a', steps: [step] } });
    const run = await runCli(['run', 'a.fozzy.json', '--json', ...host], { cwd });
    expect(run.json()).toMatchObject({ status: 'fail', findings: [{ title: titles[index] }] });
    const again = await runCli(['replay', 'latest', '--json'], { cwd });
    expect([step, again.json()]).toMatchObject([
      step,
      { status: 'fail', replay: { reproduced: true }, findings: [{ title: titles[index] }] },
    ]);
    expect(existsSync(join(dirname(cwd), 'outside.txt'))).toBe(false);
  }
});

test('a scenario that is edited after the run does not change the replay, and the next run sees the edit', async () => {
  const text = (message: string) => JSON.stringify({ version: 1, name: 'a', steps: [{ type: 'fail', message }] });
  const cwd = project({ 'a.fozzy.json': text('before') });
  await runCli(['run', 'a.fozzy.json', '--det', '--record', 't.fozzy', '--json'], { cwd });
  writeFileSync(join(cwd, 'a.fozzy.json'), text('after'));
  expect((await runCli(['replay', 't.fozzy', '--json'], { cwd })).json()).toMatchObject({
    findings: [{ message: expect.stringContaining('before') }],
  });
  expect((await runCli(['run', 'a.fozzy.json', '--det', '--json'], { cwd })).json()).toMatchObject({
    findings: [{ message: expect.stringContaining('after') }],
  });
});
