/** Looking for names: listing, resolving, checking what is there. */
import type { Dirent } from 'node:fs';
import { type FsCase, wrong } from './case.ts';

export const listing: readonly FsCase[] = [
  [
    'realpath follows everything',
    async ({ fs, fsp, at, attempt, settle, call }) => {
      fs.mkdirSync(at('d/e'), { recursive: true });
      fs.writeFileSync(at('d/e/a'), '');
      fs.symlinkSync('d', at('l'));
      return [
        fs.realpathSync(at('l/e/../e/a')),
        fs.realpathSync.native(at('l')),
        await fsp.realpath(at('l/e')),
        await call((done) => fs.realpath(at('l'), done)),
        attempt(() => fs.realpathSync(at('l/no/x'))),
        attempt(() => fs.realpathSync.native(at('no'))),
        await settle(() => fsp.realpath(at('no'))),
      ];
    },
  ],
  [
    'readdir lists names and kinds',
    async ({ fs, fsp, at, call }) => {
      fs.mkdirSync(at('d'));
      fs.writeFileSync(at('f'), '');
      fs.symlinkSync('f', at('l'));
      const kinds = (entries: readonly Dirent[]) =>
        entries.map((entry) => [entry.name, entry.isDirectory(), entry.isFile(), entry.isSymbolicLink(), entry.parentPath].join()).sort();
      return [
        fs.readdirSync(at('.')).sort(),
        kinds(await fsp.readdir(at('d/..'), { withFileTypes: true })),
        (await fsp.readdir(at('.'), 'buffer')).length,
        await call((done) => fs.readdir(at('d'), done)),
      ];
    },
  ],
  [
    'readdir recursive lists everything below',
    async ({ fs, fsp, root, at }) => {
      fs.mkdirSync(at('a/b'), { recursive: true });
      for (const name of ['a/b/f', 'a/g', 'h']) fs.writeFileSync(at(name), '');
      const entries = await fsp.readdir(root, { recursive: true, withFileTypes: true });
      return [
        fs.readdirSync(root, { recursive: true }).map(String).sort(),
        entries.map((entry) => `${entry.parentPath}/${entry.name}`).sort(),
      ];
    },
  ],
  [
    'readdir of what is no directory fails as scandir',
    async ({ fs, fsp, at, attempt, settle, call }) => {
      fs.writeFileSync(at('f'), '');
      return [
        attempt(() => fs.readdirSync(at('f'))),
        attempt(() => fs.readdirSync(at('no'))),
        await settle(() => fsp.readdir(at('no'))),
        await call((done) => fs.readdir(at('f'), done)),
      ];
    },
  ],
  [
    'opendir gives entries one by one and closes itself',
    async ({ fs, fsp, at, settle, call }) => {
      fs.mkdirSync(at('d'));
      for (const name of ['x', 'y']) fs.writeFileSync(at(`d/${name}`), '');
      const seen: string[] = [];
      const dir = await fsp.opendir(at('d'));
      for await (const entry of dir) seen.push(entry.name);
      const other = fs.opendirSync(at('d'));
      const first = other.readSync()?.isFile();
      other.closeSync();
      return [
        seen.sort(),
        dir.path,
        await settle(() => dir.close()),
        first,
        await settle(async () => other.readSync()),
        await call((done) => fs.opendir(at('no'), done)),
        await settle(() => fsp.opendir(at('no'))),
      ];
    },
  ],
  [
    'exists answers for everything',
    async ({ fs, at, root, call }) => [
      fs.existsSync(root),
      fs.existsSync(at('no')),
      fs.existsSync(wrong(undefined)),
      fs.existsSync(wrong({})),
      await call((done) => fs.exists(root, done)),
      await call((done) => fs.exists(at('no'), done)),
    ],
  ],
  [
    'access tells what may be done',
    async ({ fs, fsp, at, attempt, settle, call }) => {
      fs.writeFileSync(at('a'), '');
      return [
        attempt(() => fs.accessSync(at('a'))),
        attempt(() => fs.accessSync(at('a'), fs.constants.R_OK | fs.constants.W_OK)),
        attempt(() => fs.accessSync(at('a'), fs.constants.X_OK)),
        attempt(() => fs.accessSync(at('no'))),
        await settle(() => fsp.access(at('no'))),
        await call((done) => fs.access(at('a'), done)),
      ];
    },
  ],
  [
    'paths may be buffers and URLs, and nothing else',
    ({ fs, at, attempt }) => {
      fs.writeFileSync(Buffer.from(at('ä')), 'x');
      return [
        fs.readFileSync(new URL(`file://${at('ä')}`), 'utf8'),
        attempt(() => fs.readFileSync(new URL('http://x/y'))),
        attempt(() => fs.readFileSync(wrong(undefined))),
        attempt(() => fs.statSync(wrong(5n))),
        attempt(() => fs.readdirSync(wrong({}))),
        attempt(() => fs.statSync('a\0b')),
        attempt(() => fs.renameSync(at('a'), wrong(null))),
        attempt(() => fs.linkSync(wrong(1), at('a'))),
        attempt(() => fs.mkdtempSync(wrong(null))),
        attempt(() => fs.symlinkSync(wrong(1), at('a'))),
      ];
    },
  ],
];
