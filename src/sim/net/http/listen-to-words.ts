/**
 * The receiving side of the fast path: does with a message in words what Node's parser does with its bytes, by the same hooks, so that
 * everything above the parser is Node's own code. Messages that came as bytes go to the parser as always; the two may alternate.
 */
import http from 'node:http';
import { createRequire } from 'node:module';
import { type Context, runInContext } from '../../async-context.ts';
import type { Reception } from '../endpoint-owner.ts';
import { asBuffer, type Words } from '../packet.ts';
import { setFreeParser, setTakeWords, type Socket } from '../socket.ts';
import { type Frame, Frames } from './frame.ts';
import type { MessageHead } from './message-head.ts';

/** Node's IncomingMessage with what its parser sets on it. */
interface Incoming extends http.IncomingMessage {
  upgrade: boolean;
  joinDuplicateHeaders: boolean | undefined;
  _dumped: boolean;
  _addHeaderLines(headers: readonly string[], count: number): void;
}

/** Node's parser object, as far as its hooks go. */
interface Parser {
  incoming: Incoming | null;
  socket: Socket;
  maxHeaderPairs: number;
  joinDuplicateHeaders?: boolean;
  onIncoming: ((message: Incoming, keepAlive: boolean) => number) | null;
}

interface ServerSide {
  readonly joinDuplicateHeaders?: boolean;
}

type IncomingClass = new (socket: Socket) => http.IncomingMessage;

/** Set on servers, whose users may bring a class of their own; and on requests, whose callbacks run in their context. */
export const INCOMING = Symbol('incoming message class');
export const CONTEXT = Symbol('context of the request');

/** Node's own way to give a parser back to its pool. */
const common: { readonly freeParser: (parser: unknown, request: null, socket: Socket) => void } = createRequire(import.meta.url)(
  'node:_http_common',
);

const NOTHING = Buffer.from(' ').subarray(0, 0);

function takeWords(socket: Socket, words: Words): Reception | undefined {
  // Reason for the cast: Node's http code puts its parser here, and nobody else does.
  const parser = socket.parser as Parser | null | undefined;
  if (!(words instanceof Frames) || parser === undefined || parser === null || typeof parser.onIncoming !== 'function') return undefined;
  // Whoever listens to the bytes gets bytes.
  if (words.list[0]?.kind === 'head' && socket.listenerCount('data') !== 1) return undefined;
  if (socket.isPaused() || socket.readableLength > 0) return 'later';
  const message: unknown = socket['_httpMessage'];
  const context: Context | undefined = typeof message === 'object' && message !== null ? Reflect.get(message, CONTEXT) : undefined;
  if (context === undefined) take({ socket, parser, words });
  else runInContext(context, take, { socket, parser, words });
  return socket.isPaused() ? 'stop' : 'more';
}

setTakeWords(takeWords);
setFreeParser((socket) => common.freeParser(socket.parser, null, socket));

function take(subject: unknown): void {
  // Reason for the cast: only takeWords calls this.
  const { socket, parser, words } = subject as { readonly socket: Socket; readonly parser: Parser; readonly words: Frames };
  for (const frame of words.list) {
    if (socket.destroyed) return;
    takeFrame(socket, parser, frame);
  }
}

function takeFrame(socket: Socket, parser: Parser, frame: Frame): void {
  switch (frame.kind) {
    case 'head':
      begin(socket, parser, frame.head);
      return;
    case 'body':
      body(socket, parser, asBuffer(frame.written));
      return;
    case 'end':
      complete(socket, parser, frame.trailers);
      return;
    case 'raw':
      socket.emit('data', asBuffer(frame.written));
      return;
    default:
  }
}

function begin(socket: Socket, parser: Parser, head: MessageHead): void {
  const server = isServer(socket.server) ? socket.server : undefined;
  const given: unknown = server === undefined ? undefined : Reflect.get(server, INCOMING);
  // Reason for the cast: the server's constructor has taken this class from its options.
  const Incoming = typeof given === 'function' ? (given as IncomingClass) : http.IncomingMessage;
  // Reason for the cast: every IncomingMessage has these members, also those of a user's class.
  const message = new Incoming(socket as never) as Incoming;
  parser.incoming = message;
  message.httpVersionMajor = 1;
  message.httpVersionMinor = 1;
  message.httpVersion = '1.1';
  message.joinDuplicateHeaders = server?.joinDuplicateHeaders || parser.joinDuplicateHeaders;
  message.url = head.url;
  message.upgrade = false;
  const { length } = head.rawHeaders;
  // Node keeps the list it is given; ours serves many messages.
  message['_addHeaderLines']([...head.rawHeaders], parser.maxHeaderPairs > 0 ? Math.min(length, parser.maxHeaderPairs) : length);
  if (head.method === undefined) {
    message.statusCode = head.statusCode;
    message.statusMessage = head.statusMessage;
  } else message.method = head.method;
  parser.onIncoming?.(message, head.keepAlive);
}

function isServer(value: unknown): value is ServerSide {
  return typeof value === 'object' && value !== null;
}

function body(socket: Socket, { incoming }: Parser, bytes: Buffer): void {
  if (incoming === null || incoming['_dumped']) return;
  if (!incoming.push(bytes)) socket.pause();
}

function complete(socket: Socket, parser: Parser, trailers: string | undefined): void {
  const { incoming } = parser;
  if (incoming !== null) {
    incoming.complete = true;
    if (trailers !== undefined && trailers !== '') addTrailers(incoming, trailers);
    incoming.push(null);
  }
  if (!socket['_paused'] && socket.readable) socket.resume();
  // The client's own handler lets go of the parser when it sees that the message is complete.
  if (socket.server === null) socket.emit('data', NOTHING);
}

function addTrailers(incoming: Incoming, text: string): void {
  const lines: string[] = [];
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) lines.push(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  incoming['_addHeaderLines'](lines, lines.length);
}
