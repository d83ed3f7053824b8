import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask, closeServers, type Listening, listen, noLimits, say, serve } from '../../../tests/support/loopback.ts';
import { killEverything } from '../host/live.ts';
import { hostHttp } from './host.ts';

const http = hostHttp();

describe('a body that does not end', () => {
  test('is cut at the limit, and the connection closed', async () => {
    const { port, sockets } = await listen(
      createServer((_incoming, response) => {
        const go = (): void => {
          let wantsMore = true;
          while (wantsMore && !response.destroyed) wantsMore = response.write('x'.repeat(65_536));
          response.once('drain', go);
        };
        go();
      }),
    );
    const answer = await http.request(ask(`http://127.0.0.1:${port}`), { ...noLimits, bytesMax: 100_000 });
    expect(answer).toMatchObject({
      kind: 'failed',
      error: { class: 'limit', message: 'host http body exceeded limit of 100000 bytes', excerpt: 'x'.repeat(2048) },
    });
    await expect.poll(() => sockets.size).toBe(0);
  });

  test('may be exactly as long as the limit', async () => {
    const url = await serve((_incoming, response) => response.end('x'.repeat(5000)));
    expect(await http.request(ask(url), { ...noLimits, bytesMax: 5000 })).toMatchObject({ kind: 'ok', value: { body: 'x'.repeat(5000) } });
  });
});

describe('a server that lets one wait', () => {
  const silent = (): Promise<Listening> => listen(createSocketServer((socket) => socket.resume()));

  test('before the headers is a timeout by kind, and the connection is closed', async () => {
    const { port, sockets } = await silent();
    const answer = await http.request(ask(`http://127.0.0.1:${port}`), { ...noLimits, timeoutMs: 50 });
    expect(answer).toMatchObject({ kind: 'timeout', partial: {} });
    expect(answer.durationMs).toBeGreaterThanOrEqual(50);
    await expect.poll(() => sockets.size).toBe(0);
  });

  test('inside the body is a timeout that knows the headers', async () => {
    const url = await say('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc');
    const answer = await http.request(ask(url), { ...noLimits, timeoutMs: 500 });
    expect(answer).toMatchObject({ kind: 'timeout', partial: { status: 200, headers: [['content-length', '10']] } });
  });

  test('is given up when the run is cancelled', async () => {
    const { port, sockets } = await silent();
    const controller = new AbortController();
    const answer = http.request(ask(`http://127.0.0.1:${port}`), { ...noLimits, signal: controller.signal });
    await expect.poll(() => sockets.size).toBe(1);
    controller.abort();
    expect((await answer).kind).toBe('cancelled');
    await expect.poll(() => sockets.size).toBe(0);
  });

  test('is given up when everything has to go', async () => {
    const { port, sockets } = await silent();
    const answer = http.request(ask(`http://127.0.0.1:${port}`), noLimits);
    await expect.poll(() => sockets.size).toBe(1);
    killEverything();
    expect((await answer).kind).toBe('failed');
    await expect.poll(() => sockets.size).toBe(0);
  });

  test('is not even asked when there is no time', async () => {
    const { port, sockets } = await silent();
    const url = `http://127.0.0.1:${port}`;
    expect((await http.request(ask(url), { ...noLimits, timeoutMs: 0 })).kind).toBe('timeout');
    expect((await http.request(ask(url), { ...noLimits, signal: AbortSignal.abort() })).kind).toBe('cancelled');
    expect(sockets.size).toBe(0);
  });
});

describe('a failing exchange names its class', () => {
  test('nobody listens', async () => {
    const { port } = await listen(createSocketServer());
    await closeServers();
    const answer = await http.request(ask(`http://127.0.0.1:${port}`), noLimits);
    expect(answer).toMatchObject({ kind: 'failed', error: { class: 'ECONNREFUSED', message: expect.stringContaining('ECONNREFUSED') } });
  });

  test('the connection is reset', async () => {
    const { port } = await listen(createSocketServer((socket) => socket.once('data', () => socket.resetAndDestroy())));
    expect(await http.request(ask(`http://127.0.0.1:${port}`), noLimits)).toMatchObject({ kind: 'failed', error: { class: 'ECONNRESET' } });
  });

  test('the connection ends inside the body', async () => {
    const { port } = await listen(
      createSocketServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'))),
    );
    expect(await http.request(ask(`http://127.0.0.1:${port}`), noLimits)).toMatchObject({ kind: 'failed', error: { class: 'ECONNRESET' } });
  });

  test('the other side does not speak HTTP', async () => {
    const url = await say('220 mail.example ESMTP\r\n');
    expect(await http.request(ask(url), noLimits)).toMatchObject({ kind: 'failed', error: { class: 'protocol' } });
  });

  test('the name does not exist', async () => {
    const answer = await http.request(ask('http://no-such-host.invalid/'), noLimits);
    expect(answer).toMatchObject({ kind: 'failed', error: { class: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) } });
  });
});

describe('a list of allowed hosts', () => {
  test.each([
    ['127.0.0.1', true],
    ['127.0.0.1:PORT', true],
    ['localhost', false],
    ['127.0.0.1:1', false],
    ['0.0.1', false],
  ])('decides before any traffic: %s', async (entry, isAllowed) => {
    let asked = 0;
    const url = await serve((_incoming, response) => {
      asked += 1;
      response.end();
    });
    const own = hostHttp({ allowHosts: [entry.replace('PORT', new URL(url).port)] });
    const answer = await own.request(ask(url), noLimits);
    expect(answer).toMatchObject(isAllowed ? { kind: 'ok' } : { kind: 'failed', error: { class: 'denied' } });
    expect(asked).toBe(isAllowed ? 1 : 0);
  });

  test('knows the port a scheme implies', async () => {
    const own = hostHttp({ allowHosts: ['example.invalid:80', '[::1]:443'] });
    const denied = { error: { class: 'denied' } };
    expect(await own.request(ask('http://EXAMPLE.invalid/'), { ...noLimits, timeoutMs: 0 })).toMatchObject({ kind: 'timeout' });
    expect(await own.request(ask('https://[::1]/'), { ...noLimits, timeoutMs: 0 })).toMatchObject({ kind: 'timeout' });
    expect(await own.request(ask('https://example.invalid/'), { ...noLimits, timeoutMs: 0 })).toMatchObject(denied);
  });
});

test('a certificate that nobody vouches for is refused', async () => {
  const folder = join(import.meta.dirname, '../../../tests/fixtures/tls');
  const identity = { key: readFileSync(join(folder, 'localhost.key.pem')), cert: readFileSync(join(folder, 'localhost.cert.pem')) };
  let asked = 0;
  const { port } = await listen(
    createSecureServer(identity, (_incoming, response) => {
      asked += 1;
      response.end();
    }),
  );
  const answer = await http.request(ask(`https://localhost:${port}`), noLimits);
  expect(answer).toMatchObject({
    kind: 'failed',
    error: { class: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: expect.stringContaining('NODE_EXTRA_CA_CERTS') },
  });
  expect(asked).toBe(0);
});
