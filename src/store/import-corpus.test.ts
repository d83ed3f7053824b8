import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longer } from '../../tests/support/budget.ts';
import { failingFiles } from '../../tests/support/sample-run.ts';
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { type MadeEntry, makeZip } from '../../tests/support/zip-maker.ts';
import { FozzyError } from '../base/problem.ts';
import { nameFlaw } from './archive-name.ts';
import type { FileOps } from './file-ops.ts';
import { importCorpus } from './import-corpus.ts';
import { archiveLimits } from './unpack-archive.ts';

interface Tried {
  readonly cwd: string;
  /** How many were imported, or the code of the refusal. */
  readonly result: number | string;
  readonly message: string;
  readonly hint?: string | null;
}

const smallLimits = { ...archiveLimits, entriesMax: 8, entryBytesMax: 2 * 1024 * 1024, totalBytesMax: 4 * 1024 * 1024 };

async function tryImport(zip: Uint8Array, limits = smallLimits, ops?: FileOps, prepared?: (cwd: string) => void): Promise<Tried> {
  const cwd = temporaryDirectory();
  prepared?.(cwd);
  mkdirSync(join(cwd, 'in'), { recursive: true });
  writeFileSync(join(cwd, 'in/a.zip'), zip);
  try {
    const plan = { zip: join(cwd, 'in/a.zip'), out: join(cwd, 'out'), cwd, limits };
    return { cwd, result: await importCorpus(ops === undefined ? plan : { ...plan, ops }), message: '' };
  } catch (error) {
    if (!(error instanceof FozzyError)) throw error;
    return { cwd, result: error.code, message: error.message, hint: error.hint };
  }
}

function filesIn(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted();
}

/** Nothing but the archive is there. */
function expectUntouched({ cwd }: Tried): void {
  expect(readdirSync(cwd)).toEqual(['in']);
  expect(readdirSync(join(cwd, 'in'))).toEqual(['a.zip']);
}

const good: readonly MadeEntry[] = [
  { name: 'a.bin', content: 'alpha' },
  { name: 'deep/', mode: 0o040755, method: 0 },
  { name: 'deep/b.bin', content: 'beta', method: 0 },
];

test('an archive of any tool is unpacked as it is, also with a comment and directories', async () => {
  const { cwd, result } = await tryImport(makeZip(good, { comment: 'made by somebody' }));
  expect(result).toBe(2);
  expect(filesIn(join(cwd, 'out'))).toEqual(['a.bin', 'deep/b.bin']);
  expect(readFileSync(join(cwd, 'out/deep/b.bin'), 'utf8')).toBe('beta');
});

const hostileNames = [
  '/etc/passwd',
  '../up',
  'a/../../up',
  'a/./b',
  'a//b',
  'C:/x',
  'c:x',
  'a\\b',
  '..\\up',
  'nul',
  'NUL.txt',
  'a/COM1.bin',
  'con .txt',
  'dot.',
  'blank ',
  'a./b',
  'line\nbreak',
  'zero\0byte',
  'bell\u0007',
  '\u007f',
  'a:b',
  'right\u202eleft',
  '',
  'x'.repeat(300),
];

test('no name that leads elsewhere, or means something else somewhere, is unpacked', async () => {
  for (const name of hostileNames) {
    const tried = await tryImport(
      makeZip([
        { name: 'good', content: 'x' },
        { name, content: 'x' },
      ]),
    );
    expect([name, tried.result]).toEqual([name, 'archive_unsafe']);
    expectUntouched(tried);
  }
  expect((await tryImport(makeZip([{ name: new Uint8Array([0x61, 0xff]), content: 'x' }]))).result).toBe('archive_unsafe');
  expect((await tryImport(makeZip([{ name: '../up', content: 'x' }]))).message).toContain('unsafe archive entry path rejected');
});

describe('an archive is refused as a whole', () => {
  const bomb = deflateRawSync(Buffer.alloc(3 * 1024 * 1024));
  const hostile: readonly (readonly [string, string, Buffer])[] = [
    ['a link', 'archive_unsafe', makeZip([{ name: 'l', content: '/etc/passwd', mode: 0o120777 }])],
    ['a device', 'archive_unsafe', makeZip([{ name: 'd', mode: 0o060644 }])],
    ['a pipe', 'archive_unsafe', makeZip([{ name: 'p', mode: 0o010644 }])],
    ['a directory that is called like a file', 'archive_unsafe', makeZip([{ name: 'd', mode: 0o040755 }])],
    ['a directory with bytes in it', 'archive_unsafe', makeZip([{ name: 'd/', content: 'x' }])],
    [
      'a name twice',
      'archive_unsafe',
      makeZip([
        { name: 'a', content: '1' },
        { name: 'a', content: '2' },
      ]),
    ],
    [
      'a name twice but for its case',
      'archive_unsafe',
      makeZip([
        { name: 'a/B', content: '1' },
        { name: 'A/b', content: '2' },
      ]),
    ],
    [
      'a name twice but for the form of its accent',
      'archive_unsafe',
      makeZip([
        { name: 'é', content: '1' },
        { name: 'e\u0301', content: '2' },
      ]),
    ],
    [
      'a file that is also a directory',
      'archive_unsafe',
      makeZip([
        { name: 'a', content: '1' },
        { name: 'A/b', content: '2' },
      ]),
    ],
    ['an encrypted entry', 'archive_unsafe', makeZip([{ name: 'a', content: '1', flags: 1 }])],
    ['an unknown method', 'archive_unsafe', makeZip([{ name: 'a', content: '1', method: 12 }])],
    ['another name before the data', 'archive_unsafe', makeZip([{ name: 'good', content: '1', says: { localName: '../b' } }])],
    ['a wrong checksum', 'archive_unsafe', makeZip([{ name: 'a', content: '1', says: { crc: 7 } }])],
    ['a size that is too small', 'archive_unsafe', makeZip([{ name: 'a', content: '12345', says: { sizeBytes: 2 } }])],
    ['a size that is too large', 'archive_unsafe', makeZip([{ name: 'a', content: '1', says: { sizeBytes: 200 } }])],
    ['data that is no deflate', 'archive_unsafe', makeZip([{ name: 'a', content: 'x', packed: Buffer.from([0xff, 0xff, 0xff]) }])],
    ['data that is cut short', 'archive_unsafe', makeZip([{ name: 'a', content: 'x', says: { packedBytes: 100_000 } }])],
    [
      'entries that share their bytes',
      'archive_unsafe',
      makeZip([
        { name: 'a', content: 'x', method: 0, says: { packedBytes: 20 } },
        { name: 'b', content: '2' },
      ]),
    ],
    ['fewer entries than it says', 'archive_unsafe', makeZip([{ name: 'a', content: '1' }], { count: 2 })],
    [
      'more entries than it says',
      'archive_unsafe',
      makeZip(
        [
          { name: 'a', content: '1' },
          { name: 'b', content: '2' },
        ],
        { count: 1 },
      ),
    ],
    ['something behind its end', 'archive_unsafe', Buffer.concat([makeZip([{ name: 'a', content: '1' }]), Buffer.from('x')])],
    ['no zip at all', 'archive_unsafe', Buffer.from('hello')],
    ['nothing', 'archive_unsafe', Buffer.alloc(0)],
    ['a bomb that says what it is', 'archive_limit', makeZip([{ name: 'a', content: Buffer.alloc(3 * 1024 * 1024) }])],
    ['a bomb that says it is small', 'archive_limit', makeZip([{ name: 'a', packed: bomb, says: { sizeBytes: 1 } }])],
    ['a bomb in pieces', 'archive_limit', makeZip([0, 1, 2, 3, 4].map((n) => ({ name: `${n}`, content: Buffer.alloc(1024 * 1024) })))],
    ['too many entries', 'archive_limit', makeZip(Array.from({ length: 9 }, (_, n) => ({ name: `${n}`, content: 'x' })))],
    ['directories only', 'corpus_empty', makeZip([{ name: 'd/', mode: 0o040755, method: 0 }])],
  ];

  test.each(hostile)('for %s', async (_what, code, zip) => {
    const tried = await tryImport(zip);
    expect([tried.result, tried.message]).toEqual([code, expect.any(String)]);
    expectUntouched(tried);
  });

  test('and the reason is the one that is meant', async () => {
    const shared = makeZip([
      { name: 'a', content: 'x', method: 0, says: { packedBytes: 20 } },
      { name: 'b', content: '2' },
    ]);
    expect((await tryImport(shared)).message).toContain('share bytes');
    const twice = makeZip([
      { name: 'a', content: '1' },
      { name: 'A', content: '2' },
    ]);
    expect((await tryImport(twice)).message).toContain('duplicate output file in archive is not allowed');
  });

  test('by its ratio, counted on what comes out', async () => {
    const ratio = { ...archiveLimits, entryBytesMax: 1e9 };
    const tried = await tryImport(
      makeZip([{ name: 'a', packed: deflateRawSync(Buffer.alloc(8 * 1024 * 1024)), says: { sizeBytes: 5 } }]),
      ratio,
    );
    expect([tried.result, tried.message]).toEqual(['archive_limit', expect.stringContaining('200 times')]);
    // No flag moves this limit, so none is proposed.
    expect(tried.hint).toContain('fozzy corpus add');
  });

  test('when a target exists or lies behind a link, and what is there stays', async () => {
    const exists = await tryImport(makeZip(good), smallLimits, undefined, (cwd) => {
      mkdirSync(join(cwd, 'out'));
      writeFileSync(join(cwd, 'out/a.bin'), 'mine');
    });
    expect(exists.result).toBe('output_exists');
    expect([filesIn(join(exists.cwd, 'out')), readFileSync(join(exists.cwd, 'out/a.bin'), 'utf8')]).toEqual([['a.bin'], 'mine']);
    const linked = await tryImport(makeZip(good), smallLimits, undefined, (cwd) => {
      mkdirSync(join(cwd, 'out'));
      mkdirSync(join(cwd, 'elsewhere'));
      symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'out/deep'));
    });
    expect([linked.result, readdirSync(join(linked.cwd, 'elsewhere'))]).toEqual(['output_unsafe', []]);
  });

  test('when the disk is full, at whichever write, and what was there stays', async () => {
    for (const call of ['create', 'write', 'rename', 'makeDirectory'] as const) {
      for (let at = 1; at < 20; at += 1) {
        const tried = await tryImport(makeZip(good), smallLimits, failingFiles(call, at, 'ENOSPC'), (cwd) => {
          mkdirSync(join(cwd, 'out'));
          writeFileSync(join(cwd, 'out/mine'), 'mine');
        });
        if (tried.result === 2) break;
        expect(tried.result).toBe('io');
        expect(filesIn(join(tried.cwd, 'out'))).toEqual(['mine']);
      }
    }
  });
});

test('an archive with a few bytes changed is imported exactly or refused, and never leaves its place', { timeout: 120_000 }, async () => {
  const zip = makeZip([...good, { name: 'c.bin', content: 'c'.repeat(300) }], { comment: 'x' });
  const change = fc.record({ at: fc.nat(zip.length - 1), to: fc.integer({ min: 0, max: 255 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(40), async (changes, cut) => {
      const changed = Buffer.from(zip.subarray(0, zip.length - (cut > 30 ? cut : 0)));
      for (const { at, to } of changes) if (at < changed.length) changed[at] = to;
      const tried = await tryImport(changed);
      if (typeof tried.result === 'string') {
        expect(['archive_unsafe', 'archive_limit', 'corpus_empty']).toContain(tried.result);
        expectUntouched(tried);
        return;
      }
      expect(readdirSync(tried.cwd).toSorted()).toEqual(['in', 'out']);
      for (const name of filesIn(join(tried.cwd, 'out'))) {
        expect(nameFlaw(name)).toBeUndefined();
        expect(lstatSync(join(tried.cwd, 'out', name)).isFile()).toBe(true);
        expect(['alpha', 'beta', 'c'.repeat(300)]).toContain(readFileSync(join(tried.cwd, 'out', name), 'utf8'));
      }
    }),
    { numRuns: longer(300) },
  );
});

test('a name that is found harmless stays below its directory, on this system and on Windows', async () => {
  const { win32, posix } = await import('node:path');
  const part = fc.oneof(fc.constantFrom('..', '.', '', 'a', 'nul', 'C:', '\\', 'x.'), fc.string({ unit: 'grapheme', maxLength: 6 }));
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      const name = parts.join('/');
      if (nameFlaw(name) !== undefined) return;
      for (const [path, root] of [
        [posix, '/root'],
        [win32, 'C:\\root'],
      ] as const) {
        const inside = path.relative(root, path.resolve(root, name));
        expect(inside.startsWith('..') || path.isAbsolute(inside)).toBe(false);
      }
    }),
    { numRuns: longer(500) },
  );
});
