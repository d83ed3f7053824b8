import { expect, test } from 'vitest';
import { buildInfo } from './build-info.ts';

test('run from source, the build has the version no release can have and claims no commit and no date', () => {
  expect(buildInfo).toEqual({ version: '0.0.0-source' });
});
