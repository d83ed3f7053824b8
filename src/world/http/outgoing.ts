/** Opens one outgoing request: headers as given, the body complete, a connection that is used once. */
import type { ClientRequest, OutgoingHttpHeaders } from 'node:http';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { HostError } from '../host/port.ts';
import { httpError } from './http-error.ts';
import type { HttpHostRequest } from './port.ts';

export type OpenedRequest =
  | { readonly kind: 'opened'; readonly outgoing: ClientRequest }
  | { readonly kind: 'failed'; readonly error: HostError };

/** Node throws, before it connects, where a header or a path cannot be written; that is a failure of the call, not of Fozzy. */
export function openRequest(request: HttpHostRequest, url: URL): OpenedRequest {
  try {
    const outgoing = create(request, url);
    outgoing.end(request.body);
    return { kind: 'opened', outgoing };
  } catch (thrown) {
    return { kind: 'failed', error: httpError(thrown) };
  }
}

/** `agent: false` makes a connection of its own; verification is asked for by name, so that no environment variable turns it off. */
function create(request: HttpHostRequest, url: URL): ClientRequest {
  const options = { method: request.method, headers: headersOf(request), agent: false } as const;
  return url.protocol === 'https:' ? secureRequest(url, { ...options, rejectUnauthorized: true }) : plainRequest(url, options);
}

/** Node leaves out the length of a body it does not expect, as with GET; the peer would take the body for a second request. */
function headersOf(request: HttpHostRequest): OutgoingHttpHeaders {
  const values = new Map<string, string[]>();
  for (const [name, value] of request.headers) values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), value]);
  const isFramed = values.has('content-length') || values.has('transfer-encoding');
  if (request.body !== undefined && !isFramed) values.set('content-length', [String(Buffer.byteLength(request.body))]);
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
}
