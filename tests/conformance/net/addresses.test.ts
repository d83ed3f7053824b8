/** `node:net`, addresses, paths and other ways in: the same over real loopback and over simulated connections. */
import { once } from 'node:events';
import type net from 'node:net';
import { sameInBothWorlds } from '../../support/both-worlds.ts';
import { closed, listening, text } from './sockets.ts';

sameInBothWorlds({
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
