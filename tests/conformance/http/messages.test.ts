/** `node:http`: what both sides see of a message; the same on real Node and in simulation, over bytes and over messages handed on as they are. */
import { sameOnBothPaths } from '../../support/both-worlds.ts';
import { all, ask, later, neutral, serve } from './exchange.ts';

sameOnBothPaths({
  'a plain request and its answer look the same to both sides': async (load) => {
    const seen: unknown[] = [];
    const { port, close } = await serve(load, (request, response) => {
      seen.push([request.method, request.url, request.httpVersion, request.headers, request.rawHeaders, request.complete]);
      response.end('hello');
    });
    const answer = await ask(load, port, { path: '/a?b=c', headers: { 'X-One': '1', Accept: 'text/plain' } });
    await close();
    return neutral([seen, answer], port);
  },

  'status, reason and headers of every form arrive as they were set': async (load) => {
    const { port, close } = await serve(load, (request, response) => {
      if (request.url === '/object')
        response.writeHead(201, 'Made It', { 'X-List': ['a', 'b'], 'Set-Cookie': ['c=1', 'd=2'], 'x-number': 7 });
      else if (request.url === '/list') response.writeHead(202, ['X-A', '1', 'X-A', '2', 'x-b', '3']);
      else {
        response.statusCode = 404;
        response.setHeader('X-Case', 'kept');
        response.setHeader('x-gone', '1');
        response.removeHeader('X-Gone');
        response.appendHeader('X-Case', 'too');
      }
      response.end();
    });
    const answers = [
      await ask(load, port, { path: '/object' }),
      await ask(load, port, { path: '/list' }),
      await ask(load, port, { path: '/set' }),
    ];
    await close();
    return answers;
  },

  'duplicate request headers are joined by their own rules': async (load) => {
    const seen: unknown[] = [];
    const { port, close } = await serve(load, (request, response) => {
      seen.push(request.headers, request.headersDistinct);
      response.end();
    });
    const headers = [
      'Host',
      'x',
      'X-A',
      '1',
      'x-a',
      '2',
      'Cookie',
      'a=1',
      'Cookie',
      'b=2',
      'Content-Type',
      'a/b',
      'Content-Type',
      'c/d',
      'Set-Cookie',
      's',
      'Set-Cookie',
      't',
    ];
    await ask(load, port, { headers: headers as never });
    await close();
    return seen;
  },

  'a body with a length and a chunked body both arrive whole': async (load) => {
    const { port, close } = await serve(load, (request, response) => {
      void all(request).then((body) =>
        response.end(`${String(request.headers['content-length'])} ${String(request.headers['transfer-encoding'])} ${body}`),
      );
    });
    const answers = [
      await ask(load, port, { method: 'POST', headers: { 'Content-Length': 6 } }, ['abc', 'def']),
      await ask(load, port, { method: 'POST' }, ['abc', Buffer.from('def')]),
      await ask(load, port, { method: 'PUT' }, 'only'),
      await ask(load, port, { method: 'DELETE' }),
    ];
    await close();
    return answers.map(({ body }) => body);
  },

  'text in other encodings and bytes keep their content': async (load) => {
    const { port, close } = await serve(load, (request, response) => {
      const bytes: Buffer[] = [];
      request.on('data', (chunk: Buffer) => bytes.push(chunk));
      request.on('end', () => {
        response.write(Buffer.concat(bytes).toString('hex'));
        response.write('c3a9', 'hex');
        response.write('é', 'latin1');
        response.end('ü');
      });
    });
    const answer = await ask(load, port, { method: 'POST' }, [Buffer.from([0, 255, 10, 13]), 'é']);
    await close();
    return answer;
  },

  'a response written in pieces in one tick arrives with its length unknown': async (load) => {
    const { port, close } = await serve(load, (_request, response) => {
      response.write('one ');
      response.write('two ');
      response.end('three');
    });
    const { body, headers } = await ask(load, port);
    await close();
    return [body, headers];
  },

  'pieces written at different times arrive one by one': async (load) => {
    const { port, close } = await serve(load, async (_request, response) => {
      for (const piece of ['one', 'three', 'fifteen']) {
        response.write(piece);
        await later(20);
      }
      response.end();
    });
    const { body, chunks } = await ask(load, port);
    await close();
    return [body, chunks];
  },

  'flushed headers arrive before the body': async (load) => {
    const { port, close } = await serve(load, (_request, response) => {
      response.flushHeaders();
      setTimeout(() => response.end('late'), 30);
    });
    const log: string[] = [];
    await new Promise<void>((resolve) => {
      load('http').get({ host: '127.0.0.1', port, agent: false }, (response) => {
        log.push('head');
        setTimeout(() => log.push('waited'), 10);
        response.on('data', () => log.push('body'));
        response.on('end', () => resolve());
      });
    });
    await close();
    return log;
  },
});
