/** Every kind of finding becomes a test that is red until it is mended. Each case is one project, its cure, and the search that finds it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../docs/markdown.ts';
import { performCommand, type CommandOptions } from '../support/built.ts';
import { project } from './run-cli.ts';

interface Case {
  readonly file: string;
  readonly wrong: string;
  readonly right: string;
  readonly finding: string;
  readonly options: CommandOptions;
}

const racy = (add: string) => `import { simulation } from 'fozzy';
export default simulation('two writers', (sim) => {
  let value = 0;
  const pause = () => new Promise((done) => setTimeout(done, 5));
  const add = async () => { ${add} };
  sim.client('first', add);
  sim.client('second', add);
  sim.finally('both count', () => value === 2);
});
`;
const greeting = (b: string) =>
  JSON.stringify({ version: 1, name: 'greeting', steps: [{ type: 'assert_ne_str', a: 'x${fuzz.input}', b }] });
const slow = (loop: string) => `export function f(text) { let n = 0; ${loop} return n; }\n`;

const cases: readonly Case[] = [
  {
    file: 'src/f.mjs',
    wrong: "export function f(text) { if (text.length > 3) throw new Error('long'); return 1; }\n",
    right: 'export function f() { return 1; }\n',
    finding: 'uncaught_error',
    options: {},
  },
  {
    file: 'src/f.mjs',
    wrong: 'export function f(text) { return text.length < 4; }\n',
    right: 'export function f() { return true; }\n',
    finding: 'property_violated',
    options: { mode: 'property' },
  },
  {
    file: 'src/f.mjs',
    wrong: "export const f = (text) => (text.length === 4 ? 'x' : text);\nexport const g = (text) => text;\n",
    right: 'export const f = (text) => text;\nexport const g = (text) => text;\n',
    finding: 'differential_mismatch',
    options: { against: 'src/f.mjs#g' },
  },
  {
    file: 'src/f.mjs',
    wrong: "export function f(text) { if (text.length > 3) Object.prototype['p' + text.length] = 1; return 1; }\n",
    right: 'export function f() { return 1; }\n',
    finding: 'prototype_pollution',
    options: {},
  },
  {
    file: 'src/f.mjs',
    wrong: slow('while (text.length > 3) n += 1;'),
    right: slow(''),
    finding: 'hang',
    options: {},
  },
  {
    file: 'tests/greeting.fozzy.json',
    wrong: greeting('xsecret'),
    right: greeting('no such text'),
    finding: 'assert_ne_str',
    options: { target: 'tests/greeting.fozzy.json', corpus: 'seeds' },
  },
  {
    file: 'tests/racy.fozzy.ts',
    wrong: racy('const before = value; await pause(); value = before + 1;'),
    right: racy('await pause(); value += 1;'),
    finding: 'finally_violated',
    options: { target: 'tests/racy.fozzy.ts' },
  },
];

function passes(cwd: string, path: string): boolean {
  const { NODE_TEST_CONTEXT: _context, VITEST: _vitest, ...env } = process.env;
  return spawnSync(process.execPath, ['--test', path], { cwd, env, stdio: 'pipe' }).status === 0;
}

test.each(cases.map((each) => [each.finding, each] as const))(
  '%s is red before it is mended and green after',
  async (finding, { file, wrong, right, options }) => {
    const cwd = project({
      'package.json': '{"type":"module"}',
      // Only who is to hang gets little time: on a busy machine anything may take half a second.
      ...(finding === 'hang' ? { 'fozzy.toml': 'hang_timeout = "500ms"\n' } : {}),
      [file]: wrong,
      'seeds/1': 'secret',
    });
    mkdirSync(join(cwd, 'node_modules'));
    symlinkSync(root, join(cwd, 'node_modules', 'fozzy'));
    const isFunction = options['target'] === undefined;
    const search = { ...(isFunction ? { target: 'src/f.mjs#f', input: 'string' } : {}), det: true, runs: 400, crashOnly: true, ...options };
    const found = await performCommand('fuzz', search, { cwd });
    expect(found.document).toMatchObject({ findings: [{ title: finding }] });
    await performCommand('save', { finding: 'last-fail', as: 'node-test', out: 'tests/saved.test.mjs' }, { cwd });
    expect(passes(cwd, 'tests/saved.test.mjs')).toBe(false);
    writeFileSync(join(cwd, file), right);
    expect(passes(cwd, 'tests/saved.test.mjs')).toBe(true);
  },
);
