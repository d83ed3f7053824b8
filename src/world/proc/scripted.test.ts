import { describe, expect, test } from 'vitest';
import type { ProcRule } from './port.ts';
import { scriptedProcesses } from './scripted.ts';

function rule(change: Partial<ProcRule>): ProcRule {
  return { cmd: 'git', args: [], exitCode: 0, stdout: '', stderr: '', times: undefined, stepPath: '/steps/0', ...change };
}

describe('scripted processes', () => {
  test('command and arguments must be equal, one by one', () => {
    const proc = scriptedProcesses();
    proc.declare(rule({ args: ['log', '-1'] }));
    expect(proc.take('git', ['log', '-1'], 0)?.exitCode).toBe(0);
    for (const args of [[], ['log'], ['log', '-1', ''], ['log -1'], ['-1', 'log']]) expect(proc.take('git', args, 0)).toBeUndefined();
    expect(proc.take('Git', ['log', '-1'], 0)).toBeUndefined();
  });

  test('a used up rule lets the next one answer', () => {
    const proc = scriptedProcesses();
    proc.declare(rule({ exitCode: 9, times: 0 }));
    proc.declare(rule({ exitCode: 1, times: 1 }));
    proc.declare(rule({ exitCode: 2 }));
    expect([1, 2, 3].map(() => proc.take('git', [], 0)?.exitCode)).toEqual([1, 2, 2]);
  });

  test('an earlier rule for another command keeps its uses', () => {
    const proc = scriptedProcesses();
    proc.declare(rule({ cmd: 'ls', times: 1 }));
    proc.declare(rule({ times: 1 }));
    expect(proc.take('git', [], 0)).toBeDefined();
    expect(proc.take('ls', [], 0)).toBeDefined();
    expect(proc.take('ls', [], 0)).toBeUndefined();
  });

  test('rules and remaining uses roll back, reported uses do not', () => {
    const proc = scriptedProcesses();
    proc.declare(rule({ times: 1 }));
    const saved = proc.save();
    proc.take('git', [], 3);
    proc.load(saved);
    proc.take('git', [], 4);
    proc.load(saved);
    expect(proc.declaredCount).toBe(1);
    expect(proc.uses()).toEqual([{ stepPath: '/steps/0', count: 2, firstUsedAtMs: 3 }]);
    expect(proc.take('git', [], 5)).toBeDefined();
    expect(proc.take('git', [], 5)).toBeUndefined();
  });
});
