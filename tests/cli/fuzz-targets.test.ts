/** What can be named as a target, and what must hold for it: each law with a mistake it sees and a twin it leaves alone. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { perform, refusal, type CommandOptions } from '../support/built.ts';
import { typed } from '../support/typed.ts';
import { project } from './run-cli.ts';

const source = `import net from 'node:net';
import { execSync } from 'node:child_process';
export async function later(text: string): Promise<number> { await Promise.resolve(); if (text.includes('a')) throw new Error('a in it'); return 1; }
export class Parser { #limit: number; constructor(limit = 3) { this.#limit = limit; } parse(text: string): number { if (text.length > this.#limit) throw new RangeError('long'); return 0; } }
export function makeParser(): Parser { return new Parser(2); }
export function never(_text: string): Promise<void> { return new Promise(() => undefined); }
export function connects(text: string): void { net.connect(1234, text); }
export function starts(text: string): void { execSync('echo ' + text); }
export function asks(text: string): unknown { return fetch('http://localhost/' + text); }
export const upper = (text: string): string => text.toUpperCase();
export const wrongUpper = (text: string): string => (text.length === 5 ? 'x' : text.toUpperCase());
export const escaped = (text: string): string => text.replaceAll('a', '%61');
export const same = (text: string): string => text;
export const trimOnce = (text: string): string => (text.startsWith(' ') ? text.slice(1) : text);
export const trimAll = (text: string): string => text.trimStart();
export const pairs = (pieces: readonly string[]): number => pieces.reduce((sum, piece) => sum + piece.split('ab').length - 1, 0);
export const each = (pieces: readonly string[]): readonly number[] => pieces.map((piece) => piece.length);
export const encode = (text: string): string => text.replaceAll('%', '%25').replaceAll('~', '-');
export const exact = (text: string): string => text.replaceAll('%', '%25');
export const decode = (text: string): string => text.replaceAll('%25', '%');
export function* pieces(text: string): Generator<string> { for (const each of text) { if (each === 'a') throw new Error('a in it'); yield each; } }
export async function* later2(text: string): AsyncGenerator<string> { await Promise.resolve(); yield* pieces(text); }
export class Sentence { *words(text: string): Generator<string> { yield* pieces(text); } }
export class Shop { constructor({ size }: { size: number }) { if (size < 1) throw new RangeError('empty'); } sell(text: string): string { return text; } }
export function* endless(): Generator<number> { for (let at = 0; ; at += 1) yield at; }
const salt = String(Math.random());
export const salted = (text: string): string => { let count = 0; for (const each of text) count += each.charCodeAt(0) === 97 + (count % 26) ? 1 : 0; return salt + count; };
export const units = (pieces: readonly string[]): number => pieces.reduce((sum, piece) => sum + piece.length, 0);
`;

function search(name: string, options: CommandOptions = {}): CommandOptions {
  return { target: `src/a.ts#${name}`, det: true, runs: 1000, crashOnly: true, ...options };
}

const one = (name: string): string => `src/a.ts#${name}`;

test.each<readonly [string, CommandOptions, string | undefined]>([
  ['an async function', search('later'), 'uncaught_error'],
  ['a method of a new instance', search('Parser.parse'), 'uncaught_error'],
  ['a method of what a factory makes', search('makeParser.parse'), 'uncaught_error'],
  ['an error that is expected', search('Parser.parse', { expect: ['RangeError'] }), undefined],
  ['a promise that never settles', search('never'), 'hang'],
  ['another function that differs', search('upper', { against: one('wrongUpper') }), 'differential_mismatch'],
  ['another function that agrees', search('same', { against: one('same') }), undefined],
  ['a way back that loses something', search('same', { inverse: one('escaped') }), 'round_trip_violated'],
  ['a way there that loses something', search('encode', { inverse: one('decode'), law: ['lossless'] }), 'round_trip_violated'],
  ['a way there that loses nothing', search('exact', { inverse: one('decode'), law: ['lossless'] }), undefined],
  ['a generator', search('pieces'), 'uncaught_error'],
  ['an async generator', search('later2'), 'uncaught_error'],
  ['a method that is a generator', search('Sentence.words'), 'uncaught_error'],
  ['a generator without an end', search('endless', { runs: 50 }), undefined],
  ['a way back that loses nothing', search('same', { inverse: one('same') }), undefined],
  ['a function that is not idempotent', search('trimOnce', { law: ['idempotent'] }), 'not_idempotent'],
  ['a function that is idempotent', search('trimAll', { law: ['idempotent'] }), undefined],
  ['a function that cares where its input is cut', search('pairs', { law: ['split'] }), 'split_law_violated'],
  ['a function that gives something for every piece', search('each', { law: ['split'], runs: 3, maxInput: 1 }), undefined],
  ['a result with something drawn while the module was loaded', search('salted', { runs: 5000 }), undefined],
  ['a function that does not', search('units', { law: ['split'] }), undefined],
])('%s is judged as it should be', async (_what, options, title) => {
  // Only who is to hang gets little time: on a busy machine anything may take half a second.
  const config = title === 'hang' ? { 'fozzy.toml': 'hang_timeout = "500ms"\n' } : {};
  const cwd = project({ 'src/a.ts': source, ...config });
  const { findings } = await perform(cwd, 'fuzz', options);
  expect(findings.map((finding) => finding.title)).toEqual(title === undefined ? [] : [title]);
});

test.each(['connects', 'starts', 'asks'])('%s reaches for the machine, and is refused with what to do', async (name) => {
  const cwd = project({ 'src/a.ts': source });
  const refused = await refusal(cwd, 'fuzz', search(name));
  expect([refused.code, refused.hint]).toEqual(['fuzz_host_denied', expect.stringContaining('--allow-host')]);
});

test('who is called on what was made without its arguments is told so', async () => {
  const made = `export class Reader { limit: number; constructor(options: { limit: number }) { this.limit = options?.limit ?? 1; } read(text: string): number { return text.length; } get size(): number { return 1; } }
export function maker(options: { limit: number }): { read(text: string): number } { return { read: (text) => text.length + (options?.limit ?? 0) }; }
`;
  const cwd = project({ 'src/a.ts': made });
  for (const [name, how] of [
    ['Reader.read', 'new Reader()'],
    ['maker.read', 'maker()'],
  ] as const) {
    const { stderr } = await typed(['fuzz', `src/a.ts#${name}`, '--det', '--runs', '20', '--json'], { cwd });
    expect(stderr).toContain(`${how} is called without the arguments it asks for; a *.fuzz.ts file can say what it takes`);
  }
  expect((await refusal(cwd, 'fuzz', search('Reader.size'))).message).toContain("'size' of Reader is no method");
});

test.each([
  ['process.getBuiltinModule', "process.getBuiltinModule('node:fs').writeFileSync('written', text)"],
  ['createRequire', "createRequire(import.meta.url)('fs').writeFileSync('written', text)"],
  [
    'a script that imports as the host does',
    "return runInThisContext(\"import('node:fs')\", { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }).then((fs) => fs.writeFileSync('written', text))",
  ],
  ['code that is evaluated', "(0, eval)(\"process.getBuiltinModule('fs').writeFileSync('written', 'x')\")"],
  ['a file that is opened', "closeSync(openSync('written', 'w'))"],
  ['a report', "process.report.writeReport('written')"],
])('nothing is written through %s', async (_how, written) => {
  const imports =
    "import { createRequire } from 'node:module';\nimport { closeSync, openSync } from 'node:fs';\nimport { constants, runInThisContext } from 'node:vm';\n";
  const cwd = project({
    'src/a.js': `${imports}export const write = (text) => { ${written}; };\nexport const used = [createRequire, closeSync, openSync];\n`,
  });
  const { json } = await typed(['fuzz', 'src/a.js#write', '--det', '--runs', '20', '--json'], { cwd });
  expect([json()['code'], existsSync(join(cwd, 'written'))]).toEqual(['fuzz_host_denied', false]);
});

test('what createRequire loads is loaded like all other code', async () => {
  const main =
    "import { createRequire } from 'node:module';\nconst { take } = createRequire(import.meta.url)('./take.cjs');\nexport const call = (text) => take(text);\n";
  const cwd = project({
    'src/a.js': main,
    'src/take.cjs': "exports.take = (text) => require('fs').readFileSync(__filename, 'utf8').length + text.length;\n",
  });
  const { json } = await typed(['fuzz', 'src/a.js#call', '--det', '--runs', '20', '--json'], { cwd });
  expect(json()).toMatchObject({ status: 'pass' });
});

test.each([
  ['what makes a text of whatever it is given', 'String(input).split("=").map((each) => each.trim())', 'string'],
  ['what asks bytes for their text', "input.toString('utf8').split('=').length", 'string'],
  // Bytes make a long way of a short piece of code.
  [
    'what does more with texts',
    "typeof input !== 'string' ? Object.keys(input).length : input.includes('=') ? input.split('=') : input",
    'string',
  ],
  ['what reads bytes', 'input[0] > 0x7f ? input.subarray(1).length : input.length', 'bytes'],
])('%s is given that form where nothing says what it takes', async (_what, body, form) => {
  const cwd = project({
    'src/a.js': `export function take(input) { let sum = 0; for (const at in input) sum += at.length; return [sum, ${body}]; }\n`,
  });
  const { fuzz } = await perform(cwd, 'fuzz', { target: 'src/a.js#take', det: true, runs: 5 });
  expect(fuzz).toMatchObject({ input: form });
});

test('a short search makes the same calls for the same seed, and others for another', async () => {
  const log = join(project({}), 'heard.txt');
  const cwd = project({
    'src/heard.ts': `import { appendFileSync } from 'node:fs';
export function heard(text: string): boolean {
  appendFileSync(${JSON.stringify(log)}, JSON.stringify(text) + '\\n');
  return text === 'one' || text.startsWith('two') || text.includes('three');
}
`,
  });
  const calls = async (seed: number): Promise<string> => {
    rmSync(log, { force: true });
    await perform(cwd, 'fuzz', { target: 'src/heard.ts#heard', det: true, runs: 12, seed, allowHost: true });
    return readFileSync(log, 'utf8');
  };
  const [first, again, ...others] = [await calls(1), await calls(1), await calls(2), await calls(3)];
  expect(again).toBe(first);
  expect(new Set([first, ...others]).size).toBe(3);
});

test.each([
  [{ target: 'src/a.ts#Shop.sell' }, /new Shop\(\) throws TypeError/u, /export a function without arguments/u],
  [{ target: 'src/a.ts#Parser.pars' }, /Parser has no method 'pars'/u, /did you mean 'parse'/u],
  [{ target: 'tests/shop.fuzz.ts' }, /acme schemas do not tell what they take in/u, /g\.jsonSchema/u],
])('what cannot be called with an input at all is refused with what to do', async (options, message, hint) => {
  const schema = `{ '~standard': { version: 1, vendor: 'acme', validate: (value) => ({ value }) } }`;
  const declared = `import { fuzz } from 'fozzy';\nexport default fuzz.target('shop', { input: ${schema}, run: (value) => value });\n`;
  const cwd = project({ 'src/a.ts': source, 'tests/shop.fuzz.ts': declared });
  const refused = await refusal(cwd, 'fuzz', { ...options, det: true, runs: 10 });
  expect(refused).toMatchObject({
    code: 'fuzz_target_invalid',
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  });
});

test('a law about the way back needs one', async () => {
  const refused = await refusal(project({ 'src/a.ts': source }), 'fuzz', search('same', { law: ['lossless'] }));
  expect(refused).toMatchObject({ code: 'usage', message: '--law lossless needs --inverse' });
});

test.each([
  ['try { process.dlopen({ exports: {} }, "/fast.node"); } catch {}', undefined],
  ['process.dlopen({ exports: {} }, "/fast.node");', 'fuzz_host_denied'],
])('a module that can do without its native code is fuzzed without it, and a warning says so', async (load, code) => {
  const cwd = project({ 'src/fast.js': `${load}\nexport const take = (text) => text.length;\n` });
  const { json, stderr } = await typed(['fuzz', 'src/fast.js#take', '--det', '--runs', '20', '--json'], { cwd });
  expect(json()['code']).toBe(code);
  expect(stderr.includes('native_code_left_out')).toBe(code === undefined);
});
