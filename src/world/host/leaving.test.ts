/** What can only be seen from outside: a whole process with Fozzy's host backends in it, started, used and left. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:https';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const world = join(import.meta.dirname, '..');
const certificates = join(world, '../../tests/fixtures/tls');
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fozzy-leaving-'));
  for (const [name, file] of Object.entries({ proc: 'proc/host.ts', http: 'http/host.ts', live: 'host/live.ts' })) {
    await build({ input: join(world, file), platform: 'node', output: { file: join(folder, `${name}.mjs`) }, logLevel: 'silent' });
  }
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly stdout: string;
  readonly code: number;
}

/** Runs a program that may import the backends as ./proc.mjs and ./http.mjs. */
function run(program: string, env: Record<string, string> = {}): Promise<Ended> {
  const args = ['--input-type=module', '-e', program];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: folder, env: { ...process.env, ...env } }, (_error, stdout) => {
      resolve({ stdout, code: child.exitCode ?? -1 });
    });
  });
}

function survivors(id: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const isAlive = !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
      return isAlive && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(id);
    } catch {
      return false;
    }
  });
}

describe('a process that leaves', { timeout: 30_000 }, () => {
  const limits = '{ timeoutMs: undefined, bytesMax: 1000, signal: undefined }';
  const open = `import { hostProcesses } from './proc.mjs'; const processes = hostProcesses({ cwd: '.', env: process.env });`;

  test.each([
    ['while a call is running', 'wait', 'process.exit(0)'],
    ['by an error nobody caught', 'wait', "throw new Error('on purpose')"],
    ['long after a call left something in the background', 'true', 'process.exit(0)'],
  ])('takes every process with it: %s', async (_what, then, leave) => {
    const id = randomUUID();
    const ready = join(folder, id);
    const script = `(trap '' TERM; setsid sh -c 'echo > ${ready}; sleep 1000; true ${id}' >/dev/null 2>&1 </dev/null) & while [ ! -e ${ready} ]; do :; done; ${then}`;
    const program = `${open} import { existsSync } from 'node:fs';
      void processes.spawn({ cmd: 'sh', args: ['-c', ${JSON.stringify(script)}], sampleRss: false }, ${limits});
      const look = () => { if (existsSync(${JSON.stringify(ready)})) { ${leave}; } else setTimeout(look, 5); };
      look();`;
    await run(program);
    await vi.waitFor(() => expect(survivors(id)).toEqual([]), { timeout: 20_000 });
    expect(readdirSync(folder)).toContain(id);
  });

  test('is not held back by anything when its calls are over', async () => {
    const program = `${open} import { hostHttp } from './http.mjs'; import { createServer } from 'node:http';
      const server = createServer((_, response) => response.end('x')).listen(0, '127.0.0.1', async () => {
        const request = { method: 'GET', url: 'http://127.0.0.1:' + server.address().port, headers: [], body: undefined };
        const web = await hostHttp().request(request, ${limits});
        const proc = await processes.spawn({ cmd: process.execPath, args: ['-e', '0'], sampleRss: true }, { ...${limits}, timeoutMs: 2 ** 40 });
        server.close();
        process.stdout.write(web.kind + ' ' + proc.kind + ' ' + process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length);
      });`;
    expect(await run(program)).toEqual({ stdout: 'ok ok 0', code: 0 });
  });
});

describe('a private certificate', { timeout: 30_000 }, () => {
  let server: Server;
  let program: string;

  beforeAll(async () => {
    const identity = {
      key: readFileSync(join(certificates, 'localhost.key.pem')),
      cert: readFileSync(join(certificates, 'localhost.cert.pem')),
    };
    server = createServer(identity, (_incoming, response) => response.end('private'));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    // An address is an object for every server that listens on a port.
    const { port } = server.address() as AddressInfo;
    program = `import { hostHttp } from './http.mjs';
      const request = { method: 'GET', url: 'https://localhost:${port}/', headers: [], body: undefined };
      const answer = await hostHttp().request(request, { timeoutMs: undefined, bytesMax: 1000, signal: undefined });
      process.stdout.write(answer.kind === 'ok' ? answer.value.body : answer.error.class);`;
  });

  afterAll(() => {
    server.close();
  });

  test('is accepted when its CA is named in NODE_EXTRA_CA_CERTS', async () => {
    const { stdout } = await run(program, { NODE_EXTRA_CA_CERTS: join(certificates, 'localhost.cert.pem') });
    expect(stdout).toBe('private');
  });

  test('is refused although the environment asks not to verify', async () => {
    const { stdout } = await run(program, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect(stdout).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });
});
