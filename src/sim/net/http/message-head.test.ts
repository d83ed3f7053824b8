import { expect, test } from 'vitest';
import { readHead } from './message-head.ts';

test('the head of a request is read as it was written', () => {
  expect(readHead('POST /a?b HTTP/1.1\r\nHost: x\r\nX-A:  1 \r\nContent-Length: 3\r\n\r\n')).toEqual({
    method: 'POST',
    url: '/a?b',
    statusCode: 0,
    statusMessage: '',
    rawHeaders: ['Host', 'x', 'X-A', '1', 'Content-Length', '3'],
    keepAlive: true,
    isChunked: false,
    contentLength: 3,
  });
});

test('the head of a response tells whether the connection stays', () => {
  expect(readHead('HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n')).toMatchObject({
    method: undefined,
    statusCode: 200,
    statusMessage: 'OK',
    keepAlive: false,
    isChunked: true,
  });
});

test.each([
  ['an upgrade', 'GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['an expectation', 'POST / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n'],
  ['an interim response', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['a tunnel', 'CONNECT bank:80 HTTP/1.1\r\n\r\n'],
  ['an unknown method', 'SING / HTTP/1.1\r\n\r\n'],
  ['a length that is no number', 'GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n'],
  ['two lengths', 'GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n'],
  ['a length and chunks', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['another transfer encoding', 'POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'],
  ['characters beyond ASCII', 'GET / HTTP/1.1\r\nX: é\r\n\r\n'],
  ['an older version', 'HTTP/1.0 200 OK\r\n\r\n'],
  ['a head that is too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(9000)}\r\n\r\n`],
])('%s is left to the parser', (_what, text) => {
  expect(readHead(text)).toBeUndefined();
});
