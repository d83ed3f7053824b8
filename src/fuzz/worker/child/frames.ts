/**
 * Messages between a process and the one that started it: a length, then the message as V8 writes values. What was written before the
 * writer died arrives all the same.
 */
import { writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

const HEAD = 4;

export function frame(message: unknown): Buffer {
  const body = serialize(message);
  const whole = Buffer.alloc(HEAD + body.length);
  whole.writeUInt32LE(body.length, 0);
  body.copy(whole, HEAD);
  return whole;
}

/** Gives the messages of a stream that arrives in pieces. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  *read(piece: Buffer): Generator {
    this.#rest = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    while (this.#rest.length >= HEAD) {
      const end = HEAD + this.#rest.readUInt32LE(0);
      if (this.#rest.length < end) return;
      const message: unknown = deserialize(this.#rest.subarray(HEAD, end));
      this.#rest = this.#rest.subarray(end);
      yield message;
    }
  }
}

/** At once and as a whole: whoever writes may be about to die. */
export function writeFrame(fd: number, message: unknown): void {
  const bytes = frame(message);
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
