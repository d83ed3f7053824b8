/** What is not simulated is refused; a program that takes no notice leaves a run that passed, and a word about it. */
import { expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project } from './run-cli.ts';

const files = {
  'package.json': '{ "type": "module" }',
  'app.mjs': `import http2 from 'node:http2';
import { createServer } from 'node:http';
for (let tries = 0; tries < 3; tries += 1) try { http2.createServer(); } catch {}
createServer((_, response) => response.end('ok')).listen(80);
`,
  'careless.fozzy.ts': `import { simulation } from 'fozzy';
export default simulation('goes on', (sim) => {
  sim.node('app', './app.mjs');
  sim.client('c', async () => { await (await fetch('http://app/')).text(); });
});
`,
};

test.each([['run'], ['explore', '--runs', '3']])('%s tells once what a program was refused and went on without', async (...args) => {
  const [command = '', ...flags] = args;
  const cwd = project(files);
  const { code, stderr, stdout } = await typed([command, 'careless.fozzy.ts', '--seed', '1', '--json', ...flags], { cwd });
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { status: 'pass', findings: [] }]);
  const warnings = stderr.split('\n').filter((line) => line.includes('"warning"'));
  expect(warnings.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      code: 'refused',
      message: expect.stringContaining('app was refused something and went on: http2.createServer'),
      details: { node: 'app' },
    }),
  ]);
});

test('what was not caught is a finding, and no word beside it', async () => {
  const cwd = project({ ...files, 'app.mjs': "import http2 from 'node:http2';\nhttp2.createServer();\n" });
  const { code, stderr, stdout } = await typed(['run', 'careless.fozzy.ts', '--seed', '1', '--json'], { cwd });
  expect(code).toBe(4);
  expect(stdout).toContain('http2.createServer is not simulated');
  expect(stderr).not.toContain('"refused"');
});
