/** Functions of Node that nobody has looked at yet are refused, not passed on to the host. */
import { expect, test } from 'vitest';
import { builtinModule } from '../../src/sim/builtin/table.ts';
import { copyModule } from '../../src/sim/builtin/copy-module.ts';

const known = { module: 'crypto', names: 'old' };

test('a function that is not known is refused by name when it is called', () => {
  const copy = copyModule({ old: () => 1, brandNew: () => Math.random(), size: 3 }, {}, known);
  expect(
    [copy['old'], copy['size']].map((member) => (typeof member === 'function' ? Reflect.apply(member, undefined, []) : member)),
  ).toEqual([1, 3]);
  expect(copy['brandNew']).toThrow(/^crypto\.brandNew is not simulated\. /u);
});

/** What each refuses, with or without a reason of its own. A function that is neither here nor known would be missed by programs. */
const refusedToday: Readonly<Record<string, readonly string[]>> = {
  crypto: ['encapsulate'],
  util: ['debounce', 'throttle'],
  v8: [
    ...[
      'getHeapSnapshot',
      'takeCoverage',
      'stopCoverage',
      'writeHeapSnapshot',
      'promiseHooks',
      'queryObjects',
      'startupSnapshot',
      'GCProfiler',
    ],
    ...['setHeapSnapshotNearHeapLimit', 'setFlagsFromString', 'getCppHeapStatistics', 'startCpuProfile', 'startHeapProfile'],
    'setHeapProfileNearHeapLimit',
  ],
  zlib: [
    ...['ZipEntry', 'ZipFile', 'ZipBuffer', 'createZipArchive', 'createZipArchiveSync', 'zipFiles', 'getMaxZipContentSize'],
    'setMaxZipContentSize',
  ],
};

test.each(Object.entries(refusedToday))('every function of node:%s is known, or known to be refused', (name, refused) => {
  const unexpected = Object.entries(Object.getOwnPropertyDescriptors(Object(builtinModule(name))))
    .filter(([key, { value }]) => typeof value === 'function' && value.name === 'refuse' && !refused.includes(key))
    .map(([key]) => key);
  expect(unexpected).toEqual([]);
});
