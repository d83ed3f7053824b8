/** The body of a request as bytes when its length is known, as a stream when it is not. */

/** Undefined = no body. */
export type OutgoingBody = Buffer | ReadableStream<Uint8Array> | undefined;

/** At once where it can be had at once: the real fetch sends before it returns. `isKnown` = a request was given, and its body is no stream. */
export function bodyOf(request: Request, init: RequestInit | undefined, isKnown: boolean): OutgoingBody | Promise<Buffer> {
  const given: unknown = init?.body;
  // What is text or bytes already need not go through a stream.
  if (typeof given === 'string') return Buffer.from(given, 'utf8');
  if (given instanceof Uint8Array) return Buffer.from(given);
  const { body } = request;
  if (body === null) return undefined;
  const isStream = given === undefined || given === null ? !isKnown : given instanceof ReadableStream || isAsyncIterable(given);
  if (isStream) return body;
  return request.arrayBuffer().then((bytes) => Buffer.from(bytes));
}

function isAsyncIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
