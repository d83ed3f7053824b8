import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { killEverything } from '../host/live.ts';
import type { CallLimits } from '../host/port.ts';
import { hostProcesses } from './host.ts';

const noLimits: CallLimits = { timeoutMs: undefined, bytesMax: 8 * 1024 * 1024, signal: undefined };
/** For a machine with other things to do; every wait ends with its condition. */
const patiently = { timeout: 20_000, interval: 5 };
/** Scripts see it as their last argument, which is how survivors are found without trusting the code under test. */
let id: string;
let folder: string;
let processes: ReturnType<typeof hostProcesses>;

beforeEach(() => {
  id = randomUUID();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fozzy-proc-')));
  processes = hostProcesses({ cwd: folder, env: process.env });
});

afterEach(async () => {
  await processes.close();
  rmSync(folder, { recursive: true, force: true });
});

function node(script: string, ...args: string[]): { cmd: string; args: string[]; sampleRss: boolean } {
  return { cmd: process.execPath, args: ['-e', script, ...args, id], sampleRss: false };
}

/** Everything alive that was started with the id of this test. */
function survivors(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const isAlive = !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
      return isAlive && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(id);
    } catch {
      return false;
    }
  });
}

/** A script that starts `inner` as a grandchild and goes on with `then` once the grandchild has written the file `ready`. */
function withGrandchild(inner: string, options: string, then: string): string {
  const ready = JSON.stringify(join(folder, 'ready'));
  const code = JSON.stringify(`${inner}; require('node:fs').writeFileSync(${ready}, '')`);
  return `
    const grandchild = require('node:child_process').spawn(process.execPath, ['-e', ${code}, process.argv.at(-1)], ${options});
    grandchild.unref();
    const wait = setInterval(() => {
      if (!require('node:fs').existsSync(${ready})) return;
      clearInterval(wait);
      ${then}
    }, 5);`;
}

const hang = 'setInterval(() => {}, 1000)';

async function abortWhenReady(request: ReturnType<typeof node>): Promise<string> {
  const controller = new AbortController();
  const answer = processes.spawn(request, { ...noLimits, signal: controller.signal });
  await vi.waitFor(() => expect(existsSync(join(folder, 'ready'))).toBe(true), patiently);
  controller.abort();
  return (await answer).kind;
}

describe('a real process', { timeout: 30_000 }, () => {
  test('tells its exit code and both outputs', async () => {
    const answer = await processes.spawn(node('process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3'), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { exitCode: 3, stdout: 'out', stderr: 'err', leftoverProcesses: false } });
    expect(Number.isInteger(answer.durationMs)).toBe(true);
  });

  test('gets its arguments as they are, because no shell reads them', async () => {
    const args = ['$(echo hi)', '*', 'a b', '"', "'", ';ls', ''];
    const answer = await processes.spawn(node('process.stdout.write(JSON.stringify(process.argv.slice(1, -1)))', ...args), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { stdout: JSON.stringify(args) } });
  });

  test('inherits directory and environment', async () => {
    const own = hostProcesses({ cwd: folder, env: { ...process.env, GREETING: 'hello' } });
    const answer = await own.spawn(node('process.stdout.write(process.cwd() + process.env.GREETING)'), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { stdout: `${folder}hello` } });
  });

  test('finds its standard input closed', async () => {
    const answer = await processes.spawn(node('process.stdin.on("end", () => process.stdout.write("end")).resume()'), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { stdout: 'end' } });
  });

  test('that a signal ends has exit code -1 and the name of the signal', async () => {
    const answer = await processes.spawn(node('process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000)'), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { exitCode: -1, signal: 'SIGSEGV' } });
  });

  test('may write what is not UTF-8', async () => {
    const answer = await processes.spawn(node('process.stdout.write(Buffer.from([0x61, 0xff]))'), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { stdout: 'a\ufffd' } });
  });

  test('carries the marks of every Fozzy above it', async () => {
    const own = hostProcesses({ cwd: folder, env: { ...process.env, FOZZY_SPAWN_ID: 'outer.1;' } });
    const answer = await own.spawn(node('process.stdout.write(process.env.FOZZY_SPAWN_ID)'), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { stdout: expect.stringMatching(/^outer\.1;[0-9a-f-]{36}\.\d+\.1;$/) } });
  });
});

describe('a process that cannot be started', { timeout: 30_000 }, () => {
  test.each([
    ['a program that does not exist', () => 'fozzy-no-such-program', 'ENOENT'],
    ['a file that is not executable', () => plainFile(), 'EACCES'],
    ['an empty command', () => '', 'EINVAL'],
    ['a command with a NUL byte', () => 'a\0b', 'EINVAL'],
  ])('is a failure with the system code: %s', async (_what, cmd, code) => {
    const answer = await processes.spawn({ cmd: cmd(), args: [], sampleRss: false }, noLimits);
    expect(answer).toMatchObject({ kind: 'failed', error: { class: code } });
  });

  test('because it is not allowed has no effect', async () => {
    const own = hostProcesses({ cwd: folder, env: process.env, allowCommands: ['git'] });
    const answer = await own.spawn(node('require("node:fs").writeFileSync("effect", "")'), noLimits);
    expect(answer).toMatchObject({ kind: 'failed', error: { class: 'denied', message: expect.stringContaining('git') } });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('because time is up or the run is cancelled has no effect', async () => {
    const request = node('require("node:fs").writeFileSync("effect", "")');
    expect((await processes.spawn(request, { ...noLimits, timeoutMs: 0 })).kind).toBe('timeout');
    expect((await processes.spawn(request, { ...noLimits, signal: AbortSignal.abort() })).kind).toBe('cancelled');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is not excused by a list that names it', async () => {
    const own = hostProcesses({ cwd: folder, env: process.env, allowCommands: [process.execPath] });
    expect((await own.spawn(node('0'), noLimits)).kind).toBe('ok');
    expect((await own.spawn({ cmd: 'node', args: [], sampleRss: false }, noLimits)).kind).toBe('failed');
  });

  function plainFile(): string {
    const path = join(folder, 'plain');
    writeFileSync(path, '');
    chmodSync(path, 0o644);
    return path;
  }
});

describe('a process that takes too long', { timeout: 30_000 }, () => {
  test('is a timeout by kind, and gone', async () => {
    const answer = await processes.spawn(node(`process.stdout.write('begun'); ${hang}`), { ...noLimits, timeoutMs: 300 });
    expect(answer.kind).toBe('timeout');
    expect(answer.durationMs).toBeGreaterThanOrEqual(300);
    expect(survivors()).toEqual([]);
  });

  test('leaves the output it had until then', async () => {
    const answer = await processes.spawn(
      { cmd: 'sh', args: ['-c', 'echo begun; exec sleep 1000', id], sampleRss: false },
      { ...noLimits, timeoutMs: 1000 },
    );
    expect(answer).toMatchObject({ kind: 'timeout', partial: { stdout: 'begun\n', stderr: '' } });
  });

  test('is asked to end before it is killed', async () => {
    const script = `process.on('SIGTERM', () => { require('node:fs').writeFileSync('cleaned', ''); process.exit(); });
      require('node:fs').writeFileSync('ready', ''); ${hang}`;
    expect(await abortWhenReady(node(script))).toBe('cancelled');
    expect(readdirSync(folder)).toContain('cleaned');
  });

  test('is killed when it does not listen', async () => {
    const script = `process.on('SIGTERM', () => {}); require('node:fs').writeFileSync('ready', ''); ${hang}`;
    expect(await abortWhenReady(node(script))).toBe('cancelled');
    expect(survivors()).toEqual([]);
  });
});

describe('the tree of a process', { timeout: 30_000 }, () => {
  test.each([
    ['in the same group', "{ stdio: 'ignore' }"],
    ['in a session of its own', "{ stdio: 'ignore', detached: true }"],
    ['in a session of its own and without its environment', "{ stdio: 'ignore', detached: true, env: {} }"],
    ['in a session of its own and deaf', "{ stdio: 'ignore', detached: true, deaf: true }"],
  ])('is ended with it: a grandchild %s', async (_what, options) => {
    const inner = options.includes('deaf') ? `process.on('SIGTERM', () => {}); ${hang}` : hang;
    expect(await abortWhenReady(node(withGrandchild(inner, options, hang)))).toBe('cancelled');
    expect(survivors()).toEqual([]);
  });

  test('is ended when the parent is long gone', async () => {
    const middle = withGrandchild(hang, "{ stdio: 'ignore', detached: true }", 'process.exit()');
    const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(middle)}, process.argv.at(-1)],
      { stdio: 'ignore', detached: true }); ${hang}`;
    expect(await abortWhenReady(node(script))).toBe('cancelled');
    expect(survivors()).toEqual([]);
  });

  test('gets 250 ms to close the outputs, and does not turn success into failure', async () => {
    const script = withGrandchild(hang, "{ stdio: 'inherit', detached: true }", "process.stdout.write('done'); process.exitCode = 0");
    const answer = await processes.spawn(node(script), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { exitCode: 0, stdout: 'done', leftoverProcesses: true } });
    expect(survivors()).toEqual([]);
  });

  test('may go on in the background with outputs closed, until the port is closed', async () => {
    const script = withGrandchild(hang, "{ stdio: 'ignore', detached: true }", '');
    const answer = await processes.spawn(node(script), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { leftoverProcesses: false } });
    expect(survivors()).toHaveLength(1);
    await processes.close();
    expect(survivors()).toEqual([]);
  });

  test('is ended by a synchronous call when everything has to go', async () => {
    const script = withGrandchild(`process.on('SIGTERM', () => {}); ${hang}`, "{ stdio: 'ignore', detached: true }", hang);
    const answer = processes.spawn(node(script), noLimits);
    await vi.waitFor(() => expect(existsSync(join(folder, 'ready'))).toBe(true), patiently);
    killEverything();
    expect(await answer).toMatchObject({ kind: 'ok', value: { exitCode: -1, signal: 'SIGKILL' } });
    await vi.waitFor(() => expect(survivors()).toEqual([]), patiently);
  });
});

describe('a process that says too much', { timeout: 30_000 }, () => {
  test.each(['stdout', 'stderr'])('is stopped while it writes to %s, and dead', async (stream) => {
    const script = `const chunk = 'x'.repeat(65536); const go = () => { while (process.${stream}.write(chunk)); process.${stream}.once('drain', go); }; go();`;
    const answer = await processes.spawn(node(script), { ...noLimits, bytesMax: 100_000 });
    expect(answer).toMatchObject({
      kind: 'failed',
      error: { class: 'limit', message: `${stream} exceeded limit of 100000 bytes`, excerpt: 'x'.repeat(2048) },
    });
    expect(survivors()).toEqual([]);
  });

  test('may write exactly up to the limit on each output', async () => {
    const script = 'process.stdout.write("x".repeat(5000)); process.stderr.write("y".repeat(5000))';
    const answer = await processes.spawn(node(script), { ...noLimits, bytesMax: 5000 });
    expect(answer).toMatchObject({ kind: 'ok', value: { stdout: 'x'.repeat(5000), stderr: 'y'.repeat(5000) } });
  });
});

describe('memory of a process tree', { timeout: 30_000 }, () => {
  test('is sampled when asked for', async () => {
    const answer = await processes.spawn({ ...node('setTimeout(() => {}, 120)'), sampleRss: true }, noLimits);
    if (answer.kind !== 'ok') throw new Error(answer.kind);
    expect(answer.value.rssSampleCount).toBeGreaterThan(0);
    expect(answer.value.peakRssBytes).toBeGreaterThan(1024 * 1024);
  });

  test('is not mentioned otherwise', async () => {
    const answer = await processes.spawn(node('0'), noLimits);
    expect(answer).not.toHaveProperty('value.peakRssBytes');
    expect(answer).not.toHaveProperty('value.rssSampleCount');
  });
});
