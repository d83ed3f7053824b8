/** A program for tests: writes runs into a project, as one of many processes that do so at the same time. */
import { join } from 'node:path';
import { finaliseRun } from '../../src/store/finalise.ts';
import { sampleBody, sampleInput } from './sample-run.ts';

const [cwd = '', count = '0', status = 'fail'] = process.argv.slice(2);
for (let index = 0; index < Number(count); index += 1) {
  const record = { path: join(cwd, 'shared.fozzy'), policy: 'append', cwd } as const;
  const finishedAt = new Date().toISOString();
  const run = await finaliseRun(
    sampleInput(cwd, { status: status === 'pass' ? 'pass' : 'fail', finishedAt, trace: { body: sampleBody, record } }),
  );
  process.stdout.write(`${run.manifest.runId} ${run.summary.identity.tracePath ?? ''}\n`);
}
