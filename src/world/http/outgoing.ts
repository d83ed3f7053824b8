/** Opens one outgoing request: headers as given, the body complete, a connection that is used once. */
import type { ClientRequest } from 'node:http';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { HostError } from '../host/port.ts';
import { httpError } from './http-error.ts';
import type { HttpHostRequest } from './port.ts';

export type OpenedRequest =
  | { readonly kind: 'opened'; readonly outgoing: ClientRequest }
  | { readonly kind: 'failed'; readonly error: HostError };

/** Node throws where a header or a path cannot be written; that is a failure of the call, not of Fozzy. */
export function openRequest(request: HttpHostRequest, url: URL): OpenedRequest {
  try {
    const outgoing = create(request.method, url);
    setHeaders(outgoing, request);
    outgoing.end(request.body);
    return { kind: 'opened', outgoing };
  } catch (thrown) {
    return { kind: 'failed', error: httpError(thrown) };
  }
}

/** `agent: false` makes a connection of its own; verification is asked for by name, so that no environment variable turns it off. */
function create(method: string, url: URL): ClientRequest {
  if (url.protocol === 'https:') return secureRequest(url, { method, agent: false, rejectUnauthorized: true });
  return plainRequest(url, { method, agent: false });
}

/** Node leaves out the length of a body it does not expect, as with GET; the peer would take the body for a second request. */
function setHeaders(outgoing: ClientRequest, request: HttpHostRequest): void {
  const values = new Map<string, string[]>();
  for (const [name, value] of request.headers) values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), value]);
  for (const [name, list] of values) outgoing.setHeader(name, list.length === 1 ? list.join('') : list);
  const framed = values.has('content-length') || values.has('transfer-encoding');
  if (request.body !== undefined && !framed) outgoing.setHeader('content-length', Buffer.byteLength(request.body));
}
