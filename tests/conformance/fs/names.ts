/** Names: directories, links, renaming, removing, listing. */
import { type FsCase, wrong } from './case.ts';

export const names: readonly FsCase[] = [
  [
    'mkdir makes one directory and refuses more',
    async ({ fs, fsp, at, attempt, settle }) => {
      fs.writeFileSync(at('file'), '');
      return [
        attempt(() => fs.mkdirSync(at('a'))),
        attempt(() => fs.mkdirSync(at('a'))),
        attempt(() => fs.mkdirSync(at('x/y'))),
        attempt(() => fs.mkdirSync(at('file/y'))),
        await settle(() => fsp.mkdir(at('a'))),
        fs.statSync(at('a')).mode,
      ];
    },
  ],
  [
    'mkdir recursive tells the first directory it made',
    async ({ fs, fsp, at, attempt, call }) => [
      fs.mkdirSync(at('a/b/c'), { recursive: true }),
      fs.mkdirSync(at('a/b'), { recursive: true }),
      await fsp.mkdir(at('a/b/d/e'), { recursive: true }),
      await call((done) => fs.mkdir(at('a/x'), { recursive: true }, done)),
      await call((done) => fs.mkdir(at('a/x'), { recursive: true }, done)),
      attempt(() => fs.writeFileSync(at('file'), '')),
      attempt(() => fs.mkdirSync(at('file'), { recursive: true })),
    ],
  ],
  [
    'mkdir applies mode and umask',
    ({ fs, at }) => {
      fs.mkdirSync(at('a'), 0o777);
      fs.mkdirSync(at('b'), { mode: 0o700 });
      fs.mkdirSync(at('c'), { mode: '750' });
      return ['a', 'b', 'c'].map((name) => fs.statSync(at(name)).mode);
    },
  ],
  [
    'rmdir removes empty directories only',
    async ({ fs, fsp, at, attempt, settle }) => {
      fs.mkdirSync(at('a/b'), { recursive: true });
      fs.writeFileSync(at('file'), '');
      return [
        attempt(() => fs.rmdirSync(at('a'))),
        attempt(() => fs.rmdirSync(at('a/b'))),
        attempt(() => fs.rmdirSync(at('no'))),
        attempt(() => fs.rmdirSync(at('file'))),
        await settle(() => fsp.rmdir(at('a'))),
        fs.readdirSync(at('.')),
      ];
    },
  ],
  [
    'unlink removes files and links, not directories',
    async ({ fs, fsp, at, attempt, settle, call }) => {
      fs.writeFileSync(at('a'), '');
      fs.symlinkSync('a', at('l'));
      fs.mkdirSync(at('d'));
      return [
        attempt(() => fs.unlinkSync(at('l'))),
        fs.existsSync(at('a')),
        attempt(() => fs.unlinkSync(at('no'))),
        attempt(() => fs.unlinkSync(at('d'))),
        await settle(() => fsp.unlink(at('a'))),
        await call((done) => fs.unlink(at('a'), done)),
      ];
    },
  ],
  [
    'rename moves and replaces',
    async ({ fs, fsp, at, call }) => {
      fs.writeFileSync(at('a'), 'A');
      fs.writeFileSync(at('b'), 'B');
      fs.renameSync(at('a'), at('b'));
      const one = [fs.readdirSync(at('.')), fs.readFileSync(at('b'), 'utf8')];
      await fsp.rename(at('b'), at('c'));
      return [one, await call((done) => fs.rename(at('c'), at('d'), done)), fs.readdirSync(at('.'))];
    },
  ],
  [
    'rename refuses what makes no sense',
    async ({ fs, fsp, at, attempt, settle }) => {
      fs.mkdirSync(at('dir/sub'), { recursive: true });
      fs.mkdirSync(at('full/x'), { recursive: true });
      fs.mkdirSync(at('empty'));
      fs.writeFileSync(at('file'), '');
      return [
        attempt(() => fs.renameSync(at('no'), at('x'))),
        attempt(() => fs.renameSync(at('file'), at('no/x'))),
        attempt(() => fs.renameSync(at('file'), at('empty'))),
        attempt(() => fs.renameSync(at('dir'), at('file'))),
        attempt(() => fs.renameSync(at('dir'), at('full'))),
        attempt(() => fs.renameSync(at('dir'), at('dir/sub/x'))),
        attempt(() => fs.renameSync(at('dir'), at('empty'))),
        attempt(() => fs.renameSync(at('file'), at('file'))),
        await settle(() => fsp.rename(at('no'), at('x'))),
        fs.readdirSync(at('.')),
        fs.readdirSync(at('empty')),
      ];
    },
  ],
  [
    'hard links share everything',
    ({ fs, at, attempt }) => {
      fs.writeFileSync(at('a'), 'one');
      fs.linkSync(at('a'), at('b'));
      fs.writeFileSync(at('b'), 'two');
      const { nlink } = fs.statSync(at('a'));
      fs.mkdirSync(at('d'));
      return [
        fs.readFileSync(at('a'), 'utf8'),
        nlink,
        fs.statSync(at('a')).ino === fs.statSync(at('b')).ino,
        attempt(() => fs.linkSync(at('a'), at('b'))),
        attempt(() => fs.linkSync(at('no'), at('c'))),
        attempt(() => fs.linkSync(at('d'), at('e'))),
      ];
    },
  ],
  [
    'symbolic links are followed, read and dangle',
    async ({ fs, fsp, at, attempt, settle }) => {
      fs.mkdirSync(at('d'));
      fs.writeFileSync(at('d/a'), 'deep');
      fs.symlinkSync('d', at('l'));
      fs.symlinkSync('nowhere', at('dangling'));
      return [
        fs.readFileSync(at('l/a'), 'utf8'),
        fs.readlinkSync(at('l')),
        await fsp.readlink(at('l'), 'buffer'),
        fs.lstatSync(at('l')).isSymbolicLink(),
        fs.statSync(at('l')).isDirectory(),
        fs.lstatSync(at('dangling')).size,
        attempt(() => fs.statSync(at('dangling'))),
        fs.existsSync(at('dangling')),
        attempt(() => fs.readlinkSync(at('d'))),
        attempt(() => fs.symlinkSync('x', at('l'))),
        await settle(() => fsp.readlink(at('no'))),
      ];
    },
  ],
  [
    'loops of links are ELOOP',
    ({ fs, at, attempt }) => {
      fs.symlinkSync(at('b'), at('a'));
      fs.symlinkSync(at('a'), at('b'));
      return [attempt(() => fs.statSync(at('a'))), attempt(() => fs.readFileSync(at('a'))), attempt(() => fs.readdirSync(at('a')))];
    },
  ],
  ['names that are too long are refused', ({ fs, at, attempt }) => attempt(() => fs.writeFileSync(at('x'.repeat(256)), ''))],
  [
    'rm removes files, trees and, with force, nothing',
    async ({ fs, fsp, at, attempt, settle, call }) => {
      fs.mkdirSync(at('d/e'), { recursive: true });
      fs.writeFileSync(at('d/e/f'), '');
      fs.writeFileSync(at('f'), '');
      return [
        attempt(() => fs.rmSync(at('d'))),
        attempt(() => fs.rmSync(at('f'))),
        attempt(() => fs.rmSync(at('no'))),
        attempt(() => fs.rmSync(at('no'), { force: true })),
        await settle(() => fsp.rm(at('no'))),
        await settle(() => fsp.rm(at('d'))),
        await call((done) => fs.rm(at('d'), { recursive: true }, done)),
        await settle(() => fsp.rm(at('d'), { recursive: true, force: true })),
        fs.readdirSync(at('.')),
        attempt(() => fs.rmSync(at('f'), { recursive: wrong('yes') })),
      ];
    },
  ],
  [
    'cp copies trees and links',
    async ({ fs, fsp, at, call }) => {
      fs.mkdirSync(at('d/e'), { recursive: true });
      fs.writeFileSync(at('d/e/f'), 'deep');
      fs.writeFileSync(at('d/g'), 'flat');
      fs.cpSync(at('d'), at('one'), { recursive: true });
      await fsp.cp(at('d'), at('two/three'), { recursive: true, filter: (source) => !source.endsWith('g') });
      const done = await call((back) => fs.cp(at('d/g'), at('file'), back));
      return [
        done,
        fs.readdirSync(at('one'), { recursive: true }).map(String).sort(),
        fs.readdirSync(at('two'), { recursive: true }).map(String).sort(),
        fs.readFileSync(at('one/e/f'), 'utf8'),
        fs.readFileSync(at('file'), 'utf8'),
      ];
    },
  ],
  [
    'cp leaves existing files alone when told so',
    ({ fs, at, attempt }) => {
      fs.writeFileSync(at('a'), 'new');
      fs.writeFileSync(at('b'), 'old');
      fs.cpSync(at('a'), at('b'), { force: false });
      const kept = fs.readFileSync(at('b'), 'utf8');
      const code = (result: unknown) => String(Reflect.get(Object(Reflect.get(Object(result), 'thrown')), 'code'));
      return [
        kept,
        code(attempt(() => fs.cpSync(at('a'), at('b'), { force: false, errorOnExist: true }))),
        code(attempt(() => fs.cpSync(at('no'), at('x')))),
      ];
    },
  ],
  [
    'mkdtemp makes a new directory each time',
    async ({ fs, fsp, at, attempt }) => {
      const [one, two] = [fs.mkdtempSync(at('t-')), await fsp.mkdtemp(at('t-'))];
      return [
        one.length === two.length,
        one !== two,
        fs.statSync(one).mode,
        one.startsWith(at('t-')),
        attempt(() => fs.mkdtempSync(at('no/t-'))),
      ];
    },
  ],
];
