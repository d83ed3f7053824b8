import { expect, test } from 'vitest';
import { checkRuntime, signalsOf } from './check-runtime.ts';

const healthy = { version: '22.3.0', drains: true, env: {} };
const codes = (runtime: Partial<typeof healthy>) => checkRuntime({ ...healthy, ...runtime }).map(({ code }) => code);

test('a supported Node is in order', () => {
  for (const version of ['20.19.0', '20.20.2', '22.0.0', '24.1.0']) expect(codes({ version })).toEqual([]);
});

test('a Node that is too old is an issue', () => {
  for (const version of ['20.18.9', '18.20.0']) expect(codes({ version })).toEqual(['runtime_too_old']);
});

test('a Node that cannot drain its queues is an issue', () => {
  expect(codes({ drains: false })).toEqual(['runtime_cannot_drain']);
});

test('settings of the environment inform, and nothing more', () => {
  expect(signalsOf({ ...healthy, env: { TZ: 'Asia/Tokyo', LANG: '', HOME: '/root' } })).toEqual([
    { source: 'env:TZ', detail: 'Asia/Tokyo' },
  ]);
});
