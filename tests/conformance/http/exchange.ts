/** A server and a client for tests of HTTP, and what they saw. */
import { once } from 'node:events';
import type http from 'node:http';
import type { Load } from '../../support/both-worlds.ts';

export interface Served {
  readonly server: http.Server;
  readonly port: number;
  readonly close: () => Promise<void>;
}

export async function serve(
  load: Load,
  onRequest: (request: http.IncomingMessage, response: http.ServerResponse) => unknown,
  options: http.ServerOptions = {},
): Promise<Served> {
  const server = load('http').createServer(options, (request, response) => void onRequest(request, response));
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

export interface Asked {
  readonly status: number | undefined;
  readonly message: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly chunks: readonly number[];
  readonly trailers: NodeJS.Dict<string>;
  readonly raw: readonly string[];
}

export function ask(
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

export async function all(message: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
}

/** What differs from machine to machine. */
export function neutral(value: unknown, port: number): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(String(port), 'PORT'));
}

export const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
