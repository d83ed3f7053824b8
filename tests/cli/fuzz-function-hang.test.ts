/** A function in the thread of its caller that never comes back: nobody can end it there, but its input is told. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bin, project } from './run-cli.ts';

test('the input of a function that never comes back is told by another thread', async () => {
  const library = join(bin, '..', '..', 'dist', 'index.js');
  const cwd = project({
    'main.mjs': `import { fuzzFunction } from ${JSON.stringify(library)};
function sticks(text) { while (text.includes('x')); }
await fuzzFunction(sticks, { input: 'string', seeds: ['ab', 'axb'], hangMs: 200 });
`,
  });
  const child = spawn(process.execPath, ['main.mjs'], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await vi.waitUntil(() => said.includes('hint:'), { timeout: 60_000 });
  expect(said).toMatch(/^error\[fuzz_function_hang\]: sticks has not come back for 200 ms[\s\S]*input: 'axb'/u);
});
