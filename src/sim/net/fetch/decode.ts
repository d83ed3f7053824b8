/** Content encodings of a response, undone piece by piece and at once: Node's own streams would leave it to threads of the host. */
import zlib from 'node:zlib';

export type Decode = (chunk: Buffer) => Buffer;

/** Every stream of node:zlib can work in place; the method has no type. */
interface InPlace {
  _handle: { close: () => void } | null;
  _processChunk(chunk: Buffer, flush: number): Buffer | null;
}

/** How to undo the encodings named by a header, last one first; undefined = nothing to undo. */
export function decoderFor(contentEncoding: string | null): Decode | undefined {
  if (contentEncoding === null) return undefined;
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .reverse();
  const steps: Decode[] = [];
  for (const name of names) {
    const step = decoder(name);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return (chunk) => steps.reduce((bytes, step) => step(bytes), chunk);
}

function decoder(name: string): Decode | undefined {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return inPlace(zlib.createGunzip(), zlib.constants.Z_SYNC_FLUSH);
    case 'br':
      return inPlace(zlib.createBrotliDecompress(), zlib.constants.BROTLI_OPERATION_FLUSH);
    case 'deflate':
      return deflate();
    default:
      return undefined;
  }
}

/** Some servers say deflate and mean it without the zlib wrapper; the first byte tells. */
function deflate(): Decode {
  let step: Decode | undefined;
  return (chunk) => {
    const [first] = chunk;
    if (first === undefined) return chunk;
    step ??= inPlace((first & 0x0f) === 0x08 ? zlib.createInflate() : zlib.createInflateRaw(), zlib.constants.Z_SYNC_FLUSH);
    return step(chunk);
  };
}

function inPlace(stream: unknown, flush: number): Decode {
  // Reason for the cast: see InPlace.
  const worker = stream as InPlace;
  const handle = worker['_handle'];
  // Working in place is meant for one piece only, and closes the stream; another piece may come.
  if (handle !== null) handle.close = () => undefined;
  return (chunk) => {
    if (chunk.byteLength === 0) return chunk;
    worker['_handle'] = handle;
    return worker['_processChunk'](chunk, flush) ?? Buffer.alloc(0);
  };
}
