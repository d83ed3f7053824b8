/** `profile shrink` of functions that were fuzzed: the smaller input still costs what the recorded one did, measured where the function runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project, runCli } from './run-cli.ts';

/** Every x costs the same again, throws for one input, and never comes back for another. */
const source = `const kept: object[] = [];
export function parse(text: string): number {
  if (text.includes('~')) return Number(/^(?:a+)+$/u.test('a'.repeat(60) + 'b'));
  let sum = 0;
  for (const character of text) if (character === 'x') sum += busy();
  if (text.includes('!')) throw new RangeError('no');
  return sum;
}

function busy(): number {
  let sum = 0;
  kept.length = 0;
  for (let round = 0; round < 200_000; round += 1) sum += Math.sqrt(round);
  for (let round = 0; round < 5000; round += 1) kept.push({ round });
  return sum;
}

export const calm = (text: string): boolean => text.length < 3;
`;

async function recorded(target: string, input: string, ...words: readonly string[]): Promise<string> {
  // Only what never comes back is to be ended soon.
  const limit = input.includes('~') ? '400ms' : '10s';
  const cwd = project({ 'src/parse.ts': source, 'inputs/0': input, 'fozzy.toml': `hang_timeout = "${limit}"\n` });
  const first = ['fuzz', `src/parse.ts#${target}`, '--corpus', 'inputs', '--runs', '1', '--seed', '1', '--record', 't.fozzy'];
  await runCli([...first, ...words, '--json'], { cwd });
  return cwd;
}

function shrink(cwd: string, metric: string, ...words: readonly string[]) {
  return runCli(['profile', 'shrink', 't.fozzy', '--metric', metric, '--out', 'small.fozzy', ...words, '--json'], { cwd });
}

function inputOf(cwd: string, trace: string): string {
  const { fuzz } = JSON.parse(readFileSync(join(cwd, trace), 'utf8')) as { readonly fuzz: { readonly input_hex: string } }; // of a function
  return Buffer.from(fuzz.input_hex, 'hex').toString('utf8');
}

test.each([
  ['cpu_time', 'thread'],
  ['alloc_bytes', 'thread'],
  ['cpu_time', 'process'],
  ['alloc_bytes', 'process'],
])('the %s is measured in the %s the function runs in, and every character it is spent on stays', async (metric, isolation) => {
  const cwd = await recorded('parse', 'abcxdefghi!jklmxnop', '--isolation', isolation);
  const shrunk = await shrink(cwd, metric);
  expect(shrunk.code, shrunk.stdout + shrunk.stderr).toBe(0);
  expect(shrunk.json()).toMatchObject({ schemaVersion: 'fozzy.profile_shrink.v2', status: 'ok', metric, direction: 'increase' });
  const small = inputOf(cwd, 'small.fozzy');
  expect(small.length).toBeLessThan(19);
  expect(small).toContain('!');
  expect(small.split('x').length - 1).toBe(2);
  const again = await runCli(['replay', 'small.fozzy', '--json'], { cwd });
  expect([again.code, again.json()]).toMatchObject([4, { replay: { reproduced: true } }]);
});

test('an input with which nothing fails is shrunk to one with which nothing fails either', async () => {
  const cwd = await recorded('parse', 'abcxdefghijkl');
  const shrunk = await shrink(cwd, 'alloc_bytes');
  expect(shrunk.json()).toMatchObject({ status: 'ok' });
  expect(inputOf(cwd, 'small.fozzy')).toContain('x');
  expect(inputOf(cwd, 'small.fozzy')).not.toContain('!');
});

test('to keep it from growing, everything that costs may go, and the failure stays', async () => {
  const cwd = await recorded('parse', 'abxc!');
  const shrunk = await shrink(cwd, 'cpu_time', '--direction', 'decrease');
  expect(shrunk.json()).toMatchObject({ status: 'ok', direction: 'decrease', preserved: true });
  expect(inputOf(cwd, 'small.fozzy')).toBe('!');
});

test('a property is shrunk by what it costs as well', async () => {
  const cwd = await recorded('calm', 'abcdef', '--mode', 'property', '--input', 'string');
  const shrunk = await shrink(cwd, 'cpu_time', '--direction', 'decrease');
  expect(shrunk.code, shrunk.stdout + shrunk.stderr).toBe(0);
});

test.each([
  ['p99_latency', 'ab!', 'no virtual time', 'fozzy profile shrink t.fozzy --metric cpu_time'],
  ['cpu_time', '~', 'ends with it', 'fozzy shrink t.fozzy'],
])('there is no %s of %s, and the hint says what to type', async (metric, input, says, hint) => {
  const cwd = await recorded('parse', input);
  const shrunk = await shrink(cwd, metric);
  expect([shrunk.code, shrunk.json()]).toMatchObject([
    2,
    { code: 'profile_no_data', message: expect.stringContaining(says), hint: expect.stringContaining(hint) },
  ]);
});

test('a function that allocates nothing has no bytes to keep', async () => {
  const cwd = await recorded('calm', 'abcdef');
  const shrunk = await shrink(cwd, 'alloc_bytes');
  expect([shrunk.code, shrunk.json()]).toMatchObject([2, { code: 'profile_no_data', hint: expect.stringContaining('--metric cpu_time') }]);
  // That it goes on to allocate nothing can be asked for.
  const stillNothing = await shrink(cwd, 'alloc_bytes', '--direction', 'decrease');
  expect([stillNothing.code, stillNothing.json()]).toMatchObject([0, { baseline: 0, after: 0, preserved: true }]);
});

test('a function has nothing but its input to reduce', async () => {
  const cwd = await recorded('parse', 'ab!');
  const shrunk = await shrink(cwd, 'cpu_time', '--minimize', 'faults');
  expect([shrunk.code, shrunk.json()]).toMatchObject([
    2,
    { code: 'shrink_dimension_not_applicable', hint: expect.stringContaining('input') },
  ]);
});
