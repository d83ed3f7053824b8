/** The body of a response as a stream of bytes, decoded, with backpressure on the connection behind it. */
import type { IncomingMessage } from 'node:http';
import { type Decode, decoderFor } from './decode.ts';
import { asCause, terminated } from './fetch-error.ts';

interface Watcher {
  /** Something came. */
  went(): void;
  /** All of it came, or nothing more will. */
  over(): void;
  /** The reader does not want the rest. */
  cancelled(): void;
}

export class ResponseBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #message: IncomingMessage;
  readonly #decode: Decode | undefined;
  readonly #watcher: Watcher;
  #controller: ReadableByteStreamController | undefined;
  #isOver = false;

  constructor(message: IncomingMessage, contentEncoding: string | null, watcher: Watcher) {
    this.#message = message;
    this.#watcher = watcher;
    this.#decode = decoderFor(contentEncoding);
    this.stream = new ReadableStream({
      type: 'bytes',
      start: (controller) => {
        this.#controller = controller;
      },
      pull: () => {
        message.resume();
      },
      cancel: () => {
        this.#isOver = true;
        watcher.cancelled();
      },
    });
    message.on('data', (chunk: Buffer) => this.#came(chunk));
    message.on('end', () => this.#ended());
    message.on('error', (error) => this.failed(asCause(error)));
    message.on('close', () => {
      if (!message.complete) this.failed(asCause(new Error('aborted')));
    });
  }

  #came(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#watcher.went();
    let bytes = chunk;
    if (this.#decode !== undefined) {
      try {
        bytes = this.#decode(chunk);
      } catch (error) {
        this.failed(error);
        return;
      }
    }
    if (bytes.byteLength === 0) return;
    this.#controller?.enqueue(new Uint8Array(bytes));
    if ((this.#controller?.desiredSize ?? 0) <= 0) this.#message.pause();
  }

  #ended(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#watcher.over();
    this.#controller?.close();
    this.#controller?.byobRequest?.respond(0);
  }

  failed(cause: unknown): void {
    this.fail(terminated(cause));
  }

  fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#watcher.over();
    this.#controller?.error(reason);
  }
}
