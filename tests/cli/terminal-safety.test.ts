/**
 * What a subject says, and what its files are called, is shown and never obeyed: no command lets a control character of theirs through to the
 * terminal. Formats that are printed exactly as they are, and values that scripts asked for, are the exception.
 */
import { expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project } from './run-cli.ts';

const RED = '\u001b[31m';
const steps = [
  { type: 'http_when', method: 'GET', path: `/a${RED}`, status: 200, body: '1', delay: '50ms' },
  { type: 'http_request', method: 'GET', path: `/a${RED}`, expect_status: 200 },
  { type: 'memory_alloc', bytes: 3, key: `k${RED}`, tag: `t${RED}` },
  { type: 'fail', message: `m${RED}` },
];
const files = {
  'calm.fozzy.json': { version: 1, name: 'calm', steps: [{ type: 'sleep', duration: '1ms' }] },
  [`tests/a${RED}.fozzy.json`]: { version: 1, name: `n${RED}`, steps },
  [`tests/bad${RED}.fozzy.json`]: { version: 1, name: `n${RED}`, steps: [{ type: `no${RED}` }] },
  [`tests/sim${RED}.fozzy.ts`]: `import { simulation } from 'fozzy';
export default simulation('s\\u001b[31m', (sim) => {
  sim.client('c', () => { sim.log('l\\u001b[31m'); throw new Error('boom\\u001b[31m'); });
});
`,
  [`tests/parse${RED}.ts`]:
    "export const parse = (t: string): number => { if (t.length > 3) throw new Error('e\\u001b[31m' + t); return 1; };\n",
  [`tests/broken${RED}.ts`]: '{{{',
  [`c/input${RED}`]: 'x',
};

const recorded = [
  ['run', `tests/a${RED}.fozzy.json`, '--det', '--record', 't.fozzy', '--mem-artifacts'],
  ['run', 'calm.fozzy.json', '--det', '--record', 'calm.fozzy'],
  ['run', `tests/sim${RED}.fozzy.ts`, '--record', 's.fozzy'],
  ['fuzz', `tests/parse${RED}.ts#parse`, '--runs', '200', '--det', '--record', 'f.fozzy'],
];

const looked = [
  ...['t', 's', 'f'].flatMap((name) => [
    ['report', 'show', `${name}.fozzy`],
    ['report', 'show', `${name}.fozzy`, '--format', 'agent'],
    ['report', 'show', `${name}.fozzy`, '--format', 'github'],
    ['replay', `${name}.fozzy`],
    ['ci', `${name}.fozzy`],
    ['trace', 'verify', `${name}.fozzy`],
    ['trace', 'show', `${name}.fozzy`, '--decisions'],
    ['trace', 'diff', `${name}.fozzy`, 'calm.fozzy'],
    ['artifacts', 'ls', `${name}.fozzy`],
    ['artifacts', 'diff', `${name}.fozzy`, 'calm.fozzy'],
    ['profile', 'top', `${name}.fozzy`],
    ['profile', 'timeline', `${name}.fozzy`],
    ['profile', 'explain', `${name}.fozzy`, '--diff-with', 'calm.fozzy'],
    ['shrink', `${name}.fozzy`, '--out', `${name}.min.fozzy`],
  ]),
  ['profile', 'flame', 't.fozzy', '--heap'],
  ['memory', 'top', 't.fozzy'],
  ['memory', 'graph', 't.fozzy'],
  ['explain', 's.fozzy'],
  ['show', 's.fozzy'],
  ['report', 'flaky', 't.fozzy', 's.fozzy', 'f.fozzy'],
  ['test', '--det', '--reporter', 'pretty', '--reporter', 'github'],
  ['validate', `tests/a${RED}.fozzy.json`],
  ['validate', `tests/bad${RED}.fozzy.json`],
  ['validate', `tests/sim${RED}.fozzy.ts`],
  ['map', 'hotspots', '--min-risk', '0'],
  ['map', 'services'],
  ['map', 'suites', '--min-risk', '0', '--all'],
  ['corpus', 'list', 'c'],
  ['corpus', 'add', `d${RED}`, 'c'],
  ['runs', 'ls'],
  ['run', `none${RED}`],
  [`none${RED}`],
];

test('no command lets a control character of the subject through to the terminal', async () => {
  const cwd = project(files);
  const said: (readonly [string, string])[] = [];
  for (const words of [...recorded, ...looked]) {
    const { stdout, stderr } = await typed(words, { cwd });
    expect(stdout + stderr, words.join(' ')).not.toBe('');
    said.push([words.join(' '), `${stdout}${stderr}`]);
  }
  expect(said.filter(([, text]) => text.includes('\u001b'))).toEqual([]);
});
