/** A search does without the stacks of errors; whoever reads a finding does not notice. */
import { expect, test } from 'vitest';
import { perform } from '../support/built.ts';
import { project } from './run-cli.ts';

const source = `export function first(text: string): string {
  if (text.startsWith('[')) throw new Error('a list');
  return text;
}
`;

test('the finding of code that ignores stacks has one all the same', async () => {
  const cwd = project({ 'src/a.ts': source });
  const { findings } = await perform(cwd, 'fuzz', { target: 'src/a.ts#first', det: true, runs: 2000 });
  expect(findings.map(({ message }) => message)).toEqual(['Error: a list']);
  expect(JSON.stringify(findings)).toContain('src/a.ts:2:');
});
