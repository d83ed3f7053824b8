/** What is found is told of the input that did it and of the place in the code where it was done, once per place. */
import { describe, expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project } from './run-cli.ts';

const shared = `export function setPath(text: string): unknown {
  const root: Record<string, unknown> = {};
  for (const line of text.split(';')) {
    const [path = '', value = ''] = line.split('=');
    const parts = path.split('.');
    let at = root as Record<string, Record<string, unknown>>;
    for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as typeof at;
    at[parts.at(-1) ?? ''] = value as never;
  }
  return root['main'];
}
const globals = globalThis as unknown as Record<string, unknown>;
export function words(text: string): number {
  for (const word of text.split(/[^a-z]+/u)) globals['word ' + word] = true;
  return text.length;
}
function remember(text: string): void {
  globals['cached'] = text;
}
export function twice(text: string): number {
  if (text.length > 4) remember(text);
  else if (text.length > 2) globals['second'] = text;
  return text.length;
}
export function paint(text: string): unknown {
  const names: Record<string, Record<number, number>> = { red: { 0: 255 } };
  const color = names[text.split(',')[0] ?? ''];
  if (color !== undefined) color[3] = 1;
  return color;
}
export const tidy = (text: string): string => text.replace('%', '');
export function replace(text: string): number {
  if (text.includes('x')) Array.prototype.flat = () => [];
  return text.length;
}
`;

const late = `export function forgets(text: string): number {
  if (text.startsWith('ab')) setTimeout(() => { throw new TypeError('too late for ' + text); }, 30);
  return text.length;
}
export async function waits(text: string): Promise<number> {
  if (text.startsWith('ab')) setTimeout(() => { throw new TypeError('too late'); }, 20);
  await new Promise((resolve) => setTimeout(resolve, 1));
  return text.length;
}
export function rejects(text: string): number {
  if (text.startsWith('ab')) void new Promise((_, reject) => setTimeout(() => reject(new Error('rejected')), 400));
  return text.length;
}
export async function drops(text: string): Promise<void> {
  if (text.includes('!')) void Promise.reject(new Error('nobody waits'));
}
export function everyone(text: string): number {
  setTimeout(() => { if (text.startsWith('ab')) throw new TypeError('too late'); }, 60);
  return text.length;
}
`;

interface Told {
  readonly title: string;
  readonly message: string;
  readonly location: { readonly line?: number; readonly details: { readonly input: string } };
}

async function told(name: string, runs: number): Promise<{ readonly findings: readonly Told[]; readonly stderr: string }> {
  const cwd = project({ 'src/shared.ts': shared, 'src/late.ts': late });
  const { json, stderr } = await typed(['fuzz', `src/${name}`, '--det', '--runs', String(runs), '--seed', '1', '--json'], { cwd });
  const { findings } = json() as unknown as { readonly findings: readonly Told[] }; // the document of the command
  return { findings, stderr };
}

async function found(name: string, runs: number): Promise<readonly Told[]> {
  return (await told(name, runs)).findings;
}

describe('what is left behind', () => {
  test('a prototype that any key can be written to is one failure, with the line that writes', async () => {
    const pollutions = (await found('shared.ts#setPath', 20_000)).filter(({ title }) => title === 'prototype_pollution');
    expect(pollutions.map(({ location }) => location.line)).toEqual([8]);
  });

  test('a name the program has for it is one failure, whatever object it is written to', async () => {
    const pollutions = await found('shared.ts#paint', 20_000);
    expect(pollutions.map(({ title, location }) => [title, location.line])).toEqual([['prototype_pollution', 28]]);
  });

  test('global names made of the input are one failure, and only those of the input are told', async () => {
    const [leak, ...others] = await found('shared.ts#words', 20_000);
    expect(others).toEqual([]);
    expect(leak).toMatchObject({ title: 'global_leak', location: { line: 14 } });
    const names = [...(leak?.message ?? '').matchAll(/globalThis\["word (?<word>[a-z]*)"\]/gu)].map(({ groups }) => groups?.['word'] ?? '');
    expect(names.filter((word) => !leak?.location.details.input.includes(word))).toEqual([]);
  });

  test('two places that leave something behind are two failures', async () => {
    const leaks = await found('shared.ts#twice', 20_000);
    expect(new Set(leaks.map(({ location }) => location.line))).toEqual(new Set([18, 22]));
  });

  test('a method of the language that is replaced is told with the line that does it', async () => {
    expect(await found('shared.ts#replace', 20_000)).toMatchObject([
      { title: 'prototype_pollution', message: expect.stringContaining('Array.prototype.flat'), location: { line: 33 } },
    ]);
  });
});

describe('what comes late', () => {
  test.each([
    ['forgets', 4000],
    ['waits', 300],
    ['rejects', 4000],
    ['everyone', 3000],
  ])('is told of the input that set it going, once: %s', async (name, runs) => {
    const findings = await found(`late.ts#${name}`, runs);
    expect(findings.map(({ location }) => location.details.input.slice(0, 3))).toEqual(["'ab"]);
  });

  test('what is known already is not said to be missing', async () => {
    const { findings, stderr } = await told('late.ts#drops', 20_000);
    expect(findings.map(({ title }) => title)).toEqual(['unhandled_rejection']);
    expect(stderr).not.toContain('late_failure_not_placed');
  });
});
