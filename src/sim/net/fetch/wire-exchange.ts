/** One request of a fetch and its response, over the http client of the machine: headers, limits of time, abort, the body as a stream. */
import type { Agent as HttpAgent, IncomingMessage } from 'node:http';
import type { Pending } from '../../../engine/transition/pending.ts';
import type { Machine, Part } from '../../machine.ts';
import { Agent } from '../http/agent.ts';
import { ClientRequest, FETCH_BODY } from '../http/client-request.ts';
import { SecureAgent } from '../tls/secure-agent.ts';
import type { Socket } from '../socket.ts';
import {
  type Answer,
  BODY_US,
  CONNECT_US,
  type Exchange,
  headerOf,
  headerPairs,
  HEADERS_US,
  IDLE_MS,
  type Outgoing,
  WITHOUT_BODY,
} from './answer.ts';
import { asCause, bodyTimeout, connectTimeout, fetchFailed, headersTimeout } from './fetch-error.ts';
import { fetchResponse } from './fetch-response.ts';
import { headerList } from './header-list.ts';
import type { OutgoingBody } from './request-body.ts';
import { bodyOfMessage } from './message-body.ts';
import type { ResponseBody } from './response-body.ts';

const agentsPart: Part<{ readonly plain: HttpAgent; readonly secure: HttpAgent }> = {
  name: 'fetch agents',
  create: () => ({
    plain: new Agent({ keepAlive: true, timeout: IDLE_MS }),
    secure: new SecureAgent({ keepAlive: true, timeout: IDLE_MS }),
  }),
};

export class WireExchange implements Exchange {
  readonly #machine: Machine;
  readonly #signal: AbortSignal | undefined;
  readonly #request: ClientRequest;
  #timer: Pending | undefined;
  #body: ResponseBody | undefined;
  #message: IncomingMessage | undefined;
  #resolve: (answer: Answer) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  readonly #head: Promise<Answer>;

  constructor(machine: Machine, url: URL, outgoing: Outgoing, signal: AbortSignal | undefined) {
    this.#machine = machine;
    this.#signal = signal;
    this.#head = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const isSecure = url.protocol === 'https:';
    const agents = machine.part(agentsPart);
    const hostname = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
    this.#request = new ClientRequest({
      protocol: url.protocol,
      host: hostname,
      port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
      path: url.pathname + url.search,
      method: outgoing.method,
      headers: headerList(url, outgoing, isSecure),
      agent: isSecure ? agents.secure : agents.plain,
      _defaultAgent: isSecure ? agents.secure : agents.plain,
      [FETCH_BODY]: outgoing.body,
    });
    this.#watch();
    this.#send(outgoing.body);
  }

  head(): Promise<Answer> {
    return this.#head;
  }

  #watch(): void {
    const request = this.#request;
    this.#limit(HEADERS_US, headersTimeout);
    request.on('response', (message) => this.#answered(message));
    request.on('error', (error) => this.#failed(asCause(error)));
    request.on('socket', (socket: unknown) => {
      // Reason for the cast: the agents of fetch make no others.
      const { connecting } = socket as Socket;
      if (!connecting) return;
      this.#limit(CONNECT_US, connectTimeout);
      // Reason for the cast: see above.
      (socket as Socket).once('connect', () => this.#limit(HEADERS_US, headersTimeout));
    });
    this.#signal?.addEventListener('abort', this.#abort, { once: true });
  }

  readonly #abort = (): void => {
    const reason: unknown = this.#signal?.reason;
    this.#reject(reason);
    this.#body?.fail(reason);
    this.#close();
  };

  #limit(us: number, error: () => Error): void {
    const { kernel } = this.#machine;
    if (this.#timer !== undefined) kernel.cancel(this.#timer);
    this.#timer = kernel.timer(this.#machine, 'fetch.timeout', us, () => this.#failed(error()), undefined);
  }

  #failed(cause: unknown): void {
    this.#reject(fetchFailed(cause));
    this.#body?.failed(cause);
    this.#close();
  }

  #close(): void {
    this.#over();
    this.#request.destroy();
  }

  /** Nothing more is to be waited for. */
  #over(): void {
    if (this.#timer !== undefined) this.#machine.kernel.cancel(this.#timer);
    this.#signal?.removeEventListener('abort', this.#abort);
  }

  #answered(message: IncomingMessage): void {
    this.#message = message;
    this.#limit(BODY_US, bodyTimeout);
    this.#resolve({ status: message.statusCode ?? 0, statusText: message.statusMessage ?? '', rawHeaders: message.rawHeaders });
  }

  response(answer: Answer, url: string, redirected: boolean, method: string): Response {
    const { status, statusText } = answer;
    const message = this.#message;
    const isEmpty = WITHOUT_BODY.has(status) || method === 'HEAD' || message === undefined;
    if (isEmpty) this.dismiss();
    else {
      this.#body = bodyOfMessage(message, headerOf(answer, 'content-encoding'), {
        went: () => this.#limit(BODY_US, bodyTimeout),
        over: () => this.#over(),
        cancelled: () => this.#close(),
      });
    }
    return fetchResponse(this.#body?.stream ?? null, { status, statusText, headers: headerPairs(answer) }, { url, redirected });
  }

  /** The body is not wanted; the connection may be used again once it has come. */
  dismiss(): void {
    this.#over();
    this.#message?.resume();
  }

  #send(body: OutgoingBody): void {
    if (body instanceof ReadableStream) void this.#pump(body);
    else this.#request.end(body);
  }

  async #pump(stream: ReadableStream<Uint8Array>): Promise<void> {
    try {
      const reader = stream.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        if (!(value instanceof Uint8Array)) throw new TypeError('Received non-Uint8Array chunk');
        if (this.#request.destroyed) return;
        if (!this.#request.write(value)) await new Promise((resolve) => this.#request.once('drain', resolve));
      }
      this.#request.end();
    } catch (error) {
      this.#failed(error);
    }
  }
}
