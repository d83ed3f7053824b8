/** One request of a fetch and its response on the fast path: the message is handed over as it is, and so is the answer. */
import type { Pending } from '../../../engine/transition/pending.ts';
import type { Machine } from '../../machine.ts';
import { type Frame, Frames } from '../http/frame.ts';
import { type MessageHead, readHead } from '../http/message-head.ts';
import { tellRequest, tellResponse } from '../http/tell.ts';
import type { NetError } from '../net-error.ts';
import { asBuffer, type Packet } from '../packet.ts';
import {
  type Answer,
  BODY_US,
  CONNECT_US,
  type Exchange,
  headerOf,
  headerPairs,
  HEADERS_US,
  type Outgoing,
  WITHOUT_BODY,
} from './answer.ts';
import { bufferedResponse } from './buffered-response.ts';
import { bodyTimeout, connectTimeout, fetchFailed, headersTimeout, otherSideClosed } from './fetch-error.ts';
import { fetchResponse } from './fetch-response.ts';
import { headerList } from './header-list.ts';
import { ResponseBody } from './response-body.ts';
import { ResponseReader, type ResponseSink } from './response-reader.ts';
import { type ConnectionUser, connectionTo, type WordConnection } from './word-connection.ts';

const NOTHING = (): void => undefined;

export class WordExchange implements Exchange, ConnectionUser, ResponseSink {
  readonly #machine: Machine;
  readonly #signal: AbortSignal | undefined;
  readonly #method: string;
  readonly #url: URL;
  readonly #frames: Frames;
  readonly #connection: WordConnection;
  #timer: Pending | undefined;
  #lateError: () => Error = headersTimeout;
  #answer: Answer | undefined;
  #keepAlive = true;
  #isComplete = false;
  /** The other end has closed. */
  #hasEnded = false;
  #isOver = false;
  /** What came before anybody asked for the response. */
  #chunks: Buffer[] = [];
  #body: ResponseBody | undefined;
  #isDismissed = false;
  #reader: ResponseReader | undefined;
  #resolve: (answer: Answer) => void = NOTHING;
  #reject: (reason: unknown) => void = NOTHING;
  readonly #head: Promise<Answer>;

  /** Undefined where the words cannot carry the request. */
  static start(machine: Machine, url: URL, outgoing: Outgoing, signal: AbortSignal | undefined): WordExchange | undefined {
    const known = outgoing.spoken;
    if (known?.url === url) return new WordExchange(machine, url, outgoing, signal, known.text, known.head);
    const list = headerList(url, outgoing, false);
    let text = `${outgoing.method} ${url.pathname}${url.search} HTTP/1.1\r\n`;
    for (let at = 0; at + 1 < list.length; at += 2) text += `${list[at]}: ${list[at + 1]}\r\n`;
    text += '\r\n';
    const head = readHead(text);
    if (head !== undefined) outgoing.spoken = { url, text, head };
    return head === undefined ? undefined : new WordExchange(machine, url, outgoing, signal, text, head);
  }

  constructor(machine: Machine, url: URL, outgoing: Outgoing, signal: AbortSignal | undefined, text: string, head: MessageHead) {
    this.#machine = machine;
    this.#signal = signal;
    this.#method = outgoing.method;
    this.#head = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const frames = new Frames();
    frames.add({ kind: 'head', text, head }, text.length);
    const { body } = outgoing;
    if (body instanceof Buffer && body.byteLength > 0)
      frames.add({ kind: 'body', written: { chunk: body, encoding: 'buffer' }, isChunked: false }, body.byteLength);
    frames.add({ kind: 'end', trailers: undefined }, 0);
    this.#frames = frames;
    const hostname = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
    this.#url = url;
    if (machine.kernel.observed)
      tellRequest(machine, outgoing.method, url.pathname + url.search, hostname, body instanceof Buffer ? body : undefined);
    this.#connection = connectionTo(machine, hostname, url.port === '' ? 80 : Number(url.port));
    this.#connection.use(this);
    signal?.addEventListener('abort', this.#abort, { once: true });
    if (this.#connection.isConnected) this.connected();
    else this.#limit(CONNECT_US, connectTimeout);
  }

  head(): Promise<Answer> {
    return this.#head;
  }

  connected(): void {
    this.#limit(HEADERS_US, headersTimeout);
    const { endpoint } = this.#connection;
    this.#connection.sent();
    endpoint?.write([], this.#frames.bytes, this.#frames, NOTHING);
  }

  received(packet: Packet): void {
    const { words } = packet;
    if (words instanceof Frames && this.#reader === undefined) for (const frame of words.list) this.#take(frame);
    else {
      this.#reader ??= new ResponseReader(this, this.#method === 'HEAD');
      this.#reader.read(packet.buffer());
    }
  }

  #take(frame: Frame): void {
    if (this.#isOver) return;
    switch (frame.kind) {
      case 'head': {
        const { statusCode, statusMessage, rawHeaders, keepAlive } = frame.head;
        this.answered({ status: statusCode, statusText: statusMessage, rawHeaders }, keepAlive);
        return;
      }
      case 'body':
        this.came(asBuffer(frame.written));
        return;
      case 'end':
        this.complete();
        return;
      case 'raw':
        // An interim response, or bytes nobody announced.
        this.#reader = new ResponseReader(this, this.#method === 'HEAD');
        this.#reader.read(asBuffer(frame.written));
        this.#reader = undefined;
        return;
      default:
    }
  }

  answered(answer: Answer, keepAlive: boolean): void {
    this.#answer = answer;
    const { kernel } = this.#machine;
    if (kernel.observed) tellResponse(this.#machine, answer.status, this.#url.pathname + this.#url.search, this.#url.hostname);
    this.#keepAlive = keepAlive;
    this.#limit(BODY_US, bodyTimeout);
    this.#resolve(answer);
  }

  came(chunk: Buffer): void {
    if (this.#isDismissed) return;
    if (this.#body === undefined) this.#chunks.push(chunk);
    else this.#body.came(chunk);
  }

  complete(): void {
    this.#isComplete = true;
    this.#end();
    this.#body?.ended();
    if (this.#hasEnded) this.#connection.close();
    else if (this.#keepAlive) this.#connection.release(this.#answer === undefined ? null : headerOf(this.#answer, 'keep-alive'));
    else this.#connection.retire();
  }

  broken(reason: string): void {
    this.#fail(Object.assign(new Error(reason), { name: 'HTTPParserError', code: 'HPE_INVALID_CONSTANT' }));
  }

  ended(): void {
    this.#hasEnded = true;
    if (this.#reader?.ended() !== true) this.#fail(otherSideClosed());
  }

  failed(error: NetError): void {
    this.#fail(error);
  }

  readonly #abort = (): void => {
    const reason: unknown = this.#signal?.reason;
    this.#reject(reason);
    this.#body?.fail(reason);
    this.#chunks = [];
    this.#close();
  };

  #fail(cause: unknown): void {
    if (this.#isOver) return;
    this.#failure = cause;
    this.#reject(fetchFailed(cause));
    this.#body?.failed(cause);
    this.#close();
  }

  /** Why the rest of the body will not come, for a response that is handed out after that is known. */
  #failure: unknown;

  #close(): void {
    this.#end();
    this.#connection.close();
  }

  /** Nothing more is to be waited for. */
  #end(): void {
    this.#isOver = true;
    if (this.#timer !== undefined) this.#machine.kernel.cancel(this.#timer);
    this.#signal?.removeEventListener('abort', this.#abort);
  }

  #limit(us: number, error: () => Error): void {
    const { kernel } = this.#machine;
    this.#lateError = error;
    if (this.#timer === undefined) this.#timer = kernel.timer(this.#machine, 'fetch.timeout', us, late, this);
    else {
      kernel.cancel(this.#timer);
      kernel.again(this.#timer, us);
    }
  }

  late(): void {
    this.#fail(this.#lateError());
  }

  response(answer: Answer, url: string, redirected: boolean, method: string): Response {
    const from = { url, redirected };
    const encoding = headerOf(answer, 'content-encoding');
    if (this.#isComplete && encoding === null && !WITHOUT_BODY.has(answer.status) && method !== 'HEAD')
      return bufferedResponse(this.#chunks, answer, from);
    const init = { status: answer.status, statusText: answer.statusText, headers: headerPairs(answer) };
    if (WITHOUT_BODY.has(answer.status) || method === 'HEAD') {
      this.dismiss();
      return fetchResponse(null, init, from);
    }
    return fetchResponse(this.#stream(encoding).stream, init, from);
  }

  #stream(contentEncoding: string | null): ResponseBody {
    const connection = this.#connection;
    const body = new ResponseBody(
      {
        went: () => (this.#isOver ? undefined : this.#limit(BODY_US, bodyTimeout)),
        over: NOTHING,
        cancelled: () => (this.#isOver ? undefined : this.#close()),
        pause: () => (this.#isOver ? undefined : connection.pause()),
        resume: () => (this.#isOver ? undefined : connection.resume()),
      },
      contentEncoding,
    );
    this.#body = body;
    for (const chunk of this.#chunks) body.came(chunk);
    this.#chunks = [];
    if (this.#isComplete) body.ended();
    else if (this.#failure !== undefined) body.failed(this.#failure);
    return body;
  }

  dismiss(): void {
    this.#isDismissed = true;
    this.#chunks = [];
  }
}

function late(exchange: unknown): void {
  if (exchange instanceof WordExchange) exchange.late();
}
