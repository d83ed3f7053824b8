/** `node:http`: bodies, trailers and the order of events; the same on real Node and in simulation, over bytes and over messages handed on as they are. */
import type http from 'node:http';
import { sameOnBothPaths, told } from '../../support/both-worlds.ts';
import { all, ask, later, serve } from './exchange.ts';

/** Bytes of a message, read with a pause after every piece. */
async function slowly(response: http.IncomingMessage): Promise<number> {
  let count = 0;
  for await (const chunk of response) {
    count += (chunk as Buffer).byteLength;
    await later(1);
  }
  return count;
}

sameOnBothPaths({
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
          void all(response)
            .then((body) => log.push([body, request.reusedSocket, response.headers.connection, response.headers['keep-alive']]))
            .then(() => setTimeout(resolve, 5));
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
      load('http').get({ host: '127.0.0.1', port, agent: false }, (response) => resolve(slowly(response)));
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
});
