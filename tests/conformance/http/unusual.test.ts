/** `node:http`: what is not a plain exchange: interim answers, upgrades, tunnels, nonsense; the same on real Node and in simulation, over bytes and over messages handed on as they are. */
import { once } from 'node:events';
import type http from 'node:http';
import type net from 'node:net';
import type { Duplex } from 'node:stream';
import { sameOnBothPaths, told } from '../../support/both-worlds.ts';
import { all, ask, serve } from './exchange.ts';

sameOnBothPaths({
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

  'a socket that was handed over is no connection of the server any more': async (load) => {
    const limits = { connectionsCheckingInterval: 5, headersTimeout: 10, requestTimeout: 10 };
    const server = load('http').createServer(limits);
    const log: string[] = [];
    server.on('clientError', (error: NodeJS.ErrnoException) => log.push(String(error.code)));
    const handOver = (_request: unknown, socket: Duplex) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.on('data', (data: Buffer) => socket.write(`echo ${String(data)}`));
    };
    server.on('upgrade', handOver);
    server.on('connect', handOver);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Reason for the cast: a server that listens on a port has such an address.
    const { port } = server.address() as net.AddressInfo;
    const heads = [
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n',
      'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
    ];
    for (const head of heads) {
      const socket = load('net').connect(port, '127.0.0.1');
      socket.on('close', () => log.push('close'));
      const say = async (text: string) => {
        socket.write(text);
        const [data]: unknown[] = await once(socket, 'data');
        log.push(String(data));
      };
      await say(head);
      await say('one');
      await load('timers/promises').setTimeout(40);
      await say('two');
      server.closeIdleConnections();
      server.closeAllConnections();
      await say('three');
      socket.destroy();
      await once(socket, 'close');
    }
    server.close();
    return log;
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

  'servers of the old style are called on objects of their own': async (load) => {
    const { inherits } = load('util');
    const seen: unknown[] = [];
    for (const Base of [load('http').Server, load('net').Server]) {
      const Old = function Old(this: net.Server, ...args: unknown[]) {
        Reflect.apply(Base, this, args);
      };
      inherits(Old, Base);
      const isHttp = Base === load('http').Server;
      const answer = isHttp
        ? (_: unknown, response: http.ServerResponse) => response.end('old')
        : (socket: net.Socket) => socket.resume().end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nolder');
      // Reason for the casts: what `inherits` made of the function has no type, and a server that listens on a port has such an address.
      const server = Reflect.construct(Old, [answer]) as net.Server;
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as net.AddressInfo;
      seen.push((await ask(load, port)).body, server instanceof Base, server instanceof load('net').Server);
      server.close();
      await once(server, 'close');
    }
    return seen;
  },
});
