import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noLimits, sandboxDesk } from '../../../tests/support/sandbox-desk.ts';
import { hostFiles } from './host.ts';

const desk = sandboxDesk();

describe('a real file', () => {
  test('is read as it is, byte for byte', async () => {
    const bytes = Buffer.from([0, 255, 10]);
    writeFileSync(join(desk.root, 'a.bin'), bytes);
    expect(await desk.files.read('./x/..//a.bin', noLimits)).toMatchObject({
      kind: 'ok',
      value: { exists: true, dataHex: bytes.toString('hex'), path: 'a.bin' },
    });
  });

  test('is written as a whole, and its directories made', async () => {
    expect(await desk.files.write('new/dir/a.txt', 'grüße', noLimits)).toMatchObject({
      kind: 'ok',
      value: { path: 'new/dir/a.txt', sizeBytes: 7 },
    });
    await desk.write('new/dir/a.txt', 'short');
    expect(desk.disk()).toEqual({ 'new/dir/a.txt': 'short' });
  });

  test('keeps its permissions and its identity when it is written', async () => {
    writeFileSync(join(desk.root, 'run.sh'), 'old');
    chmodSync(join(desk.root, 'run.sh'), 0o755);
    linkSync(join(desk.root, 'run.sh'), join(desk.root, 'twin'));
    await desk.write('run.sh', 'new');
    expect(statSync(join(desk.root, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(desk.root, 'twin'), 'utf8')).toBe('new');
  });

  test.each(['missing', 'no/such/dir/file', 'file/below'])('that does not exist is not a failure: %s', async (path) => {
    writeFileSync(join(desk.root, 'file'), '');
    expect(await desk.read(path)).toBeNull();
  });

  test('that is none is refused', async () => {
    mkdirSync(join(desk.root, 'dir'));
    writeFileSync(join(desk.root, 'file'), '');
    expect(await desk.read('dir')).toBe('failed: EISDIR');
    expect(await desk.write('dir', '')).toBe('failed: EISDIR');
    expect(await desk.read('.')).toBe('failed: EISDIR');
    expect(await desk.write('file/below', '')).toBe('failed: ENOTDIR');
  });

  test('that is a pipe does not make anybody wait', async () => {
    await new Promise((resolve) => {
      spawn('sh', ['-c', 'mkfifo pipe'], { cwd: desk.root }).on('exit', resolve);
    });
    expect(await desk.read('pipe')).toBe('failed: EINVAL');
    expect(await desk.write('pipe', 'x')).toBe('failed: EINVAL');
  });

  test('that is too large is read up to the limit only', async () => {
    writeFileSync(join(desk.root, 'large'), 'x'.repeat(10_001));
    expect(await desk.files.read('large', { ...noLimits, bytesMax: 10_000 })).toMatchObject({
      kind: 'failed',
      error: { class: 'limit', message: expect.stringContaining('exceeded limit of 10000 bytes'), excerpt: 'x'.repeat(2048) },
    });
    expect(await desk.files.read('large', { ...noLimits, bytesMax: 10_001 })).toMatchObject({ kind: 'ok', value: { exists: true } });
  });

  test('that would be too large is not written', async () => {
    expect(await desk.files.write('large', 'x'.repeat(11), { ...noLimits, bytesMax: 10 })).toMatchObject({
      kind: 'failed',
      error: { class: 'limit' },
    });
    expect(desk.disk()).toEqual({});
  });

  test('is not touched when there is no time or the run is cancelled', async () => {
    expect((await desk.files.write('a', '', { ...noLimits, timeoutMs: 0 })).kind).toBe('timeout');
    expect((await desk.files.write('a', '', { ...noLimits, signal: AbortSignal.abort() })).kind).toBe('cancelled');
    expect(desk.disk()).toEqual({});
  });

  test('is named in a failure the way the scenario names it', async () => {
    mkdirSync(join(desk.root, 'dir'));
    const answer = await desk.files.read('dir', noLimits);
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
    ['a link to a file', 'link', () => symlinkSync(join(desk.outside, 'secret'), join(desk.root, 'link'))],
    ['a relative link to a file', 'link', () => symlinkSync('../outside/secret', join(desk.root, 'link'))],
    ['a link to a directory', 'link/secret', () => symlinkSync(desk.outside, join(desk.root, 'link'))],
    ['a link to a file that does not exist', 'link', () => symlinkSync(join(desk.outside, 'new'), join(desk.root, 'link'))],
    ['a new directory below a link', 'link/new/file', () => symlinkSync(desk.outside, join(desk.root, 'link'))],
    ['a path through a file outside', 'link/x', () => symlinkSync(join(desk.outside, 'secret'), join(desk.root, 'link'))],
    [
      'a link behind a link',
      'one/secret',
      () => {
        symlinkSync('two', join(desk.root, 'one'));
        symlinkSync(desk.outside, join(desk.root, 'two'));
      },
    ],
  ];

  test.each(escapes)('refuses reading and writing: %s', async (_what, path, prepare) => {
    prepare?.();
    expect(await desk.read(path)).toBe('failed: path');
    expect(await desk.write(path, 'overwritten')).toBe('failed: path');
    expect(readdirSync(desk.outside)).toEqual(['secret']);
    expect(readFileSync(join(desk.outside, 'secret'), 'utf8')).toBe('secret');
    expect(desk.disk()).toEqual({});
  });

  test('follows links that stay inside', async () => {
    mkdirSync(join(desk.root, 'real'));
    symlinkSync('real', join(desk.root, 'dir'));
    symlinkSync(join(desk.root, 'real/a'), join(desk.root, 'absolute'));
    symlinkSync('real/later', join(desk.root, 'dangling'));
    expect(await desk.write('dir/a', '1')).toBe('ok');
    expect(await desk.read('absolute')).toBe('1');
    expect(await desk.write('absolute', '2')).toBe('ok');
    expect(await desk.read('real/a')).toBe('2');
    expect(await desk.write('dangling', '3')).toBe('ok');
    expect(desk.disk()).toEqual({ 'real/a': '2', 'real/later': '3' });
  });

  test('does not turn in circles', async () => {
    symlinkSync('b', join(desk.root, 'a'));
    symlinkSync('a', join(desk.root, 'b'));
    expect(await desk.read('a')).toBe('failed: ELOOP');
  });

  test('is the same when the desk.root itself is reached by a link', async () => {
    symlinkSync(desk.root, join(desk.base, 'alias'));
    desk.files = hostFiles({ root: join(desk.base, 'alias') });
    await desk.write('a', '1');
    expect(await desk.read('a')).toBe('1');
    expect(desk.disk()).toEqual({ a: '1' });
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
      'a link to the inside turns into one to the desk.outside and back',
      {
        begin: `fs.mkdirSync('kept', { recursive: true }); fs.writeFileSync('kept/secret', 'inside')`,
        swap: `fs.symlinkSync('kept', 'next'); fs.renameSync('next', 'dir'); fs.symlinkSync('../outside', 'next'); fs.renameSync('next', 'dir')`,
      },
    ],
  ];

  /** Another process that keeps replacing what the path leads to, as fast as it can. */
  async function against({ begin, swap }: Attacker, attempt: () => Promise<void>): Promise<void> {
    const script = `const fs = require('node:fs'); process.chdir(${JSON.stringify(desk.root)}); let rounds = 0;
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
      seen.add(await desk.read('dir/secret'));
    });
    const harmless = ['inside', '', null, 'failed: path'];
    expect([...seen].filter((content) => !harmless.includes(content))).toEqual([]);
  });

  test.each(attackers)('never writes to what lies outside: %s', async (_what, attacker) => {
    let round = 0;
    await against(attacker, async () => {
      round += 1;
      await desk.write('dir/secret', 'inside');
      await desk.write(`dir/new-${round}/file`, 'inside');
    });
    expect(readdirSync(desk.outside)).toEqual(['secret']);
    expect(readFileSync(join(desk.outside, 'secret'), 'utf8')).toBe('secret');
  });
});
