/** `node:http`: connections: kept, shared, broken, timed out; the same on real Node and in simulation, over bytes and over messages handed on as they are. */
import { once } from 'node:events';
import { sameOnBothPaths, told } from '../../support/both-worlds.ts';
import { all, ask, later, serve } from './exchange.ts';

sameOnBothPaths({
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
        void all(response)
          .then((body) => log.push(body))
          .then(() => resolve());
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
    const classes: object = { IncomingMessage: OwnRequest, ServerResponse: OwnResponse };
    const { port, close } = await serve(load, (request, response) => (response as OwnResponse).say((request as OwnRequest).own), classes);
    const { body } = await ask(load, port, { path: '/x' });
    await close();
    return body;
  },
});
