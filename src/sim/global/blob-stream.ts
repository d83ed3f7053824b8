/**
 * `Blob.prototype.stream` with turns of the simulated event loop. From Node 24 on, the real one waits between two chunks for an immediate
 * of the host, which never comes during a run; before, it waits for a microtask and serves as it is.
 */
import { timers } from './timers.ts';

interface ChunkReader {
  pull(callback: (status: number, chunk?: ArrayBuffer) => void): void;
}

interface BlobHandle {
  getReader(): ChunkReader;
}

const END = 0;

/** Chunks are the parts a blob was made of; only Node's own reader knows them. */
function handleOf(blob: Blob): BlobHandle {
  const symbol = Object.getOwnPropertySymbols(blob).find(({ description }) => description === 'kHandle');
  const handle: unknown = symbol === undefined ? undefined : Reflect.get(blob, symbol);
  if (typeof handle !== 'object' || handle === null || !('getReader' in handle))
    throw new TypeError('Value of "this" must be of type Blob');
  // Reason for the cast: Node's own object, for which there is no type.
  return handle as BlobHandle;
}

interface Controller {
  readonly desiredSize: number | null;
  readonly byobRequest: { respond(bytes: number): void } | null;
  close(): void;
  enqueue(chunk: Uint8Array): void;
  error(error: unknown): void;
}

/** As Node does: one chunk a pull as long as somebody wants one, and a turn of the loop before the next look. */
function streamOf(blob: Blob): ReadableStream {
  const reader = handleOf(blob).getReader();
  const source = {
    type: 'bytes' as const,
    pull: (controller: Controller): Promise<void> =>
      new Promise<void>((resolve, reject) => {
        const next = (): void => {
          reader.pull((status, chunk) => {
            if (status === END) {
              controller.close();
              controller.byobRequest?.respond(0);
              resolve();
              return;
            }
            if (status < END) {
              const error = new DOMException('The blob could not be read', 'NotReadableError');
              controller.error(error);
              reject(error);
              return;
            }
            if (chunk !== undefined && chunk.byteLength !== 0) controller.enqueue(new Uint8Array(chunk));
            timers.setImmediate(() => ((controller.desiredSize ?? 0) < 0 ? resolve() : next()));
          });
        };
        next();
      }),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

const isServedByMicrotasks = String(Reflect.get(Blob.prototype, 'stream')).includes('queueMicrotask');

export const blobMembers: object = isServedByMicrotasks
  ? {}
  : {
      stream(this: Blob): ReadableStream {
        return streamOf(this);
      },
    };
