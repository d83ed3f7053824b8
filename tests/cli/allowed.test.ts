/** Findings that a scenario switched off stay visible in everything that is written about a run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project, runCli } from './run-cli.ts';

describe('findings that a scenario switched off', () => {
  const files = {
    'port.cjs':
      "const net = require('node:net'); net.createServer().listen(80); net.createServer().on('error', () => {}).listen(80);\nnew Promise((_, no) => no(new Error('lost')));",
    'main.fozzy.ts': `import { simulation } from 'fozzy';
      export default simulation('rude', { allow: ['unhandled_rejection', 'nonzero_exit', 'leaked_lock'] }, (sim) => { sim.node('n', './port.cjs'); });`,
  };

  test('are shown with how often they would have been one: text, JSON and HTML', async () => {
    const cwd = project(files);
    const text = await runCli(['explore', 'main.fozzy.ts', '--runs', '3', '--seed', '7'], { cwd });
    expect([text.code, text.stdout]).toEqual([
      0,
      expect.stringMatching(/allowed +unhandled_rejection \(\d+\), nonzero_exit \(\d+\), leaked_lock \(0\)/u),
    ]);
    const ran = await runCli(['run', 'main.fozzy.ts', '--json'], { cwd });
    expect(ran.json()['simulation']).toMatchObject({ allowed: { unhandled_rejection: 1, nonzero_exit: 1, leaked_lock: 0 } });
    const html = await runCli(['run', 'main.fozzy.ts', '--reporter', 'html'], { cwd });
    const [report = ''] = /[^\s]*report\.html/u.exec(html.stdout) ?? [];
    expect(report === '' ? html.stdout : readFileSync(join(cwd, report), 'utf8')).toContain(
      'unhandled_rejection (1), nonzero_exit (1), leaked_lock (0)',
    );
  });
});
