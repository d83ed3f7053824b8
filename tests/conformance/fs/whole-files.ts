/** Reading and writing whole files, in all three forms. */
import { type FsCase, wrong } from './case.ts';

export const wholeFiles: readonly FsCase[] = [
  [
    'writeFileSync then readFileSync gives text',
    ({ fs, at }) => {
      fs.writeFileSync(at('a'), 'häll😀');
      return [fs.readFileSync(at('a'), 'utf8'), fs.readFileSync(at('a')), fs.readFileSync(at('a'), { encoding: 'hex' })];
    },
  ],
  ['readFileSync of a missing file throws ENOENT', ({ fs, at, attempt }) => attempt(() => fs.readFileSync(at('a')))],
  ['readFileSync of a directory throws EISDIR', ({ fs, root, attempt }) => attempt(() => fs.readFileSync(root))],
  [
    'readFile calls back with the bytes',
    async ({ fs, at, call }) => {
      fs.writeFileSync(at('a'), 'abc');
      return [await call((done) => fs.readFile(at('a'), done)), await call((done) => fs.readFile(at('a'), 'latin1', done))];
    },
  ],
  ['readFile of a missing file calls back with ENOENT', ({ fs, at, call }) => call((done) => fs.readFile(at('a'), done))],
  ['readFile of a directory calls back with EISDIR', ({ fs, root, call }) => call((done) => fs.readFile(root, done))],
  [
    'promises.readFile resolves and rejects',
    async ({ fs, fsp, at, root, settle }) => {
      fs.writeFileSync(at('a'), 'abc');
      return [
        await settle(() => fsp.readFile(at('a'), 'utf8')),
        await settle(() => fsp.readFile(at('b'))),
        await settle(() => fsp.readFile(root)),
      ];
    },
  ],
  [
    'writeFile replaces what was there',
    async ({ fs, at, call }) => {
      fs.writeFileSync(at('a'), 'a long first version');
      const done = await call((back) => fs.writeFile(at('a'), 'short', back));
      return [done, fs.readFileSync(at('a'), 'utf8')];
    },
  ],
  [
    'promises.writeFile takes text, bytes, iterables and streams',
    async ({ fsp, at }) => {
      await fsp.writeFile(at('a'), 'text');
      await fsp.writeFile(at('b'), new Uint8Array([1, 2, 3]));
      await fsp.writeFile(at('c'), ['one', 'two']);
      await fsp.writeFile(
        at('d'),
        (async function* () {
          yield 'x';
          yield Buffer.from('y');
        })(),
      );
      return Promise.all(['a', 'b', 'c', 'd'].map((name) => fsp.readFile(at(name))));
    },
  ],
  [
    'writeFile with flag wx refuses an existing file',
    async ({ fs, fsp, at, attempt, settle }) => {
      fs.writeFileSync(at('a'), '1');
      return [
        attempt(() => fs.writeFileSync(at('a'), '2', { flag: 'wx' })),
        await settle(() => fsp.writeFile(at('a'), '2', { flag: 'wx' })),
      ];
    },
  ],
  [
    'writeFile applies mode and umask to new files',
    ({ fs, at }) => {
      fs.writeFileSync(at('a'), '1', { mode: 0o666 });
      fs.writeFileSync(at('b'), '1', { mode: 0o600 });
      return [fs.statSync(at('a')).mode, fs.statSync(at('b')).mode];
    },
  ],
  [
    'writeFile into a missing directory is ENOENT',
    async ({ fs, fsp, at, attempt, settle, call }) => [
      attempt(() => fs.writeFileSync(at('no/a'), '')),
      await settle(() => fsp.writeFile(at('no/a'), '')),
      await call((done) => fs.writeFile(at('no/a'), '', done)),
    ],
  ],
  [
    'writeFile through a file as directory is ENOTDIR',
    ({ fs, at, attempt }) => {
      fs.writeFileSync(at('a'), '');
      return attempt(() => fs.writeFileSync(at('a/b'), ''));
    },
  ],
  ['writeFile onto a directory is EISDIR', ({ fs, root, attempt }) => attempt(() => fs.writeFileSync(root, ''))],
  [
    'writeFile refuses data that is neither text nor bytes',
    async ({ fs, fsp, at, attempt, settle }) => [
      attempt(() => fs.writeFileSync(at('a'), wrong(12))),
      attempt(() => fs.writeFileSync(at('a'), wrong({}))),
      await settle(() => fsp.writeFile(at('a'), wrong(12))),
    ],
  ],
  [
    'appendFile adds to the end and makes the file',
    async ({ fs, fsp, at, call }) => {
      fs.appendFileSync(at('a'), 'one ');
      await fsp.appendFile(at('a'), 'two ');
      const done = await call((back) => fs.appendFile(at('a'), Buffer.from('three'), back));
      return [done, fs.readFileSync(at('a'), 'utf8')];
    },
  ],
  [
    'many appends in flight all arrive',
    async ({ fsp, at }) => {
      await Promise.all(Array.from({ length: 20 }, () => fsp.appendFile(at('a'), 'x')));
      return fsp.readFile(at('a'), 'utf8');
    },
  ],
  [
    'readFileSync and writeFileSync take a descriptor and its position',
    ({ fs, at }) => {
      const fd = fs.openSync(at('a'), 'w+');
      fs.writeFileSync(fd, 'abc');
      fs.writeFileSync(fd, 'def');
      const rest = fs.readFileSync(fd, 'utf8');
      fs.closeSync(fd);
      return [rest, fs.readFileSync(at('a'), 'utf8')];
    },
  ],
  [
    'an unknown encoding is refused',
    ({ fs, at, attempt }) => {
      fs.writeFileSync(at('a'), '');
      return [attempt(() => fs.readFileSync(at('a'), wrong('nope'))), attempt(() => fs.readFileSync(at('a'), { encoding: wrong('nope') }))];
    },
  ],
  [
    'options of a wrong type are refused',
    ({ fs, at, attempt }) => {
      return [attempt(() => fs.readFileSync(at('a'), wrong(5))), attempt(() => fs.writeFileSync(at('a'), '', wrong(true)))];
    },
  ],
  [
    'an aborted signal stops reading and writing',
    async ({ fs, fsp, at, settle, call }) => {
      fs.writeFileSync(at('a'), 'abc');
      const signal = AbortSignal.abort();
      return [
        await settle(() => fsp.readFile(at('a'), { signal })),
        await settle(() => fsp.writeFile(at('a'), 'x', { signal })),
        await call((done) => fs.readFile(at('a'), { signal }, done)),
        fs.readFileSync(at('a'), 'utf8'),
      ];
    },
  ],
  [
    'copyFile copies bytes and mode',
    async ({ fs, fsp, at, call }) => {
      fs.writeFileSync(at('a'), 'bytes', { mode: 0o640 });
      fs.copyFileSync(at('a'), at('b'));
      await fsp.copyFile(at('a'), at('c'));
      const done = await call((back) => fs.copyFile(at('a'), at('d'), back));
      return [done, ...['b', 'c', 'd'].map((name) => [fs.readFileSync(at(name), 'utf8'), fs.statSync(at(name)).mode])];
    },
  ],
  [
    'copyFile fails as copyfile, with both paths',
    ({ fs, at, attempt }) => {
      fs.writeFileSync(at('a'), '1');
      fs.writeFileSync(at('b'), '2');
      return [
        attempt(() => fs.copyFileSync(at('no'), at('x'))),
        attempt(() => fs.copyFileSync(at('a'), at('no/x'))),
        attempt(() => fs.copyFileSync(at('a'), at('b'), fs.constants.COPYFILE_EXCL)),
      ];
    },
  ],
  [
    'a large file is read whole',
    async ({ fs, fsp, at }) => {
      fs.writeFileSync(at('a'), Buffer.alloc(1_500_000, 7));
      const [one, two] = await Promise.all([fsp.readFile(at('a')), fsp.readFile(at('a'))]);
      return [one.length, two.length, one.equals(two), fs.statSync(at('a')).size];
    },
  ],
  [
    'flush writes and syncs',
    async ({ fs, fsp, at }) => {
      fs.writeFileSync(at('a'), 'x', { flush: true });
      await fsp.writeFile(at('b'), 'y', { flush: true });
      return [fs.readFileSync(at('a'), 'utf8'), fs.readFileSync(at('b'), 'utf8')];
    },
  ],
];
