/**
 * The sending side of the fast path. Node's message classes stay as they are; beside every write they make, we note what it says, and
 * the socket hands those words over with the bytes. A message that the words cannot carry goes as bytes alone.
 */
import type http from 'node:http';
import { asBuffer, byteLengthOf, keep, type Written } from '../packet.ts';
import { Socket } from '../socket.ts';
import { networkOf } from '../network.ts';
import { current } from '../../active.ts';
import { chunkedLength, type Frame, Frames } from './frame.ts';
import { type MessageHead, readHead } from './message-head.ts';

/** What Node's messages keep of themselves; the same in every supported version. */
interface Internals {
  socket: unknown;
  _header: string | null;
  _headerSent: boolean;
  _hasBody: boolean;
  _trailer: string;
  chunkedEncoding: boolean;
  outputData: unknown[];
  readonly [WORDS]?: Words;
}

interface Words {
  head: MessageHead;
  /** Bytes of the body still to come; Infinity for a chunked one. */
  left: number;
  isOver: boolean;
  /** Said before the message had a socket. */
  waiting: Frames | undefined;
}

const WORDS = Symbol('words');

type Data = string | Uint8Array;
type Send = (this: Internals, data: Data, encoding: unknown, callback: unknown, byteLength?: number) => boolean;
type WriteRaw = (this: Internals, data: Data, encoding: unknown, callback: unknown, size?: number) => boolean;
type FlushOutput = (this: Internals, socket: unknown) => boolean | undefined;

export function speakInWords(Message: { readonly prototype: http.OutgoingMessage }): void {
  const { prototype } = Message;
  const send: Send = Reflect.get(prototype, '_send');
  const writeRaw: WriteRaw = Reflect.get(prototype, '_writeRaw');
  const flushOutput: FlushOutput = Reflect.get(prototype, '_flushOutput');
  let isSending = false;
  define(prototype, '_send', function sendInWords(this: Internals, data: Data, encoding: unknown, callback: unknown, byteLength?: number) {
    say(this, data, encoding, byteLength);
    isSending = true;
    try {
      return send.call(this, data, encoding, callback, byteLength);
    } finally {
      isSending = false;
    }
  });
  define(
    prototype,
    '_writeRaw',
    function writeRawInWords(this: Internals, data: Data, encoding: unknown, callback: unknown, size?: number) {
      // Interim responses are written past _send.
      if (!isSending && this[WORDS] !== undefined) noteRaw(this, this[WORDS], written(data, encoding));
      return writeRaw.call(this, data, encoding, callback, size);
    },
  );
  define(prototype, '_flushOutput', function flushInWords(this: Internals, socket: unknown) {
    const words = this[WORDS];
    if (words?.waiting !== undefined && socket instanceof Socket) {
      outgoingOf(socket).addAll(words.waiting);
      words.waiting = undefined;
    }
    return flushOutput.call(this, socket);
  });
}

function define(prototype: object, name: string, value: unknown): void {
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}

function say(message: Internals, data: Data, encoding: unknown, byteLength: number | undefined): void {
  let words = message[WORDS];
  if (!message['_headerSent'] && message['_header'] !== null) {
    words = begin(message, message['_header']);
    if (words !== undefined) {
      note(message, words, { kind: 'head', text: message['_header'], head: words.head }, message['_header'].length);
      if (words.left === 0) finish(message, words, undefined);
    }
  }
  if (words === undefined || data.length === 0) return;
  if (words.head.isChunked && message.chunkedEncoding) sayChunk(message, words, data, encoding, byteLength);
  else sayBody(message, words, data, encoding);
}

function begin(message: Internals, text: string): Words | undefined {
  if (!networkOf(current().kernel).isFast) return undefined;
  const { socket } = message;
  if (socket !== null && !(socket instanceof Socket)) return undefined;
  const head = readHead(text);
  if (head === undefined) return undefined;
  const left = bodyBytes(message, head);
  if (left === undefined) return undefined;
  const words: Words = { head, left, isOver: false, waiting: undefined };
  Object.defineProperty(message, WORDS, { value: words, configurable: true });
  return words;
}

/** How many bytes of body follow; undefined = until the connection ends, which only the parser can tell. */
function bodyBytes(message: Internals, head: MessageHead): number | undefined {
  if (!message['_hasBody']) return 0;
  if (head.isChunked) return Number.POSITIVE_INFINITY;
  if (head.contentLength !== undefined) return head.contentLength;
  return head.method === undefined ? undefined : 0;
}

/** Of a chunk Node sends four pieces: length, line end, the bytes (only these with their length), line end. */
function sayChunk(message: Internals, words: Words, data: Data, encoding: unknown, byteLength: number | undefined): void {
  if (byteLength !== undefined)
    note(message, words, { kind: 'body', written: written(data, encoding), isChunked: true }, chunkedLength(byteLength));
  else if (typeof data === 'string' && data.startsWith('0\r\n')) finish(message, words, message['_trailer']);
}

function sayBody(message: Internals, words: Words, data: Data, encoding: unknown): void {
  const body = written(data, encoding);
  if (words.isOver) {
    noteRaw(message, words, body);
    return;
  }
  const bytes = byteLengthOf(body);
  if (bytes > words.left) {
    const all = asBuffer(body);
    const { left } = words;
    sayBody(message, words, all.subarray(0, left), 'buffer');
    noteRaw(message, words, { chunk: all.subarray(left), encoding: 'buffer' });
    return;
  }
  note(message, words, { kind: 'body', written: body, isChunked: false }, bytes);
  words.left -= bytes;
  if (words.left === 0) finish(message, words, undefined);
}

function finish(message: Internals, words: Words, trailers: string | undefined): void {
  if (words.isOver) return;
  words.isOver = true;
  note(message, words, { kind: 'end', trailers }, trailers === undefined ? 0 : trailers.length + 5);
}

function noteRaw(message: Internals, words: Words, raw: Written): void {
  note(message, words, { kind: 'raw', written: raw }, byteLengthOf(raw));
}

/** With the write that follows, or, when there is no socket yet, with the one that brings it there. */
function note(message: Internals, words: Words, frame: Frame, bytes: number): void {
  const { socket } = message;
  if (socket instanceof Socket && socket['_httpMessage'] === message && socket.writable && message.outputData.length === 0) {
    outgoingOf(socket).add(frame, bytes);
  } else {
    words.waiting ??= new Frames();
    words.waiting.add(frame, bytes);
  }
}

function outgoingOf(socket: Socket): Frames {
  if (socket.outgoing instanceof Frames) return socket.outgoing;
  const frames = new Frames();
  socket.outgoing = frames;
  return frames;
}

function written(data: Data, encoding: unknown): Written {
  // Reason for the cast: Node has checked the encoding before it comes here.
  return { chunk: keep(data), encoding: typeof data === 'string' ? ((encoding ?? 'utf8') as BufferEncoding) : 'buffer' };
}
