/** One list of what file steps do, two arms: the virtual overlay and the real disk. */
import { describe, expect, test } from 'vitest';
import { project } from '../cli/run-cli.ts';
import { perform } from '../support/in-process.ts';
import type { StepRecord } from '../support/run-steps.ts';

const write = (path: string, data: string): StepRecord => ({ type: 'fs_write', path, data });
const read = (path: string, equals: unknown): StepRecord => ({ type: 'fs_read_assert', path, equals });
const snapshot = (name: string): StepRecord => ({ type: 'fs_snapshot', name });
const restore = (name: string): StepRecord => ({ type: 'fs_restore', name });
const fails = (...steps: readonly StepRecord[]): StepRecord => ({ type: 'assert_throws', steps });
const fail: StepRecord = { type: 'fail', message: 'x' };

const behaviours: Readonly<Record<string, readonly StepRecord[]>> = {
  'what was written is read': [write('f', 'one'), read('f', 'one')],
  'writing replaces the whole content': [write('f', 'a longer text'), write('f', 'x'), read('f', 'x')],
  'an empty file is a file': [write('f', ''), read('f', '')],
  'text outside ASCII survives': [write('ü/🙂.txt', 'Grüße 🙂\u0000'), read('ü/🙂.txt', 'Grüße 🙂\u0000')],
  'line breaks survive': [write('f', 'a\r\nb\n'), read('f', 'a\r\nb\n')],
  'directories are implicit': [write('a/b/c/d.txt', 'x'), read('a/b/c/d.txt', 'x')],
  'spellings of one path are one file': [write('d/../d//./f', 'x'), read('d/f', 'x'), read('./d/f', 'x')],
  'a missing file fails': [fails(read('missing', 'x')), write('f', 'x')],
  'another content fails': [write('f', 'x'), fails(read('f', 'y')), read('f', 'x')],
  'matches look into the content': [write('f', 'abc'), read('f', { contains: 'b' }), read('f', { matches: '^a.c$' })],
  'references are replaced': [{ type: 'set_kv', key: 'k', value: 'v' }, write('${k}.txt', '<${k}>'), read('v.txt', '<v>')],
  'a snapshot is restored': [write('f', '1'), snapshot('s'), write('f', '2'), restore('s'), read('f', '1')],
  'a restore removes what came later': [write('f', '1'), snapshot('s'), write('g', '2'), restore('s'), fails(read('g', '2'))],
  'a snapshot survives its restore': [
    write('f', '1'),
    snapshot('s'),
    write('f', '2'),
    restore('s'),
    write('f', '3'),
    restore('s'),
    read('f', '1'),
  ],
  'a snapshot of the same name replaces the first': [
    write('f', '1'),
    snapshot('s'),
    write('f', '2'),
    snapshot('s'),
    write('f', '3'),
    restore('s'),
    read('f', '2'),
  ],
  'an unknown snapshot fails': [write('f', '1'), fails(restore('nothing'))],
  'an expected failure takes writes back': [
    write('f', 'old'),
    fails(write('f', 'new'), write('g', 'new'), fail),
    read('f', 'old'),
    fails(read('g', 'new')),
  ],
  'an expected failure inside another takes back its own': [
    fails(write('f', '1'), fails(write('f', '2'), fail), read('f', '1'), fail),
    fails(read('f', '1')),
  ],
  'an expected failure takes a snapshot back': [write('f', '1'), fails(snapshot('s'), fail), fails(restore('s'))],
  'an expected failure takes a restore back': [
    write('f', '1'),
    snapshot('s'),
    write('f', '2'),
    fails(restore('s'), read('f', '1'), fail),
    read('f', '2'),
  ],
};

describe.each(['virtual', 'host'] as const)('on %s files', (backend) => {
  test.each(Object.entries(behaviours))('%s', async (_behaviour, steps) => {
    const cwd = project({ 'a.fozzy.json': { version: 1, name: 'a', steps } });
    const summary = await perform(cwd, 'run', { scenario: 'a.fozzy.json', seed: 7, record: 't.fozzy' }, { backends: { fs: backend } });
    expect(summary.findings.map(({ title, message, location }) => ({ title, message, at: location?.stepPath }))).toEqual([]);
    const again = await perform(cwd, 'replay', { runOrTrace: 't.fozzy' });
    expect(again.replay).toMatchObject({ reproduced: true, status: 'pass' });
  });
});
