/** Reads a response that came as bytes: from a server that is no http server of Node, or one that ends its body by closing. */
import type { Answer } from './answer.ts';

/** Who gets what was read. */
export interface ResponseSink {
  answered(answer: Answer, keepAlive: boolean): void;
  came(chunk: Buffer): void;
  complete(): void;
  /** What came is no response. */
  broken(reason: string): void;
}

type State = 'head' | 'length' | 'chunk head' | 'chunk' | 'chunk end' | 'trailers' | 'until close' | 'done';

const HEAD_END = '\r\n\r\n';
const HEAD_BYTES_MAX = 16_384;

export class ResponseReader {
  readonly #sink: ResponseSink;
  readonly #hasNoBody: boolean;
  #state: State = 'head';
  #kept: Buffer = Buffer.alloc(0);
  #left = 0;

  constructor(sink: ResponseSink, hasNoBody: boolean) {
    this.#sink = sink;
    this.#hasNoBody = hasNoBody;
  }

  read(bytes: Buffer): void {
    this.#kept = this.#kept.byteLength === 0 ? bytes : Buffer.concat([this.#kept, bytes]);
    while (this.#state !== 'done' && this.#step());
  }

  /** The connection is over; true if that ends the body as it should. */
  ended(): boolean {
    if (this.#state !== 'until close') return this.#state === 'done';
    this.#finish();
    return true;
  }

  /** One step ahead; false when more bytes are needed. */
  #step(): boolean {
    switch (this.#state) {
      case 'head':
        return this.#readHead();
      case 'chunk head':
        return this.#readChunkHead();
      case 'chunk end':
        return this.#line() !== undefined && this.#enter('chunk head');
      case 'trailers':
        return this.#readTrailer();
      default:
        return this.#readBody();
    }
  }

  #enter(state: State): true {
    this.#state = state;
    return true;
  }

  #finish(): false {
    this.#state = 'done';
    this.#sink.complete();
    return false;
  }

  #break(reason: string): false {
    this.#state = 'done';
    this.#sink.broken(reason);
    return false;
  }

  #take(count: number): Buffer {
    const taken = this.#kept.subarray(0, count);
    this.#kept = this.#kept.subarray(count);
    return taken;
  }

  #line(): string | undefined {
    const end = this.#kept.indexOf('\r\n');
    return end < 0 ? undefined : this.#take(end + 2).toString('latin1', 0, end);
  }

  #readHead(): boolean {
    const end = this.#kept.indexOf(HEAD_END);
    if (end < 0) return this.#kept.byteLength > HEAD_BYTES_MAX ? this.#break('Headers Overflow Error') : false;
    const [start = '', ...lines] = this.#take(end + HEAD_END.length)
      .toString('latin1', 0, end)
      .split('\r\n');
    const status = /^HTTP\/1\.([01]) (\d{3})(?: (.*))?$/u.exec(start);
    if (status === null) return this.#break('Response does not match the HTTP/1.1 protocol (Expected HTTP/)');
    const code = Number(status[2]);
    if (code < 200 && code !== 101) return true;
    const rawHeaders = lines.flatMap((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    return this.#begin({ status: code, statusText: status[3] ?? '', rawHeaders }, status[1] === '1');
  }

  #begin(answer: Answer, isModern: boolean): boolean {
    const { status, rawHeaders } = answer;
    const value = (name: string) => rawHeaders.find((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
    const length = value('content-length');
    const isChunked = /\bchunked\s*$/iu.test(value('transfer-encoding') ?? '');
    const hasNoBody = this.#hasNoBody || status === 204 || status === 304;
    const connection = value('connection') ?? '';
    const keepAlive =
      (isModern ? !/\bclose\b/iu.test(connection) : /\bkeep-alive\b/iu.test(connection)) &&
      (hasNoBody || isChunked || length !== undefined);
    this.#sink.answered(answer, keepAlive);
    if (hasNoBody || length === '0') return this.#finish();
    this.#left = Number(length);
    return this.#enter(isChunked ? 'chunk head' : length === undefined ? 'until close' : 'length');
  }

  #readBody(): boolean {
    if (this.#kept.byteLength === 0) return false;
    if (this.#state === 'until close') {
      this.#sink.came(this.#take(this.#kept.byteLength));
      return false;
    }
    const taken = this.#take(Math.min(this.#left, this.#kept.byteLength));
    this.#left -= taken.byteLength;
    this.#sink.came(taken);
    if (this.#left > 0) return false;
    return this.#state === 'chunk' ? this.#enter('chunk end') : this.#finish();
  }

  #readChunkHead(): boolean {
    const line = this.#line();
    if (line === undefined) return false;
    this.#left = Number.parseInt(line, 16);
    if (Number.isNaN(this.#left)) return this.#break('Invalid character in chunk size');
    return this.#enter(this.#left === 0 ? 'trailers' : 'chunk');
  }

  #readTrailer(): boolean {
    const line = this.#line();
    if (line === undefined) return false;
    return line === '' ? this.#finish() : true;
  }
}
