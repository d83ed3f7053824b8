import { expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { listPaths, parsePath, query } from './query-path.ts';

const report = {
  status: 'fail',
  findings: [{ title: 'a', at: { line: 1 } }, { title: 'b' }],
  allowed: { 'x.y': 2 },
  none: null,
  empty: [],
};

function ask(expression: string): Json {
  const parsed = parsePath(expression);
  if (!parsed.ok) return 'malformed';
  const queried = query(report, parsed.steps);
  return queried.found ? queried.value : 'nothing';
}

test('a path without [] gives the value, with or without the leading dot', () => {
  expect(ask('.')).toEqual(report);
  expect([ask('status'), ask('.status'), ask('findings[1].title'), ask('.findings[0].at.line'), ask('none')]).toEqual([
    'fail',
    'fail',
    'b',
    1,
    null,
  ]);
  expect(ask('allowed["x.y"]')).toBe(2);
});

test('a path with [] always gives a list, empty where nothing matches', () => {
  expect([ask('findings[].title'), ask('findings[].at.line'), ask('empty[]'), ask('findings[].nope'), ask('nope[]')]).toEqual([
    ['a', 'b'],
    [1],
    [],
    [],
    [],
  ]);
});

test('what does not exist is not found, inherited members included', () => {
  for (const expression of ['nope', 'status.x', 'findings[2]', 'findings.title', 'status[0]', 'constructor', '__proto__']) {
    expect([expression, ask(expression)]).toEqual([expression, 'nothing']);
  }
});

test('what is no path is malformed', () => {
  for (const expression of ['', '..', 'a..b', 'a.', '[', 'a[', 'a[-1]', 'a[x]', 'a b', '1a', 'a[0]b', '["open]']) {
    expect([expression, ask(expression)]).toEqual([expression, 'malformed']);
  }
});

test('every listed path can be asked for and finds something', () => {
  const paths = listPaths(report);
  expect(paths).toEqual([
    'status',
    'findings',
    'findings[]',
    'findings[].title',
    'findings[].at',
    'findings[].at.line',
    'allowed',
    'allowed["x.y"]',
    'none',
    'empty',
  ]);
  for (const path of paths) expect(ask(path)).not.toBe('nothing');
});
