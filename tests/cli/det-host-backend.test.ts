/** A host backend cannot be had together with --det, whoever asked for it. */
import { expect, test } from 'vitest';
import { typed } from '../support/typed.ts';
import { project } from './run-cli.ts';

const steps = { version: 1, name: 'a', steps: [{ type: 'set_kv', key: 'a', value: '1' }] };

test.each(['proc', 'fs', 'http'] as const)(
  '--det refuses the %s backend of the host by flag and by config, before anything runs',
  async (backend) => {
    for (const command of ['run', 'test']) {
      const byFlag = project({ 'a.fozzy.json': steps });
      const flagged = await typed([command, 'a.fozzy.json', '--det', `--${backend}-backend`, 'host', '--json'], { cwd: byFlag });
      expect([flagged.code, flagged.json()]).toMatchObject([
        2,
        { code: 'det_host_backend', details: { backend, enabledBy: `the flag --${backend}-backend host` } },
      ]);
      const byConfig = project({ 'a.fozzy.json': steps, 'fozzy.toml': `${backend}_backend = "host"\n` });
      const configured = await typed([command, 'a.fozzy.json', '--det', '--json'], { cwd: byConfig });
      expect([configured.code, configured.json()]).toMatchObject([2, { code: 'det_host_backend', details: { backend } }]);
    }
  },
);
