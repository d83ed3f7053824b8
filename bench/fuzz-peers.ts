/** Other guided fuzzers for JavaScript on the same parser, installed for this benchmark only. One that does not run here is a row that says so. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type TypeScript from 'typescript';
import type { Row } from './row.ts';

/** Not part of the bundle: it asks where it lies. */
const ts = createRequire(import.meta.url)('typescript') as typeof TypeScript; // that very package

const JSFUZZ = 'jsfuzz@1.0.15';
const JAZZER = '@jazzer.js/core@4.0.0';
const SECONDS = 8;
const INSTALL_MAX_MS = 180_000;

/** `plainUs` is what the parser costs in a plain loop. Executions a second as the peer tells them, which is wall-clock time. */
export function peerRows(directory: string, parser: string, plainUs: number): readonly Row[] {
  const folder = join(directory, 'peers');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "name": "peers", "private": true }');
  const source = ts.transpileModule(readFileSync(parser, 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2018, module: ts.ModuleKind.CommonJS },
  });
  writeFileSync(join(folder, 'parser.js'), source.outputText);
  writeFileSync(join(folder, 'target.js'), TARGET);
  return [peerRow(folder, JSFUZZ, plainUs), peerRow(folder, JAZZER, plainUs)];
}

const TARGET = `const { parse } = require('./parser.js');
exports.fuzz = (data) => {
  try {
    parse(data.toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
};
`;

function peerRow(folder: string, name: string, plainUs: number): Row {
  process.stderr.write(`fuzz-speed: ${name}\n`);
  const row = { name: `fuzz: ${name} against the plain loop`, unit: '×' };
  const failed = (why: string): Row => ({ ...row, measured: 0, note: `not measured: ${why}` });
  const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent', name], {
    cwd: folder,
    encoding: 'utf8',
    timeout: INSTALL_MAX_MS,
  });
  if (installed.status !== 0) return failed('it does not install');
  const [command, ...args] = name.startsWith('jsfuzz')
    ? ['jsfuzz', 'target.js']
    : ['jazzer', 'target', '--sync', '--', `-max_total_time=${SECONDS}`];
  const told = spawnSync(join(folder, 'node_modules', '.bin', command), args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: SECONDS * 1000,
    killSignal: 'SIGINT',
  });
  const rates = [...`${told.stdout}${told.stderr}`.matchAll(/exec\/s: (\d+)/gu)].map(([, rate]) => Number(rate)).filter((rate) => rate > 0);
  const rate = rates.at(-1);
  if (rate === undefined) return failed(told.stderr.split('\n').find((line) => line.includes('rror')) ?? 'it told no rate');
  return { ...row, measured: (rate * plainUs) / 1e6, note: `${rate} executions a second of wall-clock time` };
}
