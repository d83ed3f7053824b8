/** Streams that are made of known pieces: what is in them can be told, and made again in other pieces, although reading one uses it up. */
import { Readable } from 'node:stream';

/** A Readable of Node, a ReadableStream of the web, or just something to iterate over asynchronously. */
export type StreamKind = 'readable' | 'web' | 'iterable';
export type Piece = string | Uint8Array;

export interface StreamParts {
  readonly kind: StreamKind;
  /** Whether the pieces are parts of one text or one row of bytes, so that other pieces of the same mean the same. */
  readonly isCut: boolean;
  readonly pieces: readonly unknown[];
}

const known = new WeakMap<object, StreamParts>();

export function streamOf(parts: StreamParts): object {
  const stream = made(parts);
  known.set(stream, parts);
  return stream;
}

/** Undefined for what was not made here. */
export function streamParts(value: unknown): StreamParts | undefined {
  return typeof value === 'object' && value !== null ? known.get(value) : undefined;
}

/** The same in one piece. */
export function wholeOf({ pieces }: StreamParts): Piece | undefined {
  const [first] = pieces;
  if (typeof first === 'string') return pieces.join('');
  return first instanceof Uint8Array ? Buffer.concat(pieces.filter((piece) => piece instanceof Uint8Array)) : undefined;
}

function made({ kind, isCut, pieces }: StreamParts): object {
  // What a target does to a piece is of no concern to the next call.
  const fresh = pieces.map((piece) => (piece instanceof Uint8Array ? Buffer.from(piece) : piece));
  if (kind === 'readable') return Readable.from(fresh, { objectMode: !isCut });
  if (kind === 'iterable') return iterate(fresh);
  return new ReadableStream<unknown>({
    pull(controller) {
      const piece = fresh.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}

async function* iterate(pieces: readonly unknown[]): AsyncGenerator {
  for (const piece of pieces) yield await Promise.resolve(piece);
}
