/** Open files: descriptors, positions, partial reads and writes. */
import { type FsCase, wrong } from './case.ts';

export const descriptors: readonly FsCase[] = [
  [
    'arguments outside their range are refused in the words of Node',
    ({ fs, at, attempt }) => {
      fs.writeFileSync(at('a'), '');
      const fd = fs.openSync(at('a'), 'w+');
      const results = [
        attempt(() => fs.readSync(fd, Buffer.alloc(4), 0, 4, 1.5)),
        attempt(() => fs.readSync(fd, Buffer.alloc(4), 0, 4, -5)),
        attempt(() => fs.readSync(fd, Buffer.alloc(4), -1, 0, 0)),
        attempt(() => fs.writeSync(fd, Buffer.alloc(4), 1.5)),
        attempt(() => fs.chownSync(at('a'), 2 ** 40, 1)),
        attempt(() => fs.openSync(at('a'), 'r', 2 ** 40)),
        attempt(() => fs.truncateSync(at('a'), wrong('x'))),
        attempt(() => fs.truncateSync(at('a'), -3)),
        attempt(() => fs.mkdirSync(at('d'), { recursive: wrong('x') })),
        attempt(() => fs.mkdirSync(at('d'), { mode: 'zz' })),
        attempt(() => fs.symlinkSync('a', at('b'), wrong('zz'))),
        attempt(() => fs.readvSync(fd, wrong('x'))),
        attempt(() => fs.writevSync(fd, wrong([1]))),
        attempt(() => fs.watch(wrong(undefined))),
        attempt(() => fs.watchFile(at('a'), wrong(undefined))),
        attempt(() => fs.createReadStream(wrong(undefined))),
      ];
      fs.closeSync(fd);
      return results;
    },
  ],
  [
    'openSync refuses what is missing, existing or a directory',
    ({ fs, at, root, attempt }) => {
      fs.writeFileSync(at('a'), '');
      return [
        attempt(() => fs.openSync(at('no'), 'r')),
        attempt(() => fs.openSync(at('a'), 'wx')),
        attempt(() => fs.openSync(root, 'w')),
        attempt(() => fs.openSync(at('a/'), 'r')),
        attempt(() => fs.openSync(at('new/'), 'w')),
      ];
    },
  ],
  [
    'open calls back with a descriptor or the failure',
    async ({ fs, at, call }) => {
      const [error, fd] = await call((done) => fs.open(at('a'), 'w', done));
      fs.closeSync(Number(fd));
      return [error, typeof fd, await call((done) => fs.open(at('no'), done))];
    },
  ],
  [
    'unknown flags are refused',
    ({ fs, at, attempt }) => [attempt(() => fs.openSync(at('a'), 'q')), attempt(() => fs.openSync(at('a'), wrong({})))],
  ],
  [
    'all flags do what they say',
    ({ fs, at, attempt }) => {
      const results: unknown[] = [];
      for (const flags of ['r', 'r+', 'w', 'w+', 'wx', 'a', 'a+', 'ax', 'as', 'rs+']) {
        fs.writeFileSync(at('a'), '12345');
        results.push(
          flags,
          attempt(() => {
            const fd = fs.openSync(at('a'), flags);
            try {
              return [
                attempt(() => fs.writeSync(fd, 'X')),
                attempt(() => fs.readSync(fd, Buffer.alloc(3), 0, 3, 0)),
                fs.readFileSync(at('a'), 'utf8'),
              ];
            } finally {
              fs.closeSync(fd);
            }
          }),
        );
      }
      return results;
    },
  ],
  [
    'reading moves the position unless one is given',
    ({ fs, at }) => {
      fs.writeFileSync(at('a'), 'abcdef');
      const fd = fs.openSync(at('a'), 'r');
      const buffer = Buffer.alloc(2);
      const seen = [null, null, 4, null].map((position) => [fs.readSync(fd, buffer, 0, 2, position), buffer.toString()]);
      seen.push([fs.readSync(fd, buffer, 0, 2, null), buffer.toString()]);
      fs.closeSync(fd);
      return seen;
    },
  ],
  [
    'writing moves the position unless one is given',
    ({ fs, at }) => {
      const fd = fs.openSync(at('a'), 'w');
      const counts = [
        fs.writeSync(fd, 'abc'),
        fs.writeSync(fd, 'X', 1),
        fs.writeSync(fd, Buffer.from('__de'), 2, 2),
        fs.writeSync(fd, Buffer.from('f')),
      ];
      fs.closeSync(fd);
      return [counts, fs.readFileSync(at('a'), 'utf8')];
    },
  ],
  [
    'reading takes options in place of arguments',
    async ({ fs, at, call }) => {
      fs.writeFileSync(at('a'), 'abcdef');
      const fd = fs.openSync(at('a'), 'r');
      const buffer = Buffer.alloc(4);
      const results = [
        fs.readSync(fd, buffer, { position: 1, length: 2, offset: 1 }),
        buffer.toString('latin1'),
        await call((done) => fs.read(fd, { buffer, position: 0 }, done)),
        (await call((done) => fs.read(fd, buffer, 0, 2, 3, done))).slice(0, 2),
        buffer.toString('latin1'),
      ];
      fs.closeSync(fd);
      return results;
    },
  ],
  [
    'read refuses lengths and offsets outside the buffer',
    ({ fs, at, attempt }) => {
      fs.writeFileSync(at('a'), 'abcdef');
      const fd = fs.openSync(at('a'), 'r');
      const results = [
        attempt(() => fs.readSync(fd, Buffer.alloc(4), 0, 5, 0)),
        attempt(() => fs.readSync(fd, Buffer.alloc(4), 5, 1, 0)),
        attempt(() => fs.readSync(fd, Buffer.alloc(4), 0, -1, 0)),
        attempt(() => fs.readSync(fd, wrong('text'), 0, 1, 0)),
        attempt(() => fs.readSync(fd, Buffer.alloc(4), 0, 4, wrong('x'))),
      ];
      fs.closeSync(fd);
      return results;
    },
  ],
  [
    'write refuses what it cannot write',
    ({ fs, at, attempt }) => {
      const fd = fs.openSync(at('a'), 'w');
      const results = [
        attempt(() => fs.writeSync(fd, wrong(5))),
        attempt(() => fs.writeSync(fd, Buffer.alloc(2), 0, 3)),
        attempt(() => fs.writeSync(fd, Buffer.alloc(2), 3)),
      ];
      fs.closeSync(fd);
      return results;
    },
  ],
  [
    'a closed or impossible descriptor is EBADF or refused',
    async ({ fs, at, attempt, call }) => {
      const fd = fs.openSync(at('a'), 'w');
      fs.closeSync(fd);
      return [
        attempt(() => fs.closeSync(fd)),
        attempt(() => fs.writeSync(fd, 'x')),
        attempt(() => fs.readSync(fd, Buffer.alloc(1))),
        attempt(() => fs.fstatSync(fd)),
        attempt(() => fs.fsyncSync(fd)),
        attempt(() => fs.ftruncateSync(fd, 0)),
        await call((done) => fs.close(fd, done)),
        await call((done) => fs.fdatasync(fd, done)),
        attempt(() => fs.closeSync(-1)),
        attempt(() => fs.closeSync(1.5)),
        attempt(() => fs.closeSync(wrong('3'))),
        attempt(() => fs.closeSync(2 ** 40)),
      ];
    },
  ],
  [
    'reading a write-only file and writing a read-only one is EBADF',
    ({ fs, at, attempt }) => {
      const writer = fs.openSync(at('a'), 'w');
      const reader = fs.openSync(at('a'), 'r');
      const results = [attempt(() => fs.readSync(writer, Buffer.alloc(1))), attempt(() => fs.writeSync(reader, 'x'))];
      fs.closeSync(writer);
      fs.closeSync(reader);
      return results;
    },
  ],
  [
    'readv and writev take several buffers',
    async ({ fs, at, call }) => {
      const fd = fs.openSync(at('a'), 'w+');
      const written = [
        fs.writevSync(fd, [Buffer.from('ab'), Buffer.from('cde')]),
        await call((done) => fs.writev(fd, [Buffer.from('!')], 1, done)),
      ];
      const [one, two] = [Buffer.alloc(2), Buffer.alloc(9)];
      const read = [
        fs.readvSync(fd, [one, two], 0),
        one.toString(),
        two.toString('latin1'),
        (await call((done) => fs.readv(fd, [one], 3, done))).slice(0, 2),
      ];
      fs.closeSync(fd);
      return [written, read, one.toString()];
    },
  ],
  [
    'an unlinked file can be used until it is closed',
    ({ fs, at }) => {
      const fd = fs.openSync(at('a'), 'w+');
      fs.writeSync(fd, 'ghost');
      fs.unlinkSync(at('a'));
      const buffer = Buffer.alloc(5);
      fs.readSync(fd, buffer, 0, 5, 0);
      const { nlink, size } = fs.fstatSync(fd);
      fs.closeSync(fd);
      return [buffer.toString(), nlink, size, fs.existsSync(at('a'))];
    },
  ],
  [
    'truncation cuts and extends with zeros',
    async ({ fs, fsp, at, call }) => {
      fs.writeFileSync(at('a'), 'abcdef');
      fs.truncateSync(at('a'), 3);
      const one = fs.readFileSync(at('a'));
      await fsp.truncate(at('a'), 5);
      const two = fs.readFileSync(at('a'));
      const done = await call((back) => fs.truncate(at('a'), back));
      return [one, two, done, fs.readFileSync(at('a'))];
    },
  ],
  [
    'truncating what is missing or a directory fails',
    ({ fs, at, root, attempt }) => [
      attempt(() => fs.truncateSync(at('no'), 0)),
      attempt(() => fs.truncateSync(root, 0)),
      attempt(() => fs.ftruncateSync(99_999, wrong('x'))),
    ],
  ],
  [
    'appending ignores positions',
    ({ fs, at }) => {
      fs.writeFileSync(at('a'), 'abc');
      const fd = fs.openSync(at('a'), 'a');
      fs.writeSync(fd, 'd', 0);
      fs.writeSync(fd, Buffer.from('e'), 0, 1, 0);
      fs.closeSync(fd);
      return fs.readFileSync(at('a'), 'utf8');
    },
  ],
  [
    'writing far beyond the end leaves a hole',
    ({ fs, at }) => {
      const fd = fs.openSync(at('a'), 'w');
      fs.writeSync(fd, 'z', 10);
      fs.closeSync(fd);
      return fs.readFileSync(at('a'));
    },
  ],
  [
    'a callback is required',
    ({ fs, at, attempt }) => [attempt(() => fs.open(at('a'), wrong(undefined))), attempt(() => fs.unlink(at('a'), wrong(undefined)))],
  ],
  [
    'opening a directory for reading works, reading it does not',
    ({ fs, root, attempt }) => {
      const fd = fs.openSync(root, 'r');
      const results = [attempt(() => fs.readSync(fd, Buffer.alloc(1))), fs.fstatSync(fd).isDirectory(), attempt(() => fs.fsyncSync(fd))];
      fs.closeSync(fd);
      return results;
    },
  ],
  [
    'two reads in flight each fill their own buffer',
    async ({ fs, at, call }) => {
      fs.writeFileSync(at('a'), 'abcdef');
      const fd = fs.openSync(at('a'), 'r');
      const buffers = [Buffer.alloc(3), Buffer.alloc(3)];
      await Promise.all(buffers.map((buffer, index) => call((done) => fs.read(fd, buffer, 0, 3, index * 3, done))));
      fs.closeSync(fd);
      return buffers;
    },
  ],
];
