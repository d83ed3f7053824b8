import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask, listen, noLimits, say, serve, textOf } from '../../../tests/support/loopback.ts';
import { hostHttp } from './host.ts';

const http = hostHttp();

describe('a real request', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('reaches the server as it is written: %s', async (method) => {
    const url = await serve((incoming, response) => {
      void textOf(incoming).then((body) => response.end(JSON.stringify([incoming.method, incoming.url, incoming.headers['x-one'], body])));
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
