import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleContext } from '../../tests/support/sample-context.ts';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { base } from '../report/sample-summary.ts';
import { tell } from './reporting.ts';

test('a report that cannot be written keeps no other from being written, and the error names the run', () => {
  const cwd = temporaryDirectory();
  const files = [
    { name: 'junit', path: '/dev/null/j.xml' },
    { name: 'agent', path: join(cwd, 'told.txt') },
  ] as const;
  expect(() => tell(base, { printed: ['pretty'], files }, sampleContext(cwd))).toThrow(
    expect.objectContaining({ code: 'io', details: expect.objectContaining({ runId: base.identity.runId }) }),
  );
  expect(readFileSync(join(cwd, 'told.txt'), 'utf8')).toContain('run');
});
