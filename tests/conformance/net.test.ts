/** `node:net`: the same bodies over real loopback and over simulated connections. */
import type net from 'node:net';
import { once } from 'node:events';
import { type Load, sameInBothWorlds, told } from '../support/both-worlds.ts';

async function listening(
  load: Load,
  onConnection: (socket: net.Socket) => void,
  options: net.ServerOpts = {},
): Promise<{ server: net.Server; port: number }> {
  const server = load('net').createServer(options, onConnection);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** Events of a socket in order, under a name. */
function watch(
  log: unknown[],
  name: string,
  socket: net.Socket,
  events = ['connect', 'ready', 'end', 'finish', 'close', 'error', 'timeout'],
): void {
  for (const event of events) {
    socket.on(event, (value: unknown) =>
      log.push(value instanceof Error ? [name, event, told(value)] : value === undefined ? [name, event] : [name, event, value]),
    );
  }
}

/** Only those of one name: events of two sockets have no order between them. */
function only(log: readonly unknown[], name: string): unknown[] {
  return log.filter((entry) => Array.isArray(entry) && entry[0] === name);
}

const closed = (emitter: net.Socket | net.Server) => once(emitter, 'close');

async function text(socket: net.Socket): Promise<string> {
  let all = '';
  for await (const chunk of socket) all += String(chunk);
  return all;
}

sameInBothWorlds({
  'an echo keeps the order of events on both sides': async (load) => {
    const log: unknown[] = [];
    const { server, port } = await listening(load, (socket) => {
      watch(log, 'server', socket);
      socket.on('data', (data) => socket.write(`echo ${String(data)}`));
    });
    const client = load('net').connect(port, '127.0.0.1');
    watch(log, 'client', client);
    client.write('one');
    client.once('data', (data) => {
      log.push(['client', 'data', String(data)]);
      client.end();
    });
    await closed(client);
    server.close();
    await closed(server);
    return [only(log, 'client'), only(log, 'server')];
  },

  'a refused connection fails with its address': async (load) => {
    const { server, port } = await listening(load, () => undefined);
    server.close();
    await closed(server);
    const client = load('net').connect({ port, host: '127.0.0.1' });
    const log: unknown[] = [];
    for (const event of ['connect', 'close', 'ready']) client.on(event, (value: unknown) => log.push([event, value]));
    const error: NodeJS.ErrnoException = await new Promise((resolve) => client.on('error', resolve));
    await closed(client);
    const { code, errno, syscall, message } = error;
    return [
      log,
      code,
      errno,
      syscall,
      message.replace(String(port), 'PORT'),
      Reflect.get(error, 'port') === port,
      Reflect.get(error, 'address'),
      Object.keys(error),
    ];
  },

  'an unknown host fails its lookup': async (load) => {
    const client = load('net').connect({ port: 80, host: 'nowhere.invalid' });
    const lookups: unknown[] = [];
    client.on('lookup', (error: unknown, address: unknown) => lookups.push([told(error), address]));
    const error: unknown = await new Promise((resolve) => client.on('error', resolve));
    return [told(error), Reflect.get(Object(error), 'hostname'), Reflect.get(Object(error), 'syscall'), lookups];
  },

  'a port in use refuses a second server': async (load) => {
    const { server, port } = await listening(load, () => undefined);
    const second = load('net').createServer();
    second.listen(port, '127.0.0.1');
    const error: NodeJS.ErrnoException = await new Promise((resolve) => second.on('error', resolve));
    server.close();
    await closed(server);
    const { code, syscall, errno } = error;
    return [code, syscall, errno, error.message.replace(String(port), 'PORT'), second.listening];
  },

  'a server that is closed listens no more and can listen again': async (load) => {
    const { server, port } = await listening(load, () => undefined);
    const before = server.listening;
    server.close();
    await closed(server);
    const between = [server.listening, server.address()];
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const after = server.listening;
    server.close();
    await closed(server);
    return [before, between, after];
  },

  'closing a server that does not listen is an error': async (load) => {
    const server = load('net').createServer();
    const error: unknown = await new Promise((resolve) => server.close(resolve));
    return told(error);
  },

  'listening twice throws': async (load) => {
    const { server } = await listening(load, () => undefined);
    try {
      server.listen(0);
      return 'listened';
    } catch (error) {
      return told(error);
    } finally {
      server.close();
    }
  },

  'a server closes only when its last connection is gone': async (load) => {
    const log: string[] = [];
    const { server, port } = await listening(load, (socket) => socket.resume());
    const client = load('net').connect(port, '127.0.0.1');
    await once(client, 'connect');
    const count = await new Promise((resolve) => {
      setTimeout(() => server.getConnections((_error, connections) => resolve(connections)), 20);
    });
    server.close(() => log.push('server closed'));
    setTimeout(() => {
      log.push('client ends');
      client.end();
    }, 20);
    await closed(server);
    return [log, count];
  },

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

  'maxConnections drops what is too much': async (load) => {
    const drops: unknown[] = [];
    const { server, port } = await listening(load, (socket) => socket.resume());
    server.maxConnections = 1;
    server.on('drop', (data) =>
      drops.push(
        Object.keys(data ?? {})
          .filter((key) => !key.endsWith('Family'))
          .sort(),
      ),
    );
    const first = load('net').connect(port, '127.0.0.1');
    await once(first, 'connect');
    const second = load('net').connect(port, '127.0.0.1');
    second.on('error', () => undefined);
    second.resume();
    await closed(second);
    first.destroy();
    server.close();
    return drops;
  },

  'addresses are told on both sides': async (load) => {
    let accepted: (socket: net.Socket) => void = () => undefined;
    const peer = new Promise<net.Socket>((resolve) => {
      accepted = resolve;
    });
    const { server, port } = await listening(load, (socket) => accepted(socket));
    const client = load('net').connect(port, '127.0.0.1');
    await once(client, 'connect');
    const other = await peer;
    const facts = [
      client.remoteAddress,
      client.remoteFamily,
      client.remotePort === port,
      client.localAddress,
      client.localPort === other.remotePort,
      other.remoteAddress,
      other.localPort === port,
      Reflect.get(client.address(), 'family'),
      client.readyState,
    ];
    client.destroy();
    other.on('error', () => undefined);
    other.resume();
    await closed(other);
    server.close();
    return [...facts, client.readyState, client.localAddress];
  },

  'a server without a host hears every address': async (load) => {
    const server = load('net').createServer((socket) => socket.end('hi'));
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const client = load('net').connect(port, 'localhost');
    const all = await text(client);
    server.close();
    return all;
  },

  'a path serves instead of a port': async (load) => {
    const path = `/tmp/fozzy-conformance-${process.pid}.sock`;
    const server = load('net').createServer((socket) => socket.end('by path'));
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const all = await text(load('net').connect(path));
    const address = server.address() === path;
    server.close();
    await closed(server);
    const missing: unknown = await new Promise((resolve) => load('net').connect(path).on('error', resolve));
    return [all, address, Reflect.get(Object(missing), 'code')];
  },

  'sockets are duplex streams that can be piped': async (load) => {
    const { server, port } = await listening(load, (socket) => socket.pipe(socket));
    const client = load('net').connect(port, '127.0.0.1');
    client.end('round trip');
    const all = await text(client);
    server.close();
    return [all, client instanceof load('stream').Duplex, client instanceof load('net').Socket];
  },

  'signals abort a connection': async (load) => {
    const { server, port } = await listening(load, (socket) => socket.resume());
    const controller = new AbortController();
    const client = load('net').connect({ port, host: '127.0.0.1', signal: controller.signal } as net.NetConnectOpts);
    await once(client, 'connect');
    controller.abort();
    const error: unknown = await new Promise((resolve) => client.on('error', resolve));
    server.close();
    return [Reflect.get(Object(error), 'name'), Reflect.get(Object(error), 'code')];
  },

  'a socket can connect again after it was closed': async (load) => {
    const { server, port } = await listening(load, (socket) => socket.end('again'));
    const client = new (load('net').Socket)();
    const rounds: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      client.connect(port, '127.0.0.1');
      client.once('data', (data) => rounds.push(String(data)));
      await closed(client);
    }
    server.close();
    return rounds;
  },

  'numbers and names of addresses are told apart': (load) => {
    const { isIP, isIPv4, isIPv6 } = load('net');
    return ['10.0.0.1', '::1', 'bank', '1.2.3', ''].map((text1) => [isIP(text1), isIPv4(text1), isIPv6(text1)]);
  },
});
