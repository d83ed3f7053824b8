import { expect, test } from 'vitest';
import { ResponseReader } from './response-reader.ts';

/** What a reader makes of the bytes, given in pieces of that size. */
function read(text: string, pieceBytes: number, hasNoBody = false): unknown[] {
  const log: unknown[] = [];
  let body = '';
  const reader = new ResponseReader(
    {
      answered: ({ status, statusText, rawHeaders }, keepAlive) => log.push([status, statusText, rawHeaders, keepAlive]),
      came: (chunk) => {
        body += chunk.toString('latin1');
      },
      complete: () => log.push(['complete', body]),
      broken: (reason) => log.push(['broken', reason]),
    },
    hasNoBody,
  );
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) reader.read(bytes.subarray(at, at + pieceBytes));
  log.push(['ended', reader.ended()]);
  return log;
}

const cases = {
  'a body of known length': [
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    [200, 'OK', ['Content-Length', '5'], true],
    ['complete', 'hello'],
  ],
  'a chunked body with trailers': [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX: y\r\n\r\n',
    [200, 'OK', ['Transfer-Encoding', 'chunked'], true],
    ['complete', 'abcde'],
  ],
  'a body that ends with the connection': ['HTTP/1.0 200 OK\r\n\r\nuntil the end', [200, 'OK', [], false], ['complete', 'until the end']],
  'an interim response before the real one': [
    'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
    [204, 'No Content', [], true],
    ['complete', ''],
  ],
  'a response that closes': [
    'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    [404, 'Not Found', ['Connection', 'close', 'Content-Length', '0'], false],
    ['complete', ''],
  ],
} as const;

test.each(Object.entries(cases))('%s is read, however it is cut into pieces', (_name, [text, head, end]) => {
  for (const pieceBytes of [1, 2, 7, 1000]) expect(read(text, pieceBytes).slice(0, 2)).toEqual([head, end]);
});

test('a body that is cut off does not end as it should', () => {
  expect(read('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel', 100).at(-1)).toEqual(['ended', false]);
});

test('nonsense is no response', () => {
  expect(read('SSH-2.0\r\n\r\n', 100)[0]).toEqual(['broken', expect.stringContaining('HTTP/1.1')]);
});

test('the answer to HEAD has no body whatever its length says', () => {
  expect(read('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 100, true)[1]).toEqual(['complete', '']);
});
