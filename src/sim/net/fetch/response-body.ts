/** The body of a response as a stream of bytes, decoded, with backpressure on the connection behind it. */
import { type Decode, decoderFor } from './decode.ts';
import { terminated } from './fetch-error.ts';

/** What is kept for a reader that has not come yet; a short body frees its connection although nobody reads it. */
const AHEAD_BYTES = 65_536;

export interface BodySource {
  /** The reader wants more. */
  resume(): void;
  /** The reader has enough for now. */
  pause(): void;
  /** Something came. */
  went(): void;
  /** All of it came, or nothing more will. */
  over(): void;
  /** The reader does not want the rest. */
  cancelled(): void;
}

export class ResponseBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #source: BodySource;
  readonly #decode: Decode | undefined;
  #controller: ReadableByteStreamController | undefined;
  #isOver = false;

  constructor(source: BodySource, contentEncoding: string | null) {
    this.#source = source;
    this.#decode = decoderFor(contentEncoding);
    this.stream = new ReadableStream(
      {
        type: 'bytes',
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => source.resume(),
        cancel: () => {
          this.#isOver = true;
          source.cancelled();
        },
      },
      { highWaterMark: AHEAD_BYTES },
    );
  }

  came(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#source.went();
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
    if ((this.#controller?.desiredSize ?? 0) <= 0) this.#source.pause();
  }

  ended(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#source.over();
    this.#controller?.close();
    this.#controller?.byobRequest?.respond(0);
  }

  failed(cause: unknown): void {
    this.fail(terminated(cause));
  }

  fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#source.over();
    this.#controller?.error(reason);
  }
}
