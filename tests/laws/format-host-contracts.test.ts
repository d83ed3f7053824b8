/** Law: the contract of a rule and the expectations of a step are judged each on its own, also where both look at a secret. */
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
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
