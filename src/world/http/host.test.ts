import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { killEverything } from '../host/live.ts';
import type { CallLimits } from '../host/port.ts';
import { hostHttp } from './host.ts';
import type { HttpHostRequest } from './port.ts';

const noLimits: CallLimits = { timeoutMs: undefined, bytesMax: 8 * 1024 * 1024, signal: undefined };
const http = hostHttp();
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Listening {
  readonly port: number;
  readonly sockets: ReadonlySet<Socket>;
}

async function listen(server: Server | ReturnType<typeof createSocketServer>): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  // An address is an object for every server that listens on a port.
  return { port: (server.address() as AddressInfo).port, sockets };
}

/** A server that speaks HTTP. */
async function serve(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${(await listen(createServer(answer))).port}`;
}

/** A server that says exactly these bytes to whoever sends something. */
async function say(...bytes: (string | Buffer)[]): Promise<string> {
  const { port } = await listen(
    createSocketServer((socket) =>
      socket.once('data', () => {
        for (const part of bytes) socket.write(part);
      }),
    ),
  );
  return `http://127.0.0.1:${port}`;
}

function ask(url: string, more: Partial<HttpHostRequest> = {}): HttpHostRequest {
  return { method: 'GET', url, headers: [], body: undefined, ...more };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}

describe('a real request', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('reaches the server as it is written: %s', async (method) => {
    const url = await serve(async (incoming, response) => {
      response.end(JSON.stringify([incoming.method, incoming.url, incoming.headers['x-one'], await textOf(incoming)]));
    });
    const answer = await http.request(ask(`${url}/a?b=c`, { method, headers: [['X-One', '1']], body: 'grüße' }), noLimits);
    expect(answer).toMatchObject({
      kind: 'ok',
      value: { status: 200, boundary: 'response_body_complete', body: JSON.stringify([method, '/a?b=c', '1', 'grüße']) },
    });
  });

  test('sends repeated headers repeatedly and a given host instead of its own', async () => {
    const url = await serve((incoming, response) => response.end(JSON.stringify(incoming.rawHeaders)));
    const headers = [
      ['x-tag', 'a'],
      ['X-Tag', 'b'],
      ['host', 'elsewhere'],
    ] as const;
    const answer = await http.request(ask(url, { headers }), noLimits);
    if (answer.kind !== 'ok') throw new Error(answer.kind);
    const raw: unknown = JSON.parse(answer.value.body ?? '');
    expect(raw).toEqual(expect.arrayContaining(['x-tag', 'a', 'x-tag', 'b', 'host', 'elsewhere']));
    expect(raw).not.toContain('Host');
  });

  test('leaves no connection behind', async () => {
    const { port, sockets } = await listen(createServer((_incoming, response) => response.end('x')));
    await http.request(ask(`http://127.0.0.1:${port}`, { headers: [['connection', 'keep-alive']] }), noLimits);
    await expect.poll(() => sockets.size).toBe(0);
  });

  test('with a header that HTTP cannot carry is a protocol failure', async () => {
    const answer = await http.request(ask('http://127.0.0.1:9', { headers: [['x', 'a\nb']] }), noLimits);
    expect(answer).toMatchObject({ kind: 'failed', error: { class: 'protocol' } });
  });

  test.each([
    ['a scheme that is not HTTP', { url: 'ftp://127.0.0.1/' }, 'url'],
    ['no URL at all', { url: '/path' }, 'url'],
    ['a method that is not supported', { url: 'http://127.0.0.1:9', method: 'TRACE' }, 'protocol'],
  ])('is refused before any traffic: %s', async (_what, more, errorClass) => {
    expect(await http.request({ ...ask(''), ...more }, noLimits)).toMatchObject({ kind: 'failed', error: { class: errorClass } });
  });
});

describe('a real response', () => {
  test('keeps every header in order, names in lower case', async () => {
    const url = await say('HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX-Tag: p\r\nset-cookie: b=2\r\nX-Tag: q\r\nContent-Length: 0\r\n\r\n');
    expect(await http.request(ask(url), noLimits)).toMatchObject({
      kind: 'ok',
      value: {
        headers: [
          ['set-cookie', 'a=1'],
          ['x-tag', 'p'],
          ['set-cookie', 'b=2'],
          ['x-tag', 'q'],
          ['content-length', '0'],
        ],
        body: '',
      },
    });
  });

  test('that is a redirect is the answer', async () => {
    const url = await serve((_incoming, response) => response.writeHead(302, { location: '/there' }).end('moved'));
    expect(await http.request(ask(url), noLimits)).toMatchObject({ kind: 'ok', value: { status: 302, body: 'moved' } });
  });

  test('that is no UTF-8 is kept as base64', async () => {
    const bytes = Buffer.from([0, 255, 254]);
    const url = await serve((_incoming, response) => response.end(bytes));
    const answer = await http.request(ask(url), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { bodyBase64: bytes.toString('base64') } });
    expect(answer).not.toHaveProperty('value.body');
  });

  test('is not decompressed', async () => {
    const packed = gzipSync('hello');
    const url = await serve((_incoming, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    expect(await http.request(ask(url), noLimits)).toMatchObject({ kind: 'ok', value: { bodyBase64: packed.toString('base64') } });
  });

  test('of unknown length ends with the connection', async () => {
    const { port } = await listen(
      createSocketServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'))),
    );
    const answer = await http.request(ask(`http://127.0.0.1:${port}`), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { body: 'all of it' } });
  });

  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
  ])('has no body by its meaning: %s %i', async (method, status) => {
    const url = await say(`HTTP/1.1 ${status} X\r\nContent-Length: 5\r\n\r\n`);
    const answer = await http.request(ask(url, { method }), noLimits);
    expect(answer).toMatchObject({ kind: 'ok', value: { status, body: '', boundary: 'http_no_body_semantics' } });
  });

  test('may be announced by an interim one', async () => {
    const url = await say('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect(await http.request(ask(url), noLimits)).toMatchObject({ kind: 'ok', value: { status: 200, body: 'ok' } });
  });

  test('to a WebSocket upgrade is complete with its headers', async () => {
    const url = await say('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', Buffer.from([0x81, 0x01, 0x61]));
    const headers = [
      ['connection', 'Upgrade'],
      ['upgrade', 'websocket'],
    ] as const;
    expect(await http.request(ask(url, { headers }), noLimits)).toMatchObject({
      kind: 'ok',
      value: { status: 101, body: '', boundary: 'upgrade_headers' },
    });
  });

  test('that declines an upgrade is read like any other', async () => {
    const url = await serve((_incoming, response) => response.writeHead(400).end('no'));
    const headers = [
      ['connection', 'Upgrade'],
      ['upgrade', 'websocket'],
    ] as const;
    expect(await http.request(ask(url, { headers }), noLimits)).toMatchObject({
      kind: 'ok',
      value: { status: 400, body: 'no', boundary: 'response_body_complete' },
    });
  });
});

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
    await closers.pop()?.();
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
