/** Waits for the answer to one request and reads it completely, or up to the limit, or to the headers of an upgrade. */
import { isUtf8 } from 'node:buffer';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { ByteSink } from '../host/byte-sink.ts';
import type { HostError } from '../host/port.ts';
import { httpError } from './http-error.ts';
import type { HttpHostResponse } from './port.ts';

export type Exchanged = { readonly kind: 'ok'; readonly value: HttpHostResponse } | { readonly kind: 'failed'; readonly error: HostError };

const incomplete: HostError = { class: 'protocol', message: 'the connection closed without a complete answer' };

type Head = Pick<HttpHostResponse, 'status' | 'headers'>;

export class Exchange {
  readonly #outgoing: ClientRequest;
  readonly #sink: ByteSink;
  readonly #bytesMax: number;
  #resolve: (exchanged: Exchanged) => void = () => undefined;
  #head: Head | undefined;

  /** Never rejects. The listeners outlive it, so that a late error of the socket finds somebody at home. */
  readonly result: Promise<Exchanged>;

  constructor(outgoing: ClientRequest, bytesMax: number) {
    this.#outgoing = outgoing;
    this.#bytesMax = bytesMax;
    this.#sink = new ByteSink(bytesMax);
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    outgoing.on('error', (error) => this.#fail(httpError(error)));
    // Once there is a response its own events say more: they come after this one.
    outgoing.on('close', () => {
      if (this.#head === undefined) this.#fail(incomplete);
    });
    outgoing.on('response', (incoming) => this.#onResponse(incoming));
    outgoing.on('upgrade', (incoming, socket) => {
      socket.on('error', () => undefined);
      socket.destroy();
      this.#onUpgrade(incoming);
    });
  }

  /** What is known when the deadline strikes. */
  get seen(): Partial<HttpHostResponse> {
    return this.#head ?? {};
  }

  #onResponse(incoming: IncomingMessage): void {
    const head = headOf(incoming);
    this.#head = head;
    incoming.on('error', (error) => this.#fail(httpError(error)));
    incoming.on('close', () => this.#fail(incomplete));
    if (hasNoBody(this.#outgoing.method, head.status)) {
      this.#resolve({ kind: 'ok', value: { ...head, body: '', boundary: 'http_no_body_semantics' } });
      return;
    }
    incoming.on('data', (chunk: Buffer) => {
      if (!this.#sink.push(chunk)) this.#overflow();
    });
    incoming.on('end', () => {
      if (!incoming.complete || this.#sink.exceeded) return;
      this.#resolve({ kind: 'ok', value: { ...head, ...bodyOf(this.#sink.bytes()), boundary: 'response_body_complete' } });
    });
  }

  /** An upgrade nobody asked for is an answer without a body, like every other 1xx. */
  #onUpgrade(incoming: IncomingMessage): void {
    const boundary = asksForWebSocket(this.#outgoing) ? 'upgrade_headers' : 'http_no_body_semantics';
    this.#resolve({ kind: 'ok', value: { ...headOf(incoming), body: '', boundary } });
  }

  #overflow(): void {
    const message = `host http body exceeded limit of ${this.#bytesMax} bytes`;
    this.#fail({ class: 'limit', message, excerpt: this.#sink.excerpt() });
    this.#outgoing.destroy();
  }

  #fail(error: HostError): void {
    this.#resolve({ kind: 'failed', error });
  }
}

/** From the raw list: the joined form of Node drops repeated headers. */
function headOf(incoming: IncomingMessage): Head {
  const headers: (readonly [string, string])[] = [];
  const raw = incoming.rawHeaders;
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? '']);
  return { status: incoming.statusCode ?? 0, headers };
}

function hasNoBody(method: string, status: number): boolean {
  return method === 'HEAD' || status < 200 || status === 204 || status === 304;
}

function bodyOf(bytes: Buffer): Pick<HttpHostResponse, 'body' | 'bodyBase64'> {
  return isUtf8(bytes) ? { body: bytes.toString('utf8') } : { bodyBase64: bytes.toString('base64') };
}

function asksForWebSocket(outgoing: ClientRequest): boolean {
  const holds = (name: string, word: string): boolean =>
    String(outgoing.getHeader(name) ?? '')
      .toLowerCase()
      .includes(word);
  return outgoing.method === 'GET' && holds('connection', 'upgrade') && holds('upgrade', 'websocket');
}
