/**
 * Parts of HTTP messages in words: what the fast path hands from one machine to the other instead of bytes to be parsed. They can
 * always be turned into the bytes they stand for, for a receiver that wants those.
 */
import { asBuffer, type Words, type Written } from '../packet.ts';
import type { MessageHead } from './message-head.ts';

export type Frame =
  | { readonly kind: 'head'; readonly text: string; readonly head: MessageHead }
  | { readonly kind: 'body'; readonly written: Written; readonly isChunked: boolean }
  /** The message is complete. Trailers in text, for a chunked one. */
  | { readonly kind: 'end'; readonly trailers: string | undefined }
  /** Bytes that are no part of a message in words. */
  | { readonly kind: 'raw'; readonly written: Written };

/** What one write says. */
export class Frames implements Words {
  readonly list: Frame[] = [];
  bytes = 0;

  add(frame: Frame, bytes: number): void {
    this.list.push(frame);
    this.bytes += bytes;
  }

  addAll(others: Frames): void {
    this.list.push(...others.list);
    this.bytes += others.bytes;
  }

  buffer(): Buffer {
    return Buffer.concat(this.list.map(bytesOfFrame));
  }
}

/** What Node puts around a chunk: its length in hex and two line ends. */
export function chunkedLength(bytes: number): number {
  return bytes.toString(16).length + 4 + bytes;
}

function bytesOfFrame(frame: Frame): Buffer {
  switch (frame.kind) {
    case 'head':
      return Buffer.from(frame.text, 'latin1');
    case 'raw':
      return asBuffer(frame.written);
    case 'end':
      return frame.trailers === undefined ? Buffer.alloc(0) : Buffer.from(`0\r\n${frame.trailers}\r\n`, 'latin1');
    case 'body': {
      const bytes = asBuffer(frame.written);
      if (!frame.isChunked) return bytes;
      return Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`, 'latin1'), bytes, Buffer.from('\r\n', 'latin1')]);
    }
    default:
      return Buffer.alloc(0);
  }
}
