/**
 * The applications of the benchmarks without any simulation: made anew and asked the same three requests, by calling their handlers with
 * Node's own request and response on a socket that only keeps what is written. No network, no client, no parser, no clock: what this
 * takes belongs to the application and to Node. A simulation can save some of it: functions made from text are compiled once there.
 */
import http, { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

class KeepingSocket extends Duplex {
  text = '';

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('latin1');
    done();
  }

  setTimeout(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expected: string;
}

/** Those of apps/three-requests.ts. */
const THREE: readonly Asked[] = [
  { method: 'GET', url: '/hello?name=ann', expected: 'hello ann' },
  {
    method: 'POST',
    url: '/echo',
    headers: { 'content-type': 'application/json', 'content-length': '14' },
    body: '{"from":"ann"}',
    expected: '{"from":"ann"}',
  },
  { method: 'GET', url: '/nowhere', expected: 'not found' },
];

/** Servers that never listen; the returned function takes the one that was asked to. */
function catchServers(): { take(): http.Server | undefined; stop(): void } {
  const { prototype } = http.Server;
  const before = { listen: ownOf(prototype, 'listen'), address: ownOf(prototype, 'address') };
  let caught: http.Server | undefined;
  const keep = (server: http.Server) => {
    caught = server;
  };
  const listen = function listen(this: http.Server, ...args: unknown[]): http.Server {
    keep(this);
    const listener = args.find((each) => typeof each === 'function');
    process.nextTick(() => {
      this.emit('listening');
      if (listener !== undefined) Reflect.apply(listener, this, []);
    });
    return this;
  };
  Object.defineProperty(prototype, 'listen', { value: listen, writable: true, configurable: true });
  Object.defineProperty(prototype, 'address', {
    value: () => ({ address: '0.0.0.0', port: 3000, family: 'IPv4' }),
    writable: true,
    configurable: true,
  });
  return {
    take: () => {
      const taken = caught;
      caught = undefined;
      return taken;
    },
    stop: () => {
      restore(prototype, 'listen', before.listen);
      restore(prototype, 'address', before.address);
    },
  };
}

function ownOf(target: object, key: string): PropertyDescriptor | undefined {
  return Reflect.getOwnPropertyDescriptor(target, key);
}

function restore(target: object, key: string, descriptor: PropertyDescriptor | undefined): void {
  if (descriptor === undefined) Reflect.deleteProperty(target, key);
  else Object.defineProperty(target, key, descriptor);
}

function ask(server: http.Server, { method, url, headers = {}, body, expected }: Asked): Promise<void> {
  return new Promise((resolve, reject) => {
    const kept = new KeepingSocket();
    // Reason for the cast: Node's classes need no more of a socket than this one has.
    const socket = kept as unknown as Socket;
    const request = new IncomingMessage(socket);
    Object.assign(request, { method, url, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
    for (const [name, value] of [['host', 'web:3000'] as const, ...Object.entries(headers)]) {
      request.rawHeaders.push(name, value);
      request.headers[name] = value;
    }
    request.once('end', () => request.destroy());
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    response.once('finish', () => {
      response.detachSocket(socket);
      if (kept.text.includes(expected)) resolve();
      else reject(new Error(`${url} answered ${kept.text}, expected ${expected}`));
    });
    server.emit('request', request, response);
    request.complete = true;
    if (body !== undefined) request.push(body);
    request.push(null);
  });
}

/** So many fresh applications, one after the other, each asked all three. */
export async function runBare(listen: () => void, count: number): Promise<void> {
  const servers = catchServers();
  try {
    for (let left = count; left > 0; left -= 1) {
      listen();
      let server = servers.take();
      // An application may take some turns before it listens.
      for (; server === undefined; server = servers.take()) await new Promise((resolve) => setImmediate(resolve));
      for (const asked of THREE) await ask(server, asked);
      // A server that has listened looks after its connections by a timer, which would keep the whole application for ever.
      server.close(() => undefined);
    }
  } finally {
    servers.stop();
  }
}
