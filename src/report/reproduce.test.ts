import { describe, expect, test } from 'vitest';
import { replayCommand, scenarioCommands } from './reproduce.ts';
import { base, divergedReplay, failedRun, failedTest, result, shrunk } from './sample-summary.ts';

describe('commands that repeat a failure', () => {
  test('a failed run is replayed from its trace, or by run id where it left none', () => {
    expect(replayCommand(failedRun)).toBe('fozzy replay /shop/.fozzy/runs/0c1d5a1e/trace.fozzy');
    expect(replayCommand({ ...base, status: 'timeout' })).toBe(`fozzy replay ${base.identity.runId}`);
  });

  test('a diverged replay is repeated with the trace it was given', () => {
    expect(replayCommand(divergedReplay)).toBe('fozzy replay bug.fozzy');
  });

  test('a shrink points at the smaller trace', () => {
    expect(replayCommand(shrunk)).toBe('fozzy replay bug.min.fozzy');
  });

  test('a run that held has nothing to repeat, and a test repeats per scenario', () => {
    expect(replayCommand(base)).toBeUndefined();
    expect(replayCommand(failedTest)).toBeUndefined();
  });

  test('a scenario runs again with its own seed, clock and backends', () => {
    const failed = result({ path: 'tests/a b.fozzy.json', status: 'fail', ok: false, seed: '9', tracePath: '/t/a.fozzy' });
    const hosted = {
      ...failedTest,
      params: { ...failedTest.params, det: false, backends: { proc: 'host', fs: 'virtual', http: 'scripted' } as const },
    };
    expect(scenarioCommands(failed, failedTest)).toEqual({
      replay: 'fozzy replay /t/a.fozzy',
      again: "fozzy run 'tests/a b.fozzy.json' --seed 9 --det",
    });
    expect(scenarioCommands(failed, hosted).again).toBe("fozzy run 'tests/a b.fozzy.json' --seed 9 --proc-backend host");
  });

  test('a scenario runs again with the deadline and the memory it was given', () => {
    const failed = result({ path: 'a.fozzy.json', status: 'timeout', ok: false, seed: '9' });
    const memory = { track: true, limit_mb: 1, pressure_wave: '1,2', fail_on_leak: true, artifacts: true };
    const pressed = { ...failedTest, params: { ...failedTest.params, timeoutMs: 1500, memory } };
    expect(scenarioCommands(failed, pressed).again).toBe(
      'fozzy run a.fozzy.json --seed 9 --det --timeout 1500ms --mem-limit-mb 1 --mem-pressure-wave 1,2 --fail-on-leak',
    );
  });

  test('a file that was refused is validated, a distributed one explored', () => {
    expect(scenarioCommands(result({ path: 'x.fozzy.json', status: 'error', ok: false }), failedTest).again).toBe(
      'fozzy validate x.fozzy.json',
    );
    const invariant = { kind: 'invariant', title: 'kv_all_equal', message: '', fingerprint: 'f' } as const;
    const distributed = result({ path: 'x.fozzy.json', status: 'fail', ok: false, seed: '3', findings: [invariant] });
    expect(scenarioCommands(distributed, failedTest).again).toBe('fozzy explore x.fozzy.json --seed 3');
  });
});
