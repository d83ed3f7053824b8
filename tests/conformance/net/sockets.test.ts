/** `node:net`, sockets: how they are written, ended and broken: the same over real loopback and over simulated connections. */
import { once } from 'node:events';
import type net from 'node:net';
import { sameInBothWorlds, told } from '../../support/both-worlds.ts';
import { closed, listening, text, watch } from './sockets.ts';

sameInBothWorlds({
  'end sends what was written before it': async (load) => {
    const { server, port } = await listening(load, (socket) => {
      socket.write('a');
      socket.write('b');
      socket.end('c');
    });
    const client = load('net').connect(port, '127.0.0.1');
    const all = await text(client);
    server.close();
    return [all, client.destroyed, client.bytesRead];
  },

  'allowHalfOpen lets one side go on writing': async (load) => {
    const { server, port } = await listening(
      load,
      (socket) => {
        socket.resume();
        socket.on('end', () => setTimeout(() => socket.end('after your end'), 10));
      },
      { allowHalfOpen: true },
    );
    const client = load('net').connect(port, '127.0.0.1');
    client.end('bye');
    const all = await text(client);
    server.close();
    return all;
  },

  'without allowHalfOpen a socket ends when its peer does': async (load) => {
    const { server, port } = await listening(load, (socket) => socket.end('bye'));
    const client = load('net').connect(port, '127.0.0.1');
    const log: unknown[] = [];
    watch(log, 'client', client);
    client.resume();
    await closed(client);
    server.close();
    return log;
  },

  'writing after end is an error': async (load) => {
    const { server, port } = await listening(load, (socket) => socket.resume());
    const client = load('net').connect(port, '127.0.0.1');
    await once(client, 'connect');
    client.end();
    const error = await new Promise((resolve) => {
      client.on('error', () => undefined);
      client.write('late', resolve);
    });
    await closed(client);
    server.close();
    return told(error);
  },

  'writing to a socket whose peer has ended is EPIPE': async (load) => {
    const { server, port } = await listening(load, (socket) => socket.end());
    const client = load('net').connect(port, '127.0.0.1');
    client.resume();
    client.on('error', () => undefined);
    await once(client, 'end');
    const error: unknown = await new Promise((resolve) => {
      setTimeout(() => client.write('late', (failure) => resolve(failure)), 20);
    });
    server.close();
    return [told(error), client.destroyed];
  },

  'destroy with an error tells it and then closes': async (load) => {
    const { server, port } = await listening(load, (socket) => {
      socket.on('error', () => undefined);
      socket.resume();
    });
    const client = load('net').connect(port, '127.0.0.1');
    const log: unknown[] = [];
    watch(log, 'client', client, ['error', 'close']);
    await once(client, 'connect');
    client.destroy(new Error('enough'));
    await closed(client);
    server.close();
    return [log, client.destroyed, client.readyState];
  },

  'resetAndDestroy resets the other end': async (load) => {
    const seen: unknown[] = [];
    let done: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      done = resolve;
    });
    const { server, port } = await listening(load, (socket) => {
      socket.on('data', () => undefined);
      socket.on('error', (error: NodeJS.ErrnoException) => seen.push([told(error), error.syscall, error.errno]));
      socket.on('close', (hadError) => {
        seen.push(['close', hadError]);
        done();
      });
    });
    const client = load('net').connect(port, '127.0.0.1');
    client.write('x');
    await once(client, 'connect');
    setTimeout(() => client.resetAndDestroy(), 20);
    await over;
    server.close();
    return seen;
  },

  'an idle socket times out and stays open': async (load) => {
    const { server, port } = await listening(load, (socket) => socket.resume());
    const client = load('net').connect(port, '127.0.0.1');
    await once(client, 'connect');
    client.setTimeout(30);
    await once(client, 'timeout');
    const state = [client.destroyed, client.timeout];
    client.destroy();
    server.close();
    return state;
  },

  'activity puts a timeout off, and 0 takes it away': async (load) => {
    const { server, port } = await listening(load, (socket) => {
      socket.on('data', (data) => socket.write(data));
    });
    const client = load('net').connect(port, '127.0.0.1');
    let timeouts = 0;
    const onTimeout = () => {
      timeouts += 1;
    };
    client.resume();
    client.setTimeout(60, onTimeout);
    for (let round = 0; round < 4; round += 1) {
      client.write('x');
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const early = timeouts;
    client.setTimeout(0, onTimeout);
    await new Promise((resolve) => setTimeout(resolve, 100));
    client.destroy();
    server.close();
    return [early, timeouts, client.listenerCount('timeout')];
  },

  'bad timeouts and ports are refused': (load) => {
    const { Socket, connect, createServer } = load('net');
    const tries: (() => unknown)[] = [
      () => new Socket().setTimeout(Number.NaN),
      () => new Socket().setTimeout('1' as never),
      () => new Socket().setTimeout(-1),
      () => connect({ port: 70_000 }),
      () => connect({ port: 'x' as never }),
      () => connect({} as never),
      () => createServer().listen({ port: -1 }),
      () => createServer('x' as never),
    ];
    return tries.map((attempt) => {
      try {
        attempt();
        return 'fine';
      } catch (error) {
        return [Reflect.get(Object(error), 'code'), Reflect.get(Object(error), 'name')];
      }
    });
  },

  'writes before the connection are kept': async (load) => {
    const { server, port } = await listening(load, (socket) => {
      void text(socket).then((all) => received(all));
    });
    let received: (all: string) => void = () => undefined;
    const all = new Promise((resolve) => {
      received = resolve;
    });
    const client = new (load('net').Socket)();
    const before = [client.connecting, client.pending, client.readyState];
    client.connect(port, '127.0.0.1');
    const during = [client.connecting, client.pending, client.readyState, client.write('early '), client.bytesWritten];
    client.end('and late');
    const got = await all;
    server.close();
    return [before, during, got, client.bytesWritten];
  },

  'destroying while connecting calls off the writes': async (load) => {
    const { server, port } = await listening(load, () => undefined);
    const client = load('net').connect(port, '127.0.0.1');
    const write: unknown = new Promise((resolve) => client.write('x', (error) => resolve(error)));
    const log: unknown[] = [];
    watch(log, 'client', client);
    client.destroy();
    await closed(client);
    server.close();
    return [log, told(await write)];
  },

  'a full window makes write return false until drain': async (load) => {
    let accepted: (socket: net.Socket) => void = () => undefined;
    const peer = new Promise<net.Socket>((resolve) => {
      accepted = resolve;
    });
    const { server, port } = await listening(load, (socket) => accepted(socket.pause()));
    const client = load('net').connect(port, '127.0.0.1');
    await once(client, 'connect');
    const other = await peer;
    const big = Buffer.alloc(16 * 1024 * 1024, 'x');
    const room = client.write(big);
    const needed = client.writableNeedDrain;
    let bytes = 0;
    other.on('data', (data) => {
      bytes += data.length;
    });
    other.resume();
    await once(client, 'drain');
    client.end();
    await once(other, 'end');
    server.close();
    return [room, needed, bytes];
  },

  'a paused socket gets nothing until it is resumed': async (load) => {
    const { server, port } = await listening(load, (socket) => socket.end('hello'));
    const client = load('net').connect(port, '127.0.0.1');
    const log: string[] = [];
    client.on('data', (data) => log.push(String(data)));
    client.on('end', () => log.push('end'));
    client.pause();
    await new Promise((resolve) => setTimeout(resolve, 30));
    log.push('resume');
    client.resume();
    await closed(client);
    server.close();
    return log;
  },
});
