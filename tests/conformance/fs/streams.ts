/** Streams and file handles, with the order of their events. */
import type { EventEmitter } from 'node:events';
import type { ReadStream } from 'node:fs';
import type { FsCase, FsWorld } from './case.ts';

function record(emitter: EventEmitter, events: readonly string[], log: FsWorld['log']): void {
  for (const event of events)
    emitter.on(event, (value: unknown) =>
      log(value instanceof Error ? [event, value] : Buffer.isBuffer(value) || typeof value === 'string' ? [event, value] : event),
    );
}

function ended(emitter: EventEmitter): Promise<void> {
  return new Promise((resolve) => emitter.on('close', () => resolve()));
}

/** Handles emit 'close', which their types do not say. */
function emitterOf(handle: unknown): EventEmitter {
  return handle as EventEmitter;
}

const READ_EVENTS = ['open', 'ready', 'data', 'end', 'error', 'close'];
const WRITE_EVENTS = ['open', 'ready', 'drain', 'finish', 'error', 'close'];

export const streams: readonly FsCase[] = [
  [
    'a read stream opens, gives data, ends and closes',
    async ({ fs, at, log }) => {
      fs.writeFileSync(at('a'), 'abcdef');
      const stream = fs.createReadStream(at('a'), { encoding: 'utf8', highWaterMark: 4 });
      record(stream, READ_EVENTS, log);
      await ended(stream);
      return [stream.bytesRead, stream.path, Reflect.get(stream, 'fd'), stream.closed, stream.destroyed];
    },
  ],
  [
    'a read stream reads from start to end, both included',
    async ({ fs, at, log }) => {
      fs.writeFileSync(at('a'), 'abcdefgh');
      const stream = fs.createReadStream(at('a'), { start: 2, end: 5, highWaterMark: 3 });
      record(stream, READ_EVENTS, log);
      await ended(stream);
    },
  ],
  [
    'a read stream of a missing file fails and closes',
    async ({ fs, at, log }) => {
      const stream = fs.createReadStream(at('no'));
      record(stream, READ_EVENTS, log);
      await ended(stream);
      return stream.pending;
    },
  ],
  [
    'a read stream that is destroyed early closes without end',
    async ({ fs, at, log }) => {
      fs.writeFileSync(at('a'), 'x'.repeat(100));
      const stream = fs.createReadStream(at('a'), { highWaterMark: 10 });
      record(stream, READ_EVENTS, log);
      stream.once('data', () => stream.destroy());
      await ended(stream);
    },
  ],
  [
    'a read stream can be iterated',
    async ({ fs, at }) => {
      fs.writeFileSync(at('a'), 'abcdef');
      const chunks: unknown[] = [];
      for await (const chunk of fs.createReadStream(at('a'), { highWaterMark: 4, encoding: 'utf8' })) chunks.push(chunk);
      return chunks;
    },
  ],
  [
    'a read stream over a descriptor without autoClose leaves it open',
    async ({ fs, at, log }) => {
      fs.writeFileSync(at('a'), 'abc');
      const fd = fs.openSync(at('a'), 'r');
      const stream = fs.createReadStream('', { fd, autoClose: false, encoding: 'utf8' });
      record(stream, READ_EVENTS, log);
      await new Promise<void>((resolve) => stream.on('end', () => resolve()));
      const { size } = fs.fstatSync(fd);
      fs.closeSync(fd);
      return size;
    },
  ],
  [
    'stream options out of range are refused',
    ({ fs, at, attempt }) => [
      attempt(() => fs.createReadStream(at('a'), { start: 5, end: 2 })),
      attempt(() => fs.createReadStream(at('a'), { start: -1 })),
    ],
  ],
  [
    'a write stream opens, takes data, finishes and closes',
    async ({ fs, at, log }) => {
      const stream = fs.createWriteStream(at('a'));
      record(stream, WRITE_EVENTS, log);
      log(stream.write('one '));
      stream.write(Buffer.from('two '));
      stream.end('three');
      await ended(stream);
      return [fs.readFileSync(at('a'), 'utf8'), stream.bytesWritten, stream.path];
    },
  ],
  [
    'a write stream tells to wait and drains',
    async ({ fs, at, log }) => {
      const stream = fs.createWriteStream(at('a'), { highWaterMark: 4 });
      record(stream, WRITE_EVENTS, log);
      log(stream.write('longer than four'));
      stream.once('drain', () => stream.end());
      await ended(stream);
      return fs.readFileSync(at('a'), 'utf8');
    },
  ],
  [
    'a write stream appends, starts inside and flushes when told so',
    async ({ fs, at }) => {
      fs.writeFileSync(at('a'), 'abcdef');
      const write = async (options: object, text: string) => {
        const stream = fs.createWriteStream(at('a'), options);
        stream.end(text);
        await ended(stream);
        return fs.readFileSync(at('a'), 'utf8');
      };
      return [await write({ flags: 'a' }, 'gh'), await write({ flags: 'r+', start: 2 }, 'XY'), await write({ flush: true }, 'new')];
    },
  ],
  [
    'a write stream into nowhere fails and closes',
    async ({ fs, at, log }) => {
      const stream = fs.createWriteStream(at('no/a'));
      record(stream, WRITE_EVENTS, log);
      stream.write('x', (error) => log(['write', error]));
      await ended(stream);
    },
  ],
  [
    'piping copies a file',
    async ({ fs, at }) => {
      fs.writeFileSync(at('a'), 'y'.repeat(200_000));
      const target = fs.createWriteStream(at('b'));
      fs.createReadStream(at('a')).pipe(target);
      await ended(target);
      return fs.readFileSync(at('b')).equals(fs.readFileSync(at('a')));
    },
  ],
  [
    'streams are instances of their classes, also without new',
    async ({ fs, at }) => {
      fs.writeFileSync(at('a'), '');
      const make = fs.ReadStream as unknown as (path: string) => ReadStream;
      const [one, two, three] = [fs.createReadStream(at('a')), make(at('a')), fs.createWriteStream(at('b'))];
      one.resume();
      two.resume();
      three.end();
      await Promise.all([one, two, three].map(ended));
      return [one instanceof fs.ReadStream, two instanceof fs.ReadStream, three instanceof fs.WriteStream];
    },
  ],
  [
    'a file handle reads, writes and knows its file',
    async ({ fsp, at, log }) => {
      const handle = await fsp.open(at('a'), 'w+', 0o640);
      emitterOf(handle).on('close', () => log('close'));
      const written = await handle.write('hello world');
      const more = await handle.write(Buffer.from('!'), 0, 1, 11);
      const buffer = Buffer.alloc(5);
      const read = await handle.read(buffer, 0, 5, 6);
      const stats = await handle.stat();
      await handle.sync();
      await handle.datasync();
      await handle.truncate(5);
      await handle.close();
      return [written, more.bytesWritten, read.bytesRead, buffer, stats.size, stats.mode, await fsp.readFile(at('a'), 'utf8'), handle.fd];
    },
  ],
  [
    'a file handle reads and writes whole files from where it stands',
    async ({ fsp, at }) => {
      const handle = await fsp.open(at('a'), 'w+');
      await handle.writeFile('abc');
      await handle.appendFile('def');
      const rest = await handle.readFile('utf8');
      const { buffers } = await handle.readv([Buffer.alloc(2), Buffer.alloc(2)], 1);
      await handle.chmod(0o600);
      await handle.utimes(1, 2);
      const { mode, mtimeMs } = await handle.stat();
      await handle.close();
      return [rest, buffers, mode, mtimeMs, await fsp.readFile(at('a'), 'utf8')];
    },
  ],
  [
    'a closed file handle refuses everything but closing',
    async ({ fsp, at, settle }) => {
      const handle = await fsp.open(at('a'), 'w');
      await handle.close();
      return [
        await settle(() => handle.close()),
        await settle(() => handle.stat()),
        await settle(() => handle.write('x')),
        await settle(() => handle.readFile()),
        await settle(() => handle.sync()),
      ];
    },
  ],
  [
    'a file handle gives lines',
    async ({ fs, fsp, at }) => {
      fs.writeFileSync(at('a'), 'one\ntwo\r\nthree');
      const handle = await fsp.open(at('a'));
      const lines: string[] = [];
      for await (const line of handle.readLines()) lines.push(line);
      return lines;
    },
  ],
  [
    'streams over a file handle close it',
    async ({ fs, fsp, at, log }) => {
      const handle = await fsp.open(at('a'), 'w+');
      emitterOf(handle).on('close', () => log('handle close'));
      const writer = handle.createWriteStream();
      record(writer, WRITE_EVENTS, log);
      writer.end('through a handle');
      await ended(writer);
      const reading = await fsp.open(at('a'));
      const reader = reading.createReadStream({ encoding: 'utf8', start: 8 });
      record(reader, READ_EVENTS, log);
      await ended(reader);
      return [handle.fd, reading.fd, fs.existsSync(at('a'))];
    },
  ],
  [
    'a file handle disposes of itself',
    async ({ fsp, at }) => {
      const handle = await fsp.open(at('a'), 'w');
      await handle[Symbol.asyncDispose]();
      return handle.fd;
    },
  ],
];
