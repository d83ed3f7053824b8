import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallLimits } from '../host/port.ts';
import { hostFiles } from './host.ts';
import type { HostFilesPort } from './port.ts';

const noLimits: CallLimits = { timeoutMs: undefined, bytesMax: 8 * 1024 * 1024, signal: undefined };
let base: string;
let root: string;
let outside: string;
let files: HostFilesPort;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'fozzy-fs-')));
  root = join(base, 'root');
  outside = join(base, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret'), 'secret');
  files = hostFiles({ root });
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

/** The content, null for a file that does not exist, or the class of the failure. */
async function read(path: string): Promise<string | null> {
  const answer = await files.read(path, noLimits);
  if (answer.kind === 'failed') return `failed: ${answer.error.class}`;
  if (answer.kind !== 'ok') return answer.kind;
  return answer.value.exists ? Buffer.from(answer.value.dataHex, 'hex').toString() : null;
}

async function write(path: string, data: string): Promise<string> {
  const answer = await files.write(path, data, noLimits);
  return answer.kind === 'failed' ? `failed: ${answer.error.class}` : answer.kind;
}

/** Every file below the root with its content. */
function disk(): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}

describe('a real file', () => {
  test('is read as it is, byte for byte', async () => {
    const bytes = Buffer.from([0, 255, 10]);
    writeFileSync(join(root, 'a.bin'), bytes);
    expect(await files.read('./x/..//a.bin', noLimits)).toMatchObject({
      kind: 'ok',
      value: { exists: true, dataHex: bytes.toString('hex'), path: 'a.bin' },
    });
  });

  test('is written as a whole, and its directories made', async () => {
    expect(await files.write('new/dir/a.txt', 'grüße', noLimits)).toMatchObject({
      kind: 'ok',
      value: { path: 'new/dir/a.txt', sizeBytes: 7 },
    });
    await write('new/dir/a.txt', 'short');
    expect(disk()).toEqual({ 'new/dir/a.txt': 'short' });
  });

  test('keeps its permissions and its identity when it is written', async () => {
    writeFileSync(join(root, 'run.sh'), 'old');
    chmodSync(join(root, 'run.sh'), 0o755);
    linkSync(join(root, 'run.sh'), join(root, 'twin'));
    await write('run.sh', 'new');
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(root, 'twin'), 'utf8')).toBe('new');
  });

  test.each(['missing', 'no/such/dir/file', 'file/below'])('that does not exist is not a failure: %s', async (path) => {
    writeFileSync(join(root, 'file'), '');
    expect(await read(path)).toBeNull();
  });

  test('that is none is refused', async () => {
    mkdirSync(join(root, 'dir'));
    writeFileSync(join(root, 'file'), '');
    expect(await read('dir')).toBe('failed: EISDIR');
    expect(await write('dir', '')).toBe('failed: EISDIR');
    expect(await read('.')).toBe('failed: EISDIR');
    expect(await write('file/below', '')).toBe('failed: ENOTDIR');
  });

  test('that is a pipe does not make anybody wait', async () => {
    await new Promise((resolve) => {
      spawn('sh', ['-c', 'mkfifo pipe'], { cwd: root }).on('exit', resolve);
    });
    expect(await read('pipe')).toBe('failed: EINVAL');
    expect(await write('pipe', 'x')).toBe('failed: EINVAL');
  });

  test('that is too large is read up to the limit only', async () => {
    writeFileSync(join(root, 'large'), 'x'.repeat(10_001));
    expect(await files.read('large', { ...noLimits, bytesMax: 10_000 })).toMatchObject({
      kind: 'failed',
      error: { class: 'limit', message: expect.stringContaining('exceeded limit of 10000 bytes'), excerpt: 'x'.repeat(2048) },
    });
    expect(await files.read('large', { ...noLimits, bytesMax: 10_001 })).toMatchObject({ kind: 'ok', value: { exists: true } });
  });

  test('that would be too large is not written', async () => {
    expect(await files.write('large', 'x'.repeat(11), { ...noLimits, bytesMax: 10 })).toMatchObject({
      kind: 'failed',
      error: { class: 'limit' },
    });
    expect(disk()).toEqual({});
  });

  test('is not touched when there is no time or the run is cancelled', async () => {
    expect((await files.write('a', '', { ...noLimits, timeoutMs: 0 })).kind).toBe('timeout');
    expect((await files.write('a', '', { ...noLimits, signal: AbortSignal.abort() })).kind).toBe('cancelled');
    expect(disk()).toEqual({});
  });

  test('is named in a failure the way the scenario names it', async () => {
    mkdirSync(join(root, 'dir'));
    const answer = await files.read('dir', noLimits);
    expect(answer).toMatchObject({ error: { message: expect.stringMatching(/^cannot read "dir": /) } });
  });
});

describe('the sandbox', () => {
  const escapes: [string, string, (() => void) | undefined][] = [
    ['an absolute path', '/etc/hostname', undefined],
    ['".." over the edge', '../outside/secret', undefined],
    ['".." over the edge and back', '../root/a', undefined],
    ['".." hidden behind a directory', 'a/../../outside/secret', undefined],
    ['an empty path', '', undefined],
    ['a NUL byte', 'a\0b', undefined],
    ['a link to a file', 'link', () => symlinkSync(join(outside, 'secret'), join(root, 'link'))],
    ['a relative link to a file', 'link', () => symlinkSync('../outside/secret', join(root, 'link'))],
    ['a link to a directory', 'link/secret', () => symlinkSync(outside, join(root, 'link'))],
    ['a link to a file that does not exist', 'link', () => symlinkSync(join(outside, 'new'), join(root, 'link'))],
    ['a new directory below a link', 'link/new/file', () => symlinkSync(outside, join(root, 'link'))],
    ['a path through a file outside', 'link/x', () => symlinkSync(join(outside, 'secret'), join(root, 'link'))],
    [
      'a link behind a link',
      'one/secret',
      () => {
        symlinkSync('two', join(root, 'one'));
        symlinkSync(outside, join(root, 'two'));
      },
    ],
  ];

  test.each(escapes)('refuses reading and writing: %s', async (_what, path, prepare) => {
    prepare?.();
    expect(await read(path)).toBe('failed: path');
    expect(await write(path, 'overwritten')).toBe('failed: path');
    expect(readdirSync(outside)).toEqual(['secret']);
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
    expect(disk()).toEqual({});
  });

  test('follows links that stay inside', async () => {
    mkdirSync(join(root, 'real'));
    symlinkSync('real', join(root, 'dir'));
    symlinkSync(join(root, 'real/a'), join(root, 'absolute'));
    symlinkSync('real/later', join(root, 'dangling'));
    expect(await write('dir/a', '1')).toBe('ok');
    expect(await read('absolute')).toBe('1');
    expect(await write('absolute', '2')).toBe('ok');
    expect(await read('real/a')).toBe('2');
    expect(await write('dangling', '3')).toBe('ok');
    expect(disk()).toEqual({ 'real/a': '2', 'real/later': '3' });
  });

  test('does not turn in circles', async () => {
    symlinkSync('b', join(root, 'a'));
    symlinkSync('a', join(root, 'b'));
    expect(await read('a')).toBe('failed: ELOOP');
  });

  test('is the same when the root itself is reached by a link', async () => {
    symlinkSync(root, join(base, 'alias'));
    files = hostFiles({ root: join(base, 'alias') });
    await write('a', '1');
    expect(await read('a')).toBe('1');
    expect(disk()).toEqual({ a: '1' });
  });
});

describe('a race against the sandbox', { timeout: 60_000 }, () => {
  interface Attacker {
    readonly begin: string;
    readonly swap: string;
  }

  const inside = `fs.mkdirSync('dir', { recursive: true }); fs.writeFileSync('dir/secret', 'inside')`;
  const attackers: [string, Attacker][] = [
    [
      'a directory turns into a link and back',
      {
        begin: inside,
        swap: `fs.renameSync('dir', 'kept'); fs.symlinkSync('../outside', 'dir'); fs.unlinkSync('dir'); fs.renameSync('kept', 'dir')`,
      },
    ],
    [
      'a file turns into a link and back',
      {
        begin: inside,
        swap: `fs.symlinkSync('../../outside/secret', 'next'); fs.renameSync('next', 'dir/secret');
          fs.writeFileSync('next', 'inside'); fs.renameSync('next', 'dir/secret')`,
      },
    ],
    [
      'a link to the inside turns into one to the outside and back',
      {
        begin: `fs.mkdirSync('kept', { recursive: true }); fs.writeFileSync('kept/secret', 'inside')`,
        swap: `fs.symlinkSync('kept', 'next'); fs.renameSync('next', 'dir'); fs.symlinkSync('../outside', 'next'); fs.renameSync('next', 'dir')`,
      },
    ],
  ];

  /** Another process that keeps replacing what the path leads to, as fast as it can. */
  async function against({ begin, swap }: Attacker, attempt: () => Promise<void>): Promise<void> {
    const script = `const fs = require('node:fs'); process.chdir(${JSON.stringify(root)}); let rounds = 0;
      const begin = () => { for (const name of ['dir', 'kept', 'next']) fs.rmSync(name, { recursive: true, force: true }); ${begin}; };
      begin();
      for (;;) { try { ${swap} } catch { try { begin(); } catch {} } rounds += 1; if (rounds === 10) fs.writeSync(1, 'x'); }`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const gone = new Promise((resolve) => {
      child.on('exit', resolve);
    });
    try {
      await Promise.race([gone, once(child.stdout, 'data')]);
      for (let round = 0; round < 200; round += 1) await attempt();
      expect(child.exitCode).toBeNull();
    } finally {
      child.kill('SIGKILL');
      await gone;
    }
  }

  test.each(attackers)('never reads what lies outside: %s', async (_what, attacker) => {
    const seen = new Set<string | null>();
    await against(attacker, async () => {
      seen.add(await read('dir/secret'));
    });
    const harmless = ['inside', '', null, 'failed: path'];
    expect([...seen].filter((content) => !harmless.includes(content))).toEqual([]);
  });

  test.each(attackers)('never writes to what lies outside: %s', async (_what, attacker) => {
    let round = 0;
    await against(attacker, async () => {
      round += 1;
      await write('dir/secret', 'inside');
      await write(`dir/new-${round}/file`, 'inside');
    });
    expect(readdirSync(outside)).toEqual(['secret']);
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
  });
});

describe('a snapshot of real files', () => {
  test('covers what the scenario touched, and nothing else', async () => {
    writeFileSync(join(root, 'foreign'), 'f');
    writeFileSync(join(root, 'read'), 'r');
    await read('read');
    await read('absent');
    await write('b', '1');
    await write('a', '1');
    expect(await files.snapshot('s', noLimits)).toMatchObject({ kind: 'ok', value: { entries: ['a', 'absent', 'b', 'read'] } });
    for (const name of ['foreign', 'read', 'absent', 'a']) writeFileSync(join(root, name), 'changed');
    rmSync(join(root, 'b'));
    expect(await files.restore('s', noLimits)).toMatchObject({ kind: 'ok', value: { entries: ['a', 'absent', 'b', 'read'] } });
    expect(disk()).toEqual({ a: '1', b: '1', read: 'r', foreign: 'changed' });
  });

  test('also brings back files that were touched only after it', async () => {
    writeFileSync(join(root, 'old'), 'old');
    await files.snapshot('s', noLimits);
    await write('old', 'new');
    await write('made/by/us', 'new');
    await files.restore('s', noLimits);
    expect(disk()).toEqual({ old: 'old' });
    expect(existsSync(join(root, 'made'))).toBe(false);
  });

  test('survives being restored, and is replaced by one of the same name', async () => {
    await write('a', '1');
    await files.snapshot('s', noLimits);
    for (const value of ['2', '3']) {
      await write('a', value);
      await files.restore('s', noLimits);
      expect(await read('a')).toBe('1');
    }
    await write('a', '4');
    await files.snapshot('s', noLimits);
    await write('a', '5');
    await files.restore('s', noLimits);
    expect(await read('a')).toBe('4');
  });

  test('gives a removed file its permissions back', async () => {
    writeFileSync(join(root, 'run.sh'), 'x');
    chmodSync(join(root, 'run.sh'), 0o750);
    await read('run.sh');
    await files.snapshot('s', noLimits);
    rmSync(join(root, 'run.sh'));
    await files.restore('s', noLimits);
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o750);
  });

  test('leaves a directory alone that holds something foreign by now', async () => {
    await files.snapshot('s', noLimits);
    await write('dir/a', '1');
    writeFileSync(join(root, 'dir/foreign'), 'f');
    await files.restore('s', noLimits);
    expect(disk()).toEqual({ 'dir/foreign': 'f' });
  });

  test('is not restored through a link that took the place of a file', async () => {
    await write('dir/secret', 'mine');
    await files.snapshot('s', noLimits);
    rmSync(join(root, 'dir'), { recursive: true });
    symlinkSync(outside, join(root, 'dir'));
    expect(await files.restore('s', noLimits)).toMatchObject({ kind: 'failed', error: { class: 'path' } });
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
  });

  test('that was never taken is a failure of its own kind', async () => {
    expect(await files.restore('nope', noLimits)).toMatchObject({ kind: 'failed', error: { class: 'missing_snapshot' } });
  });
});

describe('a mark', () => {
  test('is where undo leads back to', async () => {
    writeFileSync(join(root, 'old'), 'old');
    await files.mark();
    await write('old', 'new');
    await write('old', 'newer');
    await write('dir/made', 'new');
    await files.undo();
    expect(disk()).toEqual({ old: 'old' });
    expect(existsSync(join(root, 'dir'))).toBe(false);
  });

  test('nests', async () => {
    await write('a', '0');
    await files.mark();
    await write('a', '1');
    await files.mark();
    await write('a', '2');
    await write('b', '2');
    await files.undo();
    expect(disk()).toEqual({ a: '1' });
    await files.undo();
    expect(disk()).toEqual({ a: '0' });
  });

  test('that is released keeps what happened, for the mark around it to undo', async () => {
    await files.mark();
    await files.mark();
    await write('a', '1');
    files.release();
    expect(disk()).toEqual({ a: '1' });
    await files.undo();
    expect(disk()).toEqual({});
  });

  test('takes back restores and snapshots too', async () => {
    await write('a', '1');
    await files.snapshot('s', noLimits);
    await write('a', '2');
    await files.mark();
    await files.restore('s', noLimits);
    await write('a', '3');
    await files.snapshot('s', noLimits);
    await files.snapshot('inner', noLimits);
    await files.undo();
    expect(disk()).toEqual({ a: '2' });
    expect(await files.restore('inner', noLimits)).toMatchObject({ error: { class: 'missing_snapshot' } });
    await files.restore('s', noLimits);
    expect(disk()).toEqual({ a: '1' });
  });

  test('says so when a file cannot be put back', async () => {
    await write('dir/a', '1');
    await files.mark();
    await write('dir/a', '2');
    rmSync(join(root, 'dir'), { recursive: true });
    symlinkSync(outside, join(root, 'dir'));
    await expect(files.undo()).rejects.toMatchObject({ code: 'io' });
    expect(readdirSync(outside)).toEqual(['secret']);
  });
});
