/**
 * A Response whose body has come whole. Nearly everybody looks at its status and reads it once, with text() or json(): that needs
 * neither a stream nor an object of the host's class, which costs more than the rest of the exchange. Whoever asks for anything else
 * gets what a real one with the same bytes has.
 */
import { type Answer, headerPairs } from './answer.ts';
import { FROM, fetchResponse, type From, fromOf } from './fetch-response.ts';

const RealResponse = Response;

const BODY = Symbol('body');

interface Body {
  readonly answer: Answer;
  headers: Headers | undefined;
  /** The bytes until they were read; the response that has taken them over after that. */
  chunks: readonly Buffer[] | undefined;
  real: Response | undefined;
}

interface Buffered extends Response {
  [BODY]: Body;
}

const decoder = new TextDecoder();

class NetworkBufferedResponse {
  readonly [FROM]: From;
  readonly [BODY]: Body;

  constructor(answer: Answer, headers: Headers | undefined, chunks: readonly Buffer[], from: From) {
    this[FROM] = from;
    this[BODY] = { answer, headers, chunks, real: undefined };
  }
}

export function bufferedResponse(chunks: readonly Buffer[], answer: Answer, from: From, headers?: Headers): Response {
  // Reason for the cast: its prototype stands on that of Response and answers everything Response does.
  return new NetworkBufferedResponse(answer, headers, chunks, from) as unknown as Response;
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
    body.real = new RealResponse(new Uint8Array(bytes ?? Buffer.alloc(0)), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
    // Its body was read before: reading it again must fail as it does for a real one.
    if (bytes === undefined) void body.real.arrayBuffer();
  }
  return body.real;
}

function define(name: PropertyKey, descriptor: PropertyDescriptor): void {
  Object.defineProperty(NetworkBufferedResponse.prototype, name, { configurable: true, ...descriptor });
}

Object.setPrototypeOf(NetworkBufferedResponse.prototype, fetchResponse.prototype);

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

define('status', {
  get(this: Buffered) {
    return this[BODY].answer.status;
  },
});

define('ok', {
  get(this: Buffered) {
    const { status } = this[BODY].answer;
    return status >= 200 && status <= 299;
  },
});

define('statusText', {
  get(this: Buffered) {
    return this[BODY].answer.statusText;
  },
});

define('headers', {
  get(this: Buffered) {
    const body = this[BODY];
    body.headers ??= new Headers(headerPairs(body.answer));
    return body.headers;
  },
});

// What the host's own class keeps in its objects, for whoever takes a method from it and applies it here.
for (const key of Object.getOwnPropertySymbols(new RealResponse(null)))
  define(key, {
    get(this: Buffered) {
      return Reflect.get(realOf(this), key);
    },
  });

method('clone', function clone() {
  const { status, statusText, headers } = this;
  const { chunks, real, answer } = this[BODY];
  if (real === undefined && chunks !== undefined) return bufferedResponse(chunks, answer, fromOf(this), new Headers(headers));
  return fetchResponse(realOf(this).clone().body, { status, statusText, headers }, fromOf(this));
});
