/**
 * headersTimeout and requestTimeout of a server, and which of its connections are idle. Node keeps both in native code by the real
 * clock; here a connection is watched by what its parser has made of the bytes so far.
 */
import type http from 'node:http';
import type { Pending } from '../../../engine/transition/pending.ts';
import { current } from '../../active.ts';
import { nodeError } from '../../node-error.ts';
import type { Socket } from '../socket.ts';

interface ParserState {
  readonly incoming: http.IncomingMessage | null;
}

/** Node's ERR_HTTP_REQUEST_TIMEOUT answers with this when nobody else does. */
const TIMEOUT_RESPONSE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';
const CHECK_INTERVAL_MS = 30_000;

export class RequestDeadlines {
  readonly #server: http.Server;
  readonly #watched = new Set<Watched>();
  readonly #sinceUs = current().kernel.nowUs;

  constructor(server: http.Server) {
    this.#server = server;
  }

  watch(socket: Socket): void {
    const watched = new Watched(this, socket);
    this.#watched.add(watched);
    const forget = () => {
      watched.stop();
      this.#watched.delete(watched);
    };
    socket.afterReceive = () => {
      if (!isHandedOver(socket)) {
        watched.look();
        return;
      }
      // Whoever has it now keeps it as long as they like.
      socket.afterReceive = undefined;
      forget();
    };
    socket.once('close', forget);
    watched.begin();
  }

  /** When a message that began then and is in this phase has taken too long; Node looks at its connections now and then only. */
  deadlineUs(startUs: number, phase: 'head' | 'body'): number | undefined {
    const { headersTimeout, requestTimeout } = this.#server;
    const limits = phase === 'head' ? [headersTimeout, requestTimeout] : [requestTimeout];
    const ms = Math.min(...limits.filter((limit) => limit > 0));
    if (!Number.isFinite(ms)) return undefined;
    const every = Reflect.get(this.#server, 'connectionsCheckingInterval');
    const intervalUs = (typeof every === 'number' ? every : CHECK_INTERVAL_MS) * 1000;
    return this.#sinceUs + Math.ceil((startUs + ms * 1000 - this.#sinceUs) / intervalUs) * intervalUs;
  }

  expire(socket: Socket): void {
    if (socket.destroyed) return;
    const error = nodeError('ERR_HTTP_REQUEST_TIMEOUT', 'Request timeout');
    if (this.#server.emit('clientError', error, socket)) return;
    const response = socket['_httpMessage'];
    const hasStarted = typeof response === 'object' && response !== null && Reflect.get(response, '_headerSent') === true;
    if (socket.writable && !hasStarted) socket.write(TIMEOUT_RESPONSE);
    // The error is the server's own, and has been answered.
    socket.on('error', () => undefined);
    socket.destroy(error);
  }

  closeIdle(): void {
    for (const { socket, isIdle } of [...this.#watched]) if (isIdle) socket.destroy();
  }

  closeAll(): void {
    for (const { socket } of [...this.#watched]) socket.destroy();
  }
}

/** An upgrade or a tunnel: Node takes its parser off the socket, and with it the connection off its list. */
function isHandedOver(socket: Socket): boolean {
  return socket.parser === null;
}

class Watched {
  readonly socket: Socket;
  readonly #deadlines: RequestDeadlines;
  #phase: 'head' | 'body' | 'idle' = 'head';
  #startUs = 0;
  #last: http.IncomingMessage | null = null;
  #timer: Pending | undefined;

  constructor(deadlines: RequestDeadlines, socket: Socket) {
    this.#deadlines = deadlines;
    this.socket = socket;
  }

  get #incoming(): http.IncomingMessage | null {
    // Reason for the cast: Node's http code puts its parser here, and nobody else does.
    return (this.socket.parser as ParserState | null | undefined)?.incoming ?? null;
  }

  get isIdle(): boolean {
    const response = this.socket['_httpMessage'];
    const isAnswering = typeof response === 'object' && response !== null && Reflect.get(response, 'finished') !== true;
    return this.#phase === 'idle' && !isAnswering;
  }

  begin(): void {
    this.#enter('head', this.socket.machine.kernel.nowUs);
  }

  /** After every piece that arrived. */
  look(): void {
    const incoming = this.#incoming;
    if (incoming !== null && incoming !== this.#last) {
      this.#last = incoming;
      this.#enter(incoming.complete ? 'idle' : 'body', this.#startUs);
    } else if (this.#phase === 'body') {
      if (incoming === null || incoming.complete) this.#enter('idle', this.#startUs);
    } else if (this.#phase === 'idle') this.#enter('head', this.socket.machine.kernel.nowUs);
  }

  #enter(phase: 'head' | 'body' | 'idle', startUs: number): void {
    this.#phase = phase;
    this.#startUs = startUs;
    this.stop();
    const { machine } = this.socket;
    const deadline = phase === 'idle' ? undefined : this.#deadlines.deadlineUs(startUs, phase);
    if (deadline === undefined) return;
    this.#timer = machine.kernel.timer(machine, 'http.deadline', Math.max(0, deadline - machine.kernel.nowUs), expire, this);
    this.#timer.loop.keepAlive(this.#timer, false);
  }

  expire(): void {
    this.#deadlines.expire(this.socket);
  }

  stop(): void {
    if (this.#timer !== undefined) this.socket.machine.kernel.cancel(this.#timer);
    this.#timer = undefined;
  }
}

function expire(watched: unknown): void {
  if (watched instanceof Watched) watched.expire();
}
