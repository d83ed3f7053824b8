/** The quickstart as it is printed: every command works on a fresh machine, in this order, and leaves what it promises. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { project, runCli } from './run-cli.ts';

interface Summary {
  readonly status: string;
  readonly mode: string;
  readonly identity: { readonly runId: string; readonly tracePath?: string };
  readonly findings: readonly { readonly fingerprint: string }[];
}

test('the quickstart works as printed', async () => {
  const cwd = project();
  const fozzy = async (line: string): Promise<{ readonly code: number | null; readonly json: Readonly<Record<string, unknown>> }> => {
    const answer = await runCli(line.split(' '), { cwd });
    return { code: answer.code, json: answer.json() };
  };

  expect((await runCli(['init', '--force'], { cwd })).code).toBe(0);
  expect(await fozzy('run tests/example.fozzy.json --det --json')).toMatchObject({ code: 0, json: { status: 'pass', mode: 'run' } });

  const failed = await fozzy('run tests/fail.fozzy.json --det --json');
  const summary = failed.json as unknown as Summary; // The shape is what the next lines are about.
  const trace = `.fozzy/runs/${summary.identity.runId}/trace.fozzy`;
  expect([failed.code, summary.status]).toEqual([1, 'fail']);
  expect(summary.identity.tracePath?.endsWith(trace)).toBe(true);
  expect(existsSync(join(cwd, trace))).toBe(true);
  const [{ fingerprint } = { fingerprint: '' }] = summary.findings;

  expect(await fozzy(`replay ${trace} --json`)).toMatchObject({
    code: 1,
    json: { status: 'fail', mode: 'replay', replay: { reproduced: true, fingerprints: [fingerprint] } },
  });
  const shrunk = await fozzy(`shrink ${trace} --minimize all --json`);
  expect(shrunk).toMatchObject({ code: 0, json: { mode: 'shrink', shrink: { preserved: true, fingerprint } } });
  const { out, before, after } = shrunk.json['shrink'] as { out: string; before: { steps: number }; after: { steps: number } };
  expect(after.steps).toBeLessThan(before.steps);
  expect(await fozzy(`replay ${out} --json`)).toMatchObject({
    code: 1,
    json: { replay: { reproduced: true, fingerprints: [fingerprint] } },
  });

  expect(await fozzy(`ci ${trace} --json`)).toMatchObject({ code: 0, json: { schemaVersion: 'fozzy.ci_report.v1', ok: true } });
  expect(await fozzy(`--strict trace verify ${trace} --json`)).toMatchObject({ code: 0, json: { ok: true, checksumValid: true } });
  expect(await fozzy(`artifacts pack ${trace} --out repro.zip --json`)).toMatchObject({ code: 0, json: { type: 'exported' } });
  const packed = Object.keys(unzipSync(readFileSync(join(cwd, 'repro.zip'))));
  expect(packed).toEqual(
    expect.arrayContaining(['trace.fozzy', 'report.json', 'events.json', 'env.json', 'version.json', 'commandline.json']),
  );
  expect(await fozzy('version --json')).toMatchObject({ code: 0, json: { version: expect.stringMatching(/^\d+\.\d+\.\d+/) } });
});

test('after init every recommended command passes, and what fails on purpose fails', async () => {
  const cwd = project();
  const init = await runCli(['init', '--json'], { cwd });
  const lines = [
    ...(init.json()['next'] as readonly string[]).map((line) => line.replace(/^fozzy /u, '')), // texts, by contract
    'fuzz tests/example.fozzy.json --det --runs 50',
  ];
  expect(lines).toHaveLength(5);
  for (const line of lines) expect([line, (await runCli(line.split(' '), { cwd })).code]).toEqual([line, 0]);
});

test('env shows the active backends', async () => {
  const cwd = project({ 'fozzy.toml': 'http_backend = "host"\n' });
  const plain = await runCli(['env', '--json'], { cwd: project() });
  expect([plain.code, plain.json()]).toMatchObject([
    0,
    {
      capabilities: {
        proc: { backend: 'scripted', deterministic: true },
        fs: { backend: 'virtual_overlay', deterministic: true },
        http: { backend: 'scripted', deterministic: true },
      },
    },
  ]);
  expect((await runCli(['env', '--json', '--proc-backend', 'host'], { cwd })).json()).toMatchObject({
    capabilities: { proc: { backend: 'host', deterministic: false }, http: { backend: 'host', deterministic: false } },
  });
});
