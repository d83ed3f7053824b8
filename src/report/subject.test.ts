import { describe, expect, test } from 'vitest';
import type { Mode } from '../trace/summary.ts';
import { base, httpFinding } from './sample-summary.ts';
import { subjectOf } from './subject.ts';

function subject(mode: Mode, ...args: string[]): string | undefined {
  return subjectOf({ ...base, mode, params: { ...base.params, commandLine: ['fozzy', ...args] } });
}

describe('the subject of a run', () => {
  test('is the scenario or target of the command line, wherever flags stand', () => {
    expect(subject('run', '--json', 'run', '--seed', '7', 'tests/a.fozzy.json')).toBe('tests/a.fozzy.json');
    expect(subject('run', 'run', '--det', 'tests/a.fozzy.json', '--record', 'b.fozzy')).toBe('tests/a.fozzy.json');
    expect(subject('explore', 'explore', '--schedule', 'pct', 'tests/a.fozzy.mts')).toBe('tests/a.fozzy.mts');
  });

  test('of a search of inputs is its target, however it was written', () => {
    expect(subject('fuzz', 'fuzz', '--minimize', 'fn:src/p.ts#p')).toBe('fn:src/p.ts#p');
    expect(subject('fuzz', 'fuzz', 'src/p.ts#p', '--runs', '5')).toBe('src/p.ts#p');
    expect(subject('fuzz', 'fuzz', '--runs', '5', 'tests/p.fuzz.ts')).toBe('tests/p.fuzz.ts');
  });

  test('of a replay or shrink is the selector', () => {
    expect(subject('replay', 'replay', '--until', '3s', 'bug.fozzy')).toBe('bug.fozzy');
    expect(subject('shrink', 'shrink', '--minimize', 'all', 'latest')).toBe('latest');
  });

  test('of a test is many, so there is none', () => {
    expect(subject('test', 'test', 'tests/a.fozzy.json')).toBeUndefined();
  });

  test('falls back to the file a finding names', () => {
    expect(subjectOf({ ...base, findings: [httpFinding], params: { ...base.params, commandLine: [] } })).toBe('tests/cart.fozzy.json');
  });
});
