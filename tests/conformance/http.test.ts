/** `node:http`: the same bodies on real Node and in simulation, over parsed bytes and over messages handed on as they are. */
import { once } from 'node:events';
import type http from 'node:http';
import type net from 'node:net';
import { type Load, sameOnBothPaths, told } from '../support/both-worlds.ts';

interface Served {
  readonly server: http.Server;
  readonly port: number;
  close(): Promise<void>;
}

async function serve(load: Load, onRequest: http.RequestListener, options: http.ServerOptions = {}): Promise<Served> {
  const server = load('http').createServer(options, onRequest);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    server,
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Asked {
  readonly status: number | undefined;
  readonly message: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly chunks: readonly number[];
  readonly trailers: NodeJS.Dict<string>;
  readonly raw: readonly string[];
}

function ask(
  load: Load,
  port: number,
  options: http.RequestOptions = {},
  body: string | Buffer | readonly (string | Buffer)[] = [],
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const request = load('http').request({ host: '127.0.0.1', port, agent: false, ...options }, (response) => {
      let text = '';
      const chunks: number[] = [];
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        chunks.push(chunk.length);
      });
      response.on('error', reject);
      response.on('end', () => {
        const headers = { ...response.headers };
        if (headers.date !== undefined) headers.date = 'a date';
        const raw = response.rawHeaders.map((value, at) => (response.rawHeaders[at - 1] === 'Date' ? 'a date' : value));
        resolve({
          status: response.statusCode,
          message: response.statusMessage,
          headers,
          body: text,
          chunks,
          trailers: response.trailers,
          raw,
        });
      });
    });
    request.on('error', reject);
    for (const chunk of typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body) request.write(chunk);
    request.end();
  });
}

async function all(message: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

/** What differs from machine to machine. */
function neutral(value: unknown, port: number): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(String(port), 'PORT'));
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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

  'HEAD, 204 and 304 have no body whatever is written': async (load) => {
    const { port, close } = await serve(load, (request, response) => {
      if (request.url === '/204') response.writeHead(204);
      if (request.url === '/304') response.writeHead(304);
      response.end('body');
    });
    const answers = [
      await ask(load, port, { method: 'HEAD' }),
      await ask(load, port, { path: '/204' }),
      await ask(load, port, { path: '/304' }),
    ];
    await close();
    return answers.map(({ status, body, headers }) => [status, body, headers]);
  },

  'trailers come after the body': async (load) => {
    const { port, close } = await serve(load, (request, response) => {
      request.resume();
      request.on('end', () => {
        response.writeHead(200, { Trailer: 'X-Sum' });
        response.write('body');
        response.addTrailers({ 'X-Sum': '42' });
        response.end(JSON.stringify(request.trailers));
      });
    });
    const answer = await new Promise((resolve, reject) => {
      const request = load('http').request(
        { host: '127.0.0.1', port, method: 'POST', agent: false, headers: { Trailer: 'X-Check' } },
        (response) => {
          void all(response).then((body) => resolve([body, response.trailers, response.rawTrailers]));
        },
      );
      request.on('error', reject);
      request.write('data');
      request.addTrailers({ 'X-Check': 'ok' });
      request.end();
    });
    await close();
    return answer;
  },

  'events of one exchange come in their order': async (load) => {
    const log: string[] = [];
    const { port, close } = await serve(load, (request, response) => {
      for (const event of ['data', 'end', 'close', 'aborted', 'error']) request.on(event, () => log.push(`server request ${event}`));
      for (const event of ['finish', 'close', 'error']) response.on(event, () => log.push(`server response ${event}`));
      request.on('end', () => response.end('done'));
    });
    await new Promise<void>((resolve) => {
      const request = load('http').request({ host: '127.0.0.1', port, method: 'POST', agent: false });
      for (const event of ['socket', 'response', 'finish', 'close', 'abort', 'error'])
        request.on(event, () => log.push(`client request ${event}`));
      request.on('response', (response) => {
        for (const event of ['data', 'end', 'close', 'aborted', 'error']) response.on(event, () => log.push(`client response ${event}`));
      });
      request.on('close', () => resolve());
      request.end('x');
    });
    await later(20);
    await close();
    return [log.filter((line) => line.startsWith('server')), log.filter((line) => line.startsWith('client'))];
  },

  'a keep-alive agent uses its connection again': async (load) => {
    const connections = new Set<unknown>();
    const { port, close } = await serve(load, (request, response) => {
      connections.add(request.socket);
      response.end(String(connections.size));
    });
    const agent = new (load('http').Agent)({ keepAlive: true });
    const log: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      await new Promise<void>((resolve) => {
        const request = load('http').get({ host: '127.0.0.1', port, agent }, (response) => {
          void all(response).then((body) => {
            log.push([body, request.reusedSocket, response.headers.connection, response.headers['keep-alive']]);
            setTimeout(resolve, 5);
          });
        });
      });
    }
    log.push(Object.values(agent.freeSockets).map((sockets) => sockets?.length));
    agent.destroy();
    await close();
    return log;
  },

  'an agent with one socket makes requests wait': async (load) => {
    let open = 0;
    let most = 0;
    const { port, close } = await serve(load, (request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end(request.url);
      }, 5);
    });
    const agent = new (load('http').Agent)({ keepAlive: true, maxSockets: 1 });
    const answers = await Promise.all(['/1', '/2', '/3'].map((path) => ask(load, port, { path, agent })));
    agent.destroy();
    await close();
    return [answers.map(({ body }) => body), most];
  },

  'connection: close ends the connection after the answer': async (load) => {
    const { port, close } = await serve(load, (_request, response) => {
      response.setHeader('Connection', 'close');
      response.end('bye');
    });
    const agent = new (load('http').Agent)({ keepAlive: true });
    const answers = [await ask(load, port, { agent }), await ask(load, port, { agent })];
    await later(10);
    const free = Object.keys(agent.freeSockets).length;
    agent.destroy();
    await close();
    return [answers.map(({ headers }) => headers.connection), free];
  },

  'a server that hangs up before answering gives ECONNRESET': async (load) => {
    const { port, close } = await serve(load, (request) => request.socket.destroy());
    const error: unknown = await ask(load, port).catch((failure: unknown) => failure);
    await close();
    return told(error);
  },

  'a server that dies in the middle of a body aborts the response': async (load) => {
    const { port, close } = await serve(load, (request, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('some');
      setTimeout(() => request.socket.destroy(), 20);
    });
    const log: unknown[] = [];
    await new Promise<void>((resolve) => {
      const request = load('http').get({ host: '127.0.0.1', port, agent: false }, (response) => {
        response.on('data', (chunk) => log.push(String(chunk)));
        response.on('aborted', () => log.push('aborted'));
        response.on('error', (error) => log.push(told(error)));
        response.on('end', () => log.push('end'));
        response.on('close', () => {
          log.push(['close', response.complete]);
          resolve();
        });
      });
      request.on('error', (error) => log.push(['request', told(error)]));
    });
    await close();
    return log;
  },

  'a client that gives up shows at the server': async (load) => {
    const log: unknown[] = [];
    const { port, close } = await serve(load, (request, response) => {
      request.on('aborted', () => log.push('aborted'));
      request.on('error', (error) => log.push(told(error)));
      request.on('close', () => log.push(['request close', request.complete]));
      response.on('close', () => log.push(['response close', response.writableFinished]));
      request.resume();
    });
    const request = load('http').request({ host: '127.0.0.1', port, method: 'POST', agent: false });
    const failed: unknown = new Promise((resolve) => request.on('error', resolve));
    request.write('part');
    await later(20);
    request.destroy();
    const error: unknown = await failed;
    await later(20);
    await close();
    return [log, told(error), request.destroyed];
  },

  'a request times out without being ended': async (load) => {
    const { port, close } = await serve(load, (_request, response) => {
      setTimeout(() => response.end('slow'), 60);
    });
    const log: unknown[] = [];
    await new Promise<void>((resolve) => {
      const request = load('http').get({ host: '127.0.0.1', port, agent: false, timeout: 20 }, (response) => {
        void all(response).then((body) => {
          log.push(body);
          resolve();
        });
      });
      request.on('timeout', () => log.push('timeout'));
    });
    await close();
    return log;
  },

  'a signal aborts a request': async (load) => {
    const { port, close } = await serve(load, () => undefined);
    const controller = new AbortController();
    const answer = ask(load, port, { signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    const error: unknown = await answer.catch((failure: unknown) => failure);
    await close();
    return [Reflect.get(Object(error), 'name'), Reflect.get(Object(error), 'code')];
  },

  'expect: 100-continue waits for the go-ahead': async (load) => {
    const { port, close } = await serve(load, (request, response) => {
      void all(request).then((body) => response.end(`got ${body}`));
    });
    const log: string[] = [];
    const body = await new Promise((resolve) => {
      const request = load('http').request({ host: '127.0.0.1', port, method: 'POST', agent: false, headers: { Expect: '100-continue' } });
      request.on('continue', () => {
        log.push('continue');
        request.end('body');
      });
      request.on('response', (response) => {
        log.push('response');
        resolve(all(response));
      });
      request.flushHeaders();
    });
    await close();
    return [log, body];
  },

  'early hints and processing arrive as information': async (load) => {
    const { port, close } = await serve(load, (_request, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.end('ok');
    });
    const log: unknown[] = [];
    const body = await new Promise((resolve) => {
      const request = load('http').get({ host: '127.0.0.1', port, agent: false });
      request.on('information', ({ statusCode, headers }) => log.push([statusCode, headers]));
      request.on('response', (response) => resolve(all(response)));
    });
    await close();
    return [log, body];
  },

  'an upgrade hands over the socket': async (load) => {
    const { server, port, close } = await serve(load, (_request, response) => response.end('plain'));
    server.on('upgrade', (request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
      socket.on('data', (data: Buffer) => socket.end(`${String(request.headers.upgrade)} ${String(data)}`));
    });
    const plain = (await ask(load, port)).body;
    const echoed = await new Promise((resolve) => {
      const request = load('http').get({ host: '127.0.0.1', port, agent: false, headers: { Connection: 'Upgrade', Upgrade: 'echo' } });
      request.on('upgrade', (response: http.IncomingMessage, socket: net.Socket) => {
        let text = '';
        socket.on('data', (data) => {
          text += String(data);
        });
        socket.on('end', () => resolve([response.statusCode, text]));
        socket.write('hi');
      });
    });
    await close();
    return [plain, echoed];
  },

  'CONNECT makes a tunnel': async (load) => {
    const { server, port, close } = await serve(load, () => undefined);
    server.on('connect', (request, socket) => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.end(`tunnel to ${String(request.url)}`);
    });
    const told1 = await new Promise((resolve) => {
      const request = load('http').request({ host: '127.0.0.1', port, method: 'CONNECT', path: 'bank:80', agent: false });
      request.on('connect', (response: http.IncomingMessage, socket: net.Socket, head: Buffer) => {
        let text = String(head);
        socket.on('data', (data) => {
          text += String(data);
        });
        socket.on('end', () => resolve([response.statusCode, text]));
      });
      request.end();
    });
    await close();
    return told1;
  },

  'pipelined requests on a raw socket are answered in order': async (load) => {
    const { port, close } = await serve(load, (request, response) => {
      response.sendDate = false;
      setTimeout(() => response.end(request.url), request.url === '/slow' ? 20 : 1);
    });
    const socket = load('net').connect(port, '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /fast HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    await close();
    return text;
  },

  'nonsense on the wire is a bad request': async (load) => {
    const { server, port, close } = await serve(load, () => undefined);
    const answers: string[] = [];
    const say = async (line: string) => {
      const socket = load('net').connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(line);
      let text = '';
      socket.on('data', (data) => {
        text += String(data);
      });
      await once(socket, 'close');
      answers.push(text);
    };
    await say('nonsense\r\n\r\n');
    await say('GET / HTTP/1.1\r\n\r\n');
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      answers.push(String(error.code));
      socket.end('HTTP/1.1 418 Own\r\n\r\n');
    });
    await say('nonsense\r\n\r\n');
    await close();
    return answers.map((answer) => answer.replace(/Date: .*\r\n/u, ''));
  },

  'a large body flows with backpressure': async (load) => {
    const { port, close } = await serve(load, (request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      request.on('end', () => {
        response.write('x'.repeat(300_000));
        response.end(String(bytes));
      });
    });
    const { body } = await ask(load, port, { method: 'POST' }, [Buffer.alloc(500_000, 'a'), Buffer.alloc(500_000, 'b')]);
    await close();
    return [body.length, body.slice(-7)];
  },

  'a slow reader of a response gets all of it': async (load) => {
    const { port, close } = await serve(load, (_request, response) => {
      for (let piece = 0; piece < 20; piece += 1) response.write(Buffer.alloc(20_000, piece));
      response.end();
    });
    const bytes = await new Promise((resolve) => {
      load('http').get({ host: '127.0.0.1', port, agent: false }, async (response) => {
        let count = 0;
        for await (const chunk of response) {
          count += Buffer.byteLength(chunk as Buffer);
          await later(1);
        }
        resolve(count);
      });
    });
    await close();
    return bytes;
  },

  'a body that nobody reads does not stop the next request': async (load) => {
    const { port, close } = await serve(load, (_request, response) => response.end('ignored your body'));
    const agent = new (load('http').Agent)({ keepAlive: true, maxSockets: 1 });
    const answers = [
      await ask(load, port, { method: 'POST', agent }, ['a'.repeat(40_000), 'b'.repeat(40_000)]),
      await ask(load, port, { method: 'POST', agent }, 'second'),
    ];
    agent.destroy();
    await close();
    return answers.map(({ body }) => body);
  },

  'misuse throws what Node throws': async (load) => {
    const errors: unknown[] = [];
    const attempt = (act: () => unknown) => {
      try {
        act();
        errors.push('fine');
      } catch (error) {
        errors.push(told(error));
      }
    };
    const { port, close } = await serve(load, (_request, response) => {
      attempt(() => response.setHeader('bad name', '1'));
      attempt(() => response.setHeader('x', 'a\nb'));
      attempt(() => response.writeHead(99));
      response.end('ok');
      attempt(() => response.setHeader('x-late', '1'));
      attempt(() => response.writeHead(200));
      response.on('error', (error) => errors.push(told(error)));
      response.write('late');
    });
    attempt(() => load('http').request({ path: '/with space' }));
    attempt(() => load('http').request('https://wrong.protocol/'));
    attempt(() => load('http').request({ method: 'BAD METHOD' }));
    const { body } = await ask(load, port);
    await later(10);
    await close();
    return [errors, body];
  },

  'more bytes than announced are not part of the message': async (load) => {
    const { server, port, close } = await serve(load, (request, response) => {
      void all(request).then((body) => response.end(body));
    });
    const errors: unknown[] = [];
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      errors.push(error.code);
      socket.destroy();
    });
    const agent = new (load('http').Agent)({ keepAlive: true });
    const answer: unknown = await ask(load, port, { agent, method: 'POST', headers: { 'Content-Length': 3 } }, 'abcdef').then(
      ({ body }) => body,
      (error: unknown) => told(error),
    );
    await close();
    return [errors, answer];
  },

  'keepAliveTimeout closes an idle connection': async (load) => {
    const { server, port, close } = await serve(load, (_request, response) => response.end('ok'), {});
    server.keepAliveTimeout = 30;
    const socket = load('net').connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    await close();
    return server.listening;
  },

  'a server closes its idle connections when it closes': async (load) => {
    const { server, port } = await serve(load, (_request, response) => response.end('ok'));
    const agent = new (load('http').Agent)({ keepAlive: true });
    await ask(load, port, { agent });
    await later(10);
    const free = Object.keys(agent.freeSockets).length;
    server.close();
    await once(server, 'close');
    await later(10);
    const left = Object.keys(agent.freeSockets).length;
    agent.destroy();
    return [free, left];
  },

  'own classes for requests and responses are used': async (load) => {
    const { IncomingMessage, ServerResponse } = load('http');
    class OwnRequest extends IncomingMessage {
      get own(): string {
        return `own ${String(this.url)}`;
      }
    }
    class OwnResponse extends ServerResponse {
      say(text: string): void {
        this.end(text);
      }
    }
    const { port, close } = await serve(load, (request, response) => (response as OwnResponse).say((request as OwnRequest).own), {
      IncomingMessage: OwnRequest as never,
      ServerResponse: OwnResponse as never,
    });
    const { body } = await ask(load, port, { path: '/x' });
    await close();
    return body;
  },
});
