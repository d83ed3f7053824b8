/** Attributes: stat, modes, owners, times. */
import type { Stats } from 'node:fs';
import { type FsCase, wrong } from './case.ts';

export const attributes: readonly FsCase[] = [
  [
    'stat tells size, kind and links',
    async ({ fs, fsp, at, call }) => {
      fs.writeFileSync(at('a'), 'abc');
      fs.mkdirSync(at('d/e'), { recursive: true });
      const facts = (stats: Stats) => [
        stats.size,
        stats.isFile(),
        stats.isDirectory(),
        stats.isSymbolicLink(),
        stats.isFIFO(),
        stats.isSocket(),
        stats.mode,
        stats.nlink,
        stats.mtime instanceof Date,
      ];
      const [error, stats] = await call((done) => fs.stat(at('a'), done));
      return [error, facts(wrong(stats)), facts(await fsp.stat(at('a'))), fs.statSync(at('d')).isDirectory(), fs.statSync(at('a')).blksize];
    },
  ],
  [
    'stat in bigint has nanoseconds',
    ({ fs, at }) => {
      fs.writeFileSync(at('a'), 'abc');
      fs.utimesSync(at('a'), 5, 7.5);
      const stats = fs.statSync(at('a'), { bigint: true });
      return [stats.size, stats.mtimeMs, stats.mtimeNs, stats.atimeNs, typeof stats.ino, stats.isFile()];
    },
  ],
  [
    'the dates of stat can be copied, listed and replaced',
    ({ fs, at }) => {
      fs.writeFileSync(at('a'), 'abc');
      return [false, true].map((bigint) => {
        const stats = fs.statSync(at('a'), { bigint });
        const listed = [
          Object.keys(stats),
          Object.keys(Object.assign({}, stats)),
          Object.keys(JSON.parse(JSON.stringify(stats, (_, value) => String(value)))),
        ];
        const isKept = stats.mtime === stats.mtime;
        const named: string[] = [];
        for (const name in stats) if (name.endsWith('time')) named.push(name);
        Reflect.set(stats, 'mtime', 5);
        return [listed, isKept, named, stats.mtime, Object.keys(stats)];
      });
    },
  ],
  [
    'throwIfNoEntry false answers undefined',
    ({ fs, at, attempt }) => {
      fs.writeFileSync(at('a'), '');
      return [
        fs.statSync(at('no'), { throwIfNoEntry: false }),
        fs.lstatSync(at('no'), { throwIfNoEntry: false }),
        attempt(() => fs.statSync(at('a/b'), { throwIfNoEntry: false })),
        attempt(() => fs.statSync(at('no'))),
      ];
    },
  ],
  [
    'stat of what is missing fails in all forms',
    async ({ fs, fsp, at, settle, call }) => [
      await settle(() => fsp.stat(at('no'))),
      await settle(() => fsp.lstat(at('no'))),
      await call((done) => fs.stat(at('no'), done)),
      await call((done) => fs.lstat(at('no/x'), done)),
    ],
  ],
  [
    'chmod changes the mode, by number and by text',
    async ({ fs, fsp, at, attempt }) => {
      fs.writeFileSync(at('a'), '');
      const modes = [];
      fs.chmodSync(at('a'), 0o600);
      modes.push(fs.statSync(at('a')).mode);
      fs.chmodSync(at('a'), '755');
      modes.push(fs.statSync(at('a')).mode);
      await fsp.chmod(at('a'), 0o640);
      modes.push(fs.statSync(at('a')).mode);
      const fd = fs.openSync(at('a'), 'r');
      fs.fchmodSync(fd, 0o400);
      fs.closeSync(fd);
      return [
        modes,
        fs.statSync(at('a')).mode,
        attempt(() => fs.chmodSync(at('no'), 0o600)),
        attempt(() => fs.chmodSync(at('a'), 'abc')),
        attempt(() => fs.chmodSync(at('a'), wrong(undefined))),
      ];
    },
  ],
  [
    'chown to oneself is allowed',
    ({ fs, at, attempt }) => {
      fs.writeFileSync(at('a'), '');
      const { uid, gid } = fs.statSync(at('a'));
      return [
        attempt(() => fs.chownSync(at('a'), uid, gid)),
        attempt(() => fs.lchownSync(at('a'), uid, gid)),
        attempt(() => fs.chownSync(at('no'), uid, gid)),
        attempt(() => fs.chownSync(at('a'), wrong('x'), gid)),
        attempt(() => fs.chownSync(at('a'), -2, gid)),
      ];
    },
  ],
  [
    'utimes sets both times',
    async ({ fs, fsp, at, attempt }) => {
      fs.writeFileSync(at('a'), '');
      fs.symlinkSync('a', at('l'));
      const times = () => [fs.statSync(at('a')).atimeMs, fs.statSync(at('a')).mtimeMs];
      fs.utimesSync(at('a'), 1, 2.25);
      const seen = [times()];
      await fsp.utimes(at('a'), new Date(5000), '6');
      seen.push(times());
      const fd = fs.openSync(at('a'), 'r+');
      fs.futimesSync(fd, 8, 9);
      fs.closeSync(fd);
      seen.push(times());
      fs.lutimesSync(at('l'), 10, 11);
      return [
        seen,
        fs.lstatSync(at('l')).mtimeMs,
        times(),
        fs.statSync(at('a')).mtime.toISOString(),
        attempt(() => fs.utimesSync(at('no'), 1, 1)),
        attempt(() => fs.utimesSync(at('a'), wrong({}), 1)),
      ];
    },
  ],
  [
    'writing moves mtime, reading does not',
    async ({ fs, at }) => {
      fs.writeFileSync(at('a'), 'x');
      fs.utimesSync(at('a'), 1, 1);
      fs.readFileSync(at('a'));
      const before = fs.statSync(at('a')).mtimeMs;
      fs.appendFileSync(at('a'), 'y');
      return [before, fs.statSync(at('a')).mtimeMs > before];
    },
  ],
  [
    'making and removing names moves mtime of the directory',
    ({ fs, at }) => {
      fs.mkdirSync(at('d'));
      const moves = (act: () => void) => {
        fs.utimesSync(at('d'), 1, 1);
        act();
        return fs.statSync(at('d')).mtimeMs > 1000;
      };
      return [
        moves(() => fs.writeFileSync(at('d/a'), '')),
        moves(() => fs.appendFileSync(at('d/a'), 'x')),
        moves(() => fs.renameSync(at('d/a'), at('d/b'))),
        moves(() => fs.unlinkSync(at('d/b'))),
      ];
    },
  ],
  [
    'statfs tells the block size',
    async ({ fs, fsp, at, root, attempt }) => [
      fs.statfsSync(root).bsize,
      Object.keys(await fsp.statfs(root)),
      typeof fs.statfsSync(root, { bigint: true }).blocks,
      attempt(() => fs.statfsSync(at('no'))),
    ],
  ],
  [
    'constants and the shape of the module are those of Linux',
    ({ fs }) => {
      const { O_CREAT, O_TRUNC, O_APPEND, O_EXCL, O_SYNC, S_IFMT, S_IFDIR, COPYFILE_EXCL, R_OK, W_OK, X_OK, F_OK } = fs.constants;
      const wanted = Object.entries(fs)
        .filter(([name]) => !/^(?:lchmod|openAsBlob|_|Utf8Stream|mkdtempDisposable)/u.test(name))
        .map(([name, value]) => [name, typeof value]);
      return [
        O_CREAT,
        O_TRUNC,
        O_APPEND,
        O_EXCL,
        O_SYNC,
        S_IFMT,
        S_IFDIR,
        COPYFILE_EXCL,
        R_OK,
        W_OK,
        X_OK,
        F_OK,
        fs.promises.constants === fs.constants,
        wanted.length > 90,
      ];
    },
  ],
];
