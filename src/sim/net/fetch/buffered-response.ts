/**
 * A Response whose body has come whole. Nearly everybody reads it once, with text() or json(): that needs no stream. Whoever asks for
 * anything else gets a real one with the same bytes.
 */
import { fetchResponse, type From, fromOf } from './fetch-response.ts';

const RealResponse = Response;

const BODY = Symbol('body');

interface Buffered extends Response {
  /** The bytes until they were read; the response that has taken them over after that. */
  [BODY]: { chunks: readonly Buffer[] | undefined; real: Response | undefined };
}

const decoder = new TextDecoder();

export function bufferedResponse(chunks: readonly Buffer[], init: ResponseInit, from: From): Response {
  // Reason for the cast: the prototype below belongs to objects of this kind, and it is set here.
  const response = fetchResponse(null, init, from, NetworkBufferedResponse) as Buffered;
  response[BODY] = { chunks, real: undefined };
  return response;
}

function NetworkBufferedResponse(): void {
  // Only its prototype is used.
}

/** Takes the bytes for good; undefined when a real response has them. */
function take(response: Buffered): Buffer | undefined {
  const body = response[BODY];
  if (body.real !== undefined || body.chunks === undefined) return undefined;
  const [first] = body.chunks;
  const bytes = body.chunks.length === 1 && first !== undefined ? first : Buffer.concat(body.chunks);
  body.chunks = undefined;
  return bytes;
}

/** A real response with the same body, from the moment somebody needs one. */
function realOf(response: Buffered): Response {
  const body = response[BODY];
  if (body.real === undefined) {
    const bytes = take(response);
    body.real = new RealResponse(new Uint8Array(bytes ?? Buffer.alloc(0)), { status: response.status, headers: response.headers });
    // Its body was read before: reading it again must fail as it does for a real one.
    if (bytes === undefined) void body.real.arrayBuffer();
  }
  return body.real;
}

function define(name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(NetworkBufferedResponse.prototype, name, { configurable: true, ...descriptor });
}

NetworkBufferedResponse.prototype = Object.create(fetchResponse.prototype);

function method(name: string, value: (this: Buffered) => unknown): void {
  define(name, { value: Object.defineProperty(value, 'name', { value: name }), writable: true });
}

method('text', async function text() {
  const bytes = take(this);
  return bytes === undefined ? realOf(this).text() : decoder.decode(bytes);
});

method('json', async function json() {
  const bytes = take(this);
  return bytes === undefined ? realOf(this).json() : JSON.parse(decoder.decode(bytes));
});

method('arrayBuffer', async function arrayBuffer() {
  const bytes = take(this);
  return bytes === undefined ? realOf(this).arrayBuffer() : new Uint8Array(bytes).buffer;
});

for (const name of ['blob', 'formData', 'bytes'] as const) {
  const real: unknown = Reflect.get(RealResponse.prototype, name);
  if (typeof real !== 'function') continue;
  method(name, async function read() {
    return Reflect.apply(real, realOf(this), []);
  });
}

define('body', {
  get(this: Buffered) {
    return realOf(this).body;
  },
});

define('bodyUsed', {
  get(this: Buffered) {
    const { chunks, real } = this[BODY];
    return real === undefined ? chunks === undefined : real.bodyUsed;
  },
});

method('clone', function clone() {
  const { status, statusText, headers } = this;
  const { chunks, real } = this[BODY];
  if (real === undefined && chunks !== undefined) return bufferedResponse(chunks, { status, statusText, headers }, fromOf(this));
  return fetchResponse(realOf(this).clone().body, { status, statusText, headers }, fromOf(this));
});
