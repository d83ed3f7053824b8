/** Law: on the host, contracts and expectations are judged each on its own, and a block takes back its files and no others. */
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { project, runCli } from '../cli/run-cli.ts';
import { listen } from '../support/loopback.ts';

async function titlesOf(contract: string, expected: string): Promise<readonly (readonly unknown[])[]> {
  const server = createServer((_request, response) => {
    response.setHeader('set-cookie', 'a=1');
    response.end('ok');
  });
  const { port } = await listen(server);
  const steps = [
    { type: 'http_when', method: 'GET', path: '/', status: 200, headers: { 'set-cookie': contract } },
    { type: 'http_request', method: 'GET', path: `http://127.0.0.1:${port}/`, expect_headers: { 'set-cookie': expected } },
  ];
  const cwd = project({ 'a.fozzy.json': { version: 1, name: 'a', steps } });
  const run = await runCli(['run', 'a.fozzy.json', '--http-backend', 'host', '--record', 't.fozzy', '--json'], { cwd });
  const replay = await runCli(['replay', 't.fozzy', '--json'], { cwd });
  return [run, replay].map((answer) => {
    const findings: unknown = answer.json()['findings'];
    return Array.isArray(findings) ? findings.map((finding: { readonly title: string }) => finding.title) : [];
  });
}

test('a contract that holds does not excuse an expectation that does not, nor the other way round', async () => {
  expect(await titlesOf('a=1', 'a=1')).toEqual([[], []]);
  expect(await titlesOf('a=1', 'other')).toEqual([['http_headers'], ['http_headers']]);
  expect(await titlesOf('other', 'a=1')).toEqual([['http_when_host_headers'], ['http_when_host_headers']]);
});

describe('blocks that end together on real files', () => {
  const write = (path: string): object => ({ type: 'fs_write', path, data: '1' });
  const throws = (...steps: readonly object[]): object => ({ type: 'assert_throws', steps });
  const fail = { type: 'fail', message: 'on purpose' };

  async function leftOf(steps: readonly object[]): Promise<readonly string[]> {
    const cwd = project({ 'a.fozzy.json': { version: 1, name: 'a', steps } });
    const run = await runCli(['run', 'a.fozzy.json', '--fs-backend', 'host', '--json'], { cwd });
    const files = readdirSync(cwd).filter((name) => name.startsWith('file-'));
    return [String(run.json()['status']), ...files.sort()];
  }

  test('are all undone when the outermost is', async () => {
    const nested = throws(write('file-a'), throws(write('file-b'), throws(write('file-c'), fail)));
    expect(await leftOf([nested])).toEqual(['pass']);
    expect(await leftOf([nested, write('file-d')])).toEqual(['pass', 'file-d']);
    expect(await leftOf([throws(write('file-e'), throws(nested))])).toEqual(['pass']);
  });

  test('keep what was written outside of the one that is undone', async () => {
    expect(await leftOf([throws(write('file-a'), throws(write('file-b'), fail))])).toEqual(['fail', 'file-a']);
  });
});
