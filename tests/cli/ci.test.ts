/** `fozzy ci` as a pipeline sees it: exit codes, one document, one line per check, and no traces of its own. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project } from './run-cli.ts';

const scenario = { version: 1, name: 'a', steps: [{ type: 'rand_u64' }, { type: 'fail', message: 'no' }] };

async function recorded(): Promise<{ readonly cwd: string; readonly runId: string }> {
  const cwd = project({ 'a.fozzy.json': scenario });
  const { identity } = (await typed(['run', 'a.fozzy.json', '--det', '--json'], { cwd })).json() as { identity: { runId: string } };
  return { cwd, runId: identity.runId };
}

describe('ci', () => {
  test('accepts a faithful trace however it is named', async () => {
    const { cwd, runId } = await recorded();
    cpSync(join(cwd, '.fozzy/runs', runId, 'trace.fozzy'), join(cwd, 'moved.fozzy'));
    const answers = [];
    for (const selector of [
      'latest',
      'LAST-FAIL',
      runId,
      `.fozzy/runs/${runId}`,
      `./.fozzy/runs/${runId}/trace.fozzy`,
      join(cwd, 'moved.fozzy'),
    ]) {
      const answer = await typed(['ci', selector, '--json'], { cwd });
      expect([selector, answer.code]).toEqual([selector, 0]);
      answers.push(answer.json());
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(Object.keys(answers[0] ?? {})).toEqual(['schemaVersion', 'ok', 'checks']);
  });

  test('refuses with exit 1 and the reason, one line per check', async () => {
    const { cwd, runId } = await recorded();
    const path = join(cwd, '.fozzy/runs', runId, 'trace.fozzy');
    writeFileSync(join(cwd, 'bare.fozzy'), readFileSync(path, 'utf8').replace(/,"checksum":"[0-9a-f]+"/, ''));
    const answer = await typed(['ci', 'bare.fozzy'], { cwd });
    expect(answer.code).toBe(1);
    expect(answer.stdout).toMatch(/^✗ trace_verify +checksum_present=false checksum_valid=unverifiable warnings=checksum_missing$/m);
    expect(answer.stdout.split('\n').filter((line) => line.startsWith('✓'))).toHaveLength(7);
    expect((await typed(['ci', 'bare.fozzy', '--unsafe'], { cwd })).code).toBe(0);
  });

  test('is an error, exit 2, for what cannot be read or was tampered with', async () => {
    const { cwd, runId } = await recorded();
    const path = join(cwd, '.fozzy/runs', runId, 'trace.fozzy');
    writeFileSync(join(cwd, 'changed.fozzy'), readFileSync(path, 'utf8').replace('"no"', '"yes"'));
    writeFileSync(join(cwd, 'text.fozzy'), 'text');
    writeFileSync(join(cwd, '.fozzy/runs', runId, 'events.json'), '[]');
    for (const [selector, code] of [
      ['changed.fozzy', 'trace_checksum'],
      ['text.fozzy', 'trace_parse'],
      ['none.fozzy', 'trace_not_found'],
      ['last-pass', 'alias_unresolved'],
      [runId, 'run_damaged'],
    ] as const) {
      for (const mode of ['--strict', '--unsafe']) {
        const answer = await typed(['ci', selector, mode, '--json'], { cwd });
        expect([selector, mode, answer.code, answer.json()['code']]).toEqual([selector, mode, 2, code]);
      }
    }
  });

  test('leaves no run behind and does not move the aliases', async () => {
    const { cwd, runId } = await recorded();
    await typed(['ci', 'latest'], { cwd });
    expect(readdirSync(join(cwd, '.fozzy/runs'))).toEqual([runId]);
    expect((await typed(['runs', 'ls', '--json'], { cwd })).json()).toMatchObject({ total: 1, aliases: { latest: runId } });
  });

  test('refuses one flag of a pair without the other', async () => {
    for (const flag of ['--flake-run', '--flake-budget', '--perf-baseline', '--max-p99-delta-pct']) {
      const answer = await typed(['ci', 'latest', flag, '1', '--json'], { cwd: project() });
      expect([flag, answer.code, answer.json()['code']]).toEqual([flag, 2, 'usage']);
    }
  });
});
