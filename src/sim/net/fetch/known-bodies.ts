/**
 * Requests whose body was more than a stream when they were made: its length is known, and it can be sent once more after a redirect. Node
 * keeps that to itself, and from outside every body looks like a stream.
 */

const known = new WeakSet<Request>();

/** A request was made of this, with these options. */
export function noteBody(made: Request, input: unknown, given: unknown): void {
  const isGiven = given !== undefined && given !== null;
  if (isGiven ? !isStream(given) : hasKnownBody(input)) known.add(made);
}

export function hasKnownBody(request: unknown): boolean {
  return request instanceof Request && known.has(request);
}

function isStream(body: unknown): boolean {
  return body instanceof ReadableStream || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
}

const realClone: (this: Request) => Request = Reflect.get(Request.prototype, 'clone');

export const requestCloneMembers: object = {
  clone(this: Request): Request {
    const made = Reflect.apply(realClone, this, []);
    noteBody(made, this, undefined);
    return made;
  },
};
