/** `node:net`, servers: ports, closing, limits: the same over real loopback and over simulated connections. */
import { once } from 'node:events';
import type net from 'node:net';
import { sameInBothWorlds, told } from '../../support/both-worlds.ts';
import { closed, listening, only, text, watch } from './sockets.ts';

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
});
