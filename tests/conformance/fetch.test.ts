/** `fetch`: the same bodies with the real one and the simulated one, over both ways of HTTP. */
import { once } from 'node:events';
import type http from 'node:http';
import zlib from 'node:zlib';
import { type Load, sameOnBothPaths } from '../support/both-worlds.ts';

async function serve(
  load: Load,
  onRequest: (request: http.IncomingMessage, response: http.ServerResponse) => unknown,
): Promise<{ base: string; port: number; close: () => Promise<void> }> {
  const server = load('http').createServer((request, response) => void onRequest(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function all(message: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

/** An error and its cause, without what differs from machine to machine. */
function why(error: unknown): unknown {
  const cause: unknown = Reflect.get(Object(error), 'cause');
  return [
    Reflect.get(Object(error), 'name'),
    Reflect.get(Object(error), 'message'),
    cause === undefined ? undefined : [Reflect.get(Object(cause), 'name'), Reflect.get(Object(cause), 'code')],
  ];
}

const failure = (promise: Promise<unknown>) => promise.then(() => 'fine', why);

sameOnBothPaths({
  'a request has the headers of the real one': async (load) => {
    const seen: unknown[] = [];
    const { base, port, close } = await serve(load, (request, response) => {
      seen.push([request.method, request.url, request.rawHeaders]);
      response.end();
    });
    await fetch(`${base}/a?b=c#d`);
    await fetch(base, { headers: { 'X-Own': '1', Accept: 'text/plain' } });
    await fetch(base, { method: 'POST', body: 'text' });
    await fetch(base, { method: 'post', body: new URLSearchParams({ a: '1' }) });
    await fetch(base, { method: 'PUT', body: new Uint8Array([1, 2, 3]) });
    await fetch(base, { method: 'DELETE' });
    await fetch(base, { method: 'POST' });
    await close();
    return JSON.parse(JSON.stringify(seen).replaceAll(String(port), 'PORT'));
  },

  'a response tells all about itself': async (load) => {
    const { base, port, close } = await serve(load, (_request, response) => {
      response.writeHead(201, 'Made', { 'X-A': ['1', '2'], 'Set-Cookie': ['a=1', 'b=2'] });
      response.end('{"a":1}');
    });
    const response = await fetch(`${base}/x#y`);
    const facts = [response.status, response.statusText, response.ok, response.url, response.redirected, response.type, response.bodyUsed];
    const copy = response.clone();
    const result = [
      ...facts,
      response.headers.get('x-a'),
      response.headers.getSetCookie(),
      await response.json(),
      response.bodyUsed,
      await copy.text(),
      copy.url,
      response instanceof Response,
      await failure(response.text()),
    ];
    await close();
    return JSON.parse(JSON.stringify(result).replaceAll(String(port), 'PORT'));
  },

  'bodies of all kinds arrive': async (load) => {
    const { base, close } = await serve(load, (request, response) => {
      void all(request).then((body) => response.end(`${String(request.headers['content-type'])}|${body}`));
    });
    const post = async (body: NonNullable<RequestInit['body']>) => (await fetch(base, { method: 'POST', body })).text();
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('from '));
        controller.enqueue(new TextEncoder().encode('a stream'));
        controller.close();
      },
    });
    const results = [
      await post('é'),
      await post(new Uint8Array([65, 66])),
      await post(new TextEncoder().encode('buffer').buffer),
      await post(new URLSearchParams({ q: 'ä b' })),
      await (await fetch(base, { method: 'POST', body: stream, duplex: 'half' })).text(),
      await failure(fetch(base, { method: 'POST', body: stream })),
      await failure(fetch(base, { method: 'HEAD', ...{ body: 'x' } })),
    ];
    await close();
    return results;
  },

  'forms arrive as multipart': async (load) => {
    const { base, close } = await serve(load, (request, response) => {
      void all(request).then((body) =>
        response.end(`${String(request.headers['content-type']).split(';')[0]}|${body.split('\r\n').slice(1, 4).join('|')}`),
      );
    });
    const form = new FormData();
    form.set('name', 'value');
    const text = await (await fetch(base, { method: 'POST', body: form })).text();
    await close();
    return text;
  },

  'a form is the same bytes whoever is given it': async () => {
    const form = new FormData();
    form.append('a "b"\nc', 'one\ntwo\r\nthree');
    form.append('file', new File(['content'], 'with "quotes".txt', { type: 'text/plain' }));
    form.append('blob', new Blob(['x']));
    const results: unknown[] = [];
    for (const given of [new Response(form), new Request('http://a.test/', { method: 'POST', body: form })]) {
      const [type = '', boundary = ''] = String(given.headers.get('content-type')).split('; boundary=');
      const text = (await given.clone().text()).replaceAll(boundary, 'BOUNDARY').trim();
      const read = await given.formData();
      results.push(type, boundary.length, text, [...read.keys()], given instanceof given.constructor, given.constructor.name);
    }
    return results;
  },

  'redirects are followed, refused or shown': async (load) => {
    const { base, port, close } = await serve(load, (request, response) => {
      const target = /^\/(\d+)$/u.exec(String(request.url))?.[1];
      if (target !== undefined) {
        response.writeHead(Number(target), { Location: '/end' });
        response.end();
      } else if (request.url === '/loop') {
        response.writeHead(302, { Location: '/loop' });
        response.end();
      } else void all(request).then((body) => response.end(`${String(request.method)} ${body}`));
    });
    const results: unknown[] = [];
    for (const status of [301, 302, 303, 307, 308]) {
      for (const method of ['GET', 'POST', 'PUT']) {
        const response = await fetch(`${base}/${status}`, method === 'GET' ? {} : { method, body: 'b' });
        results.push([status, method, response.redirected, response.url, await response.text()]);
      }
    }
    const manual = await fetch(`${base}/302`, { redirect: 'manual' });
    results.push([manual.status, manual.headers.get('location'), manual.redirected]);
    results.push(await failure(fetch(`${base}/302`, { redirect: 'error' })));
    results.push(await failure(fetch(`${base}/loop`)));
    await close();
    return JSON.parse(JSON.stringify(results).replaceAll(String(port), 'PORT'));
  },

  'encoded bodies are decoded however many pieces they come in': async (load) => {
    const { base, close } = await serve(load, (request, response) => {
      const encoded = request.url === '/br' ? zlib.brotliCompressSync('piece by piece') : zlib.gzipSync('piece by piece');
      response.setHeader('Content-Encoding', String(request.url).slice(1));
      response.write(encoded.subarray(0, 10));
      setImmediate(() => {
        response.write(encoded.subarray(10, 20));
        setImmediate(() => response.end(encoded.subarray(20)));
      });
    });
    const results = [await (await fetch(`${base}/gzip`)).text(), await (await fetch(`${base}/br`)).text()];
    await close();
    return results;
  },

  'encoded bodies are decoded': async (load) => {
    const { base, close } = await serve(load, (request, response) => {
      const encoding = String(request.url).slice(1);
      const plain = Buffer.from('some text that is long enough');
      const encoded = { gzip: zlib.gzipSync, deflate: zlib.deflateSync, br: zlib.brotliCompressSync, raw: zlib.deflateRawSync }[encoding];
      response.setHeader('Content-Encoding', encoding === 'raw' ? 'deflate' : encoding);
      response.end(encoded === undefined ? plain : encoded(plain));
    });
    const results: unknown[] = [];
    for (const encoding of ['gzip', 'deflate', 'br', 'raw', 'identity']) results.push(await (await fetch(`${base}/${encoding}`)).text());
    await close();
    return results;
  },

  'a body is a stream that can be read in pieces': async (load) => {
    const { base, close } = await serve(load, async (_request, response) => {
      for (const piece of ['one', 'two', 'three']) {
        response.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      response.end();
    });
    const { body } = await fetch(base);
    const pieces: string[] = [];
    if (body !== null) for await (const chunk of body) pieces.push(new TextDecoder().decode(chunk as Uint8Array));
    const head = await fetch(base, { method: 'HEAD' });
    await close();
    return [pieces, await head.text()];
  },

  'abort ends a fetch before and after its head': async (load) => {
    const { base, close } = await serve(load, (request, response) => {
      if (request.url === '/head') response.write('some');
    });
    const results: unknown[] = [];
    const before = new AbortController();
    before.abort();
    results.push(await failure(fetch(base, { signal: before.signal })));
    const reason = new AbortController();
    const waiting = fetch(base, { signal: reason.signal });
    setTimeout(() => reason.abort(new Error('own reason')), 10);
    results.push(await failure(waiting));
    results.push(await failure(fetch(base, { signal: AbortSignal.timeout(20) })));
    const later = new AbortController();
    const response = await fetch(`${base}/head`, { signal: later.signal });
    setTimeout(() => later.abort(), 10);
    results.push(response.status, await failure(response.text()));
    await close();
    return results;
  },

  'failures carry their cause': async (load) => {
    const { base, port, close } = await serve(load, (request, response) => {
      if (request.url === '/half') {
        response.writeHead(200, { 'Content-Length': 10 });
        response.write('half');
        setTimeout(() => request.socket.destroy(), 20);
      } else request.socket.destroy();
    });
    const results = [
      await failure(fetch('http://nowhere.invalid/')),
      await failure(fetch('/relative')),
      await failure(fetch('http://127.0.0.1:1/')),
      await failure(fetch('ftp://127.0.0.1/')),
      await failure(fetch(base)),
      await failure((await fetch(`${base}/half`)).text()),
    ];
    await close();
    results.push(await failure(fetch(`http://127.0.0.1:${port}/`)));
    return results;
  },

  'data: and blob: URLs need no network': async () => {
    const plain = await fetch('data:text/plain;charset=utf-8,h%C3%A9llo');
    const base64 = await fetch('data:;base64,aGVsbG8=');
    return [
      [plain.status, plain.headers.get('content-type'), await plain.text()],
      [base64.headers.get('content-type'), await base64.text()],
      await failure(fetch('data:nothing')),
    ];
  },

  'the body of a Request has a length, and goes along with a redirect, unless it is a stream': async (load) => {
    const { base, close } = await serve(load, (request, response) => {
      void all(request).then((body) => {
        if (request.url === '/from') response.writeHead(307, { location: '/to' });
        response.end(`${String(request.headers['content-length'])} ${String(request.headers['transfer-encoding'])} ${body}`);
      });
    });
    const post = (body: RequestInit['body']) => new Request(`${base}/from`, { method: 'POST', body, duplex: 'half' } as RequestInit);
    const text = post('text');
    const stream = () => new Blob(['piece']).stream() as ReadableStream;
    const given = [text.clone(), new Request(text), post(new URLSearchParams({ a: '1' })), post(new Blob(['blob'])), post(stream())];
    const seen: unknown[] = [];
    for (const request of given) seen.push(await fetch(request).then((response) => response.text(), why));
    seen.push(await (await fetch(new Request(`${base}/to`, { method: 'PUT', body: stream(), duplex: 'half' }))).text());
    await close();
    return seen;
  },

  'a Request object can be fetched': async (load) => {
    const { base, close } = await serve(load, (request, response) => {
      void all(request).then((body) => response.end(`${String(request.method)} ${String(request.headers['x-a'])} ${body}`));
    });
    const request = new Request(base, { method: 'PATCH', headers: { 'x-a': '1' }, body: 'from a request' });
    const first = await (await fetch(request)).text();
    const second = await failure(fetch(request));
    const third = await (await fetch(new URL(base), { method: 'POST', body: 'url' })).text();
    await close();
    return [first, second, third];
  },
});
