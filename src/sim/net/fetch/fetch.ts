/** `fetch` over simulated connections, with the host's own Request, Response and Headers and the errors its real one has. */
import { Buffer, resolveObjectURL } from 'node:buffer';
import { current } from '../../active.ts';
import { withEncodedForm } from '../../global/form-body.ts';
import { dataUrlResponse } from './data-url.ts';
import { isDispatcher } from './dispatcher.ts';
import { fetchFailed } from './fetch-error.ts';
import { headerOf, type Outgoing } from './answer.ts';
import { hasKnownBody } from './known-bodies.ts';
import { headerNames, simpleRequest, type Wanted } from './simple-request.ts';
import { startExchange } from './start-exchange.ts';
import { bodyOf } from './request-body.ts';
import { isPromise } from '../../value-kinds.ts';

const RealRequest = Request;
const RealResponse = Response;
const REDIRECTS_MAX = 20;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Ports of other protocols, which fetch refuses to talk to. */
const BAD_PORTS: ReadonlySet<string> = new Set(
  (
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 ' +
    '389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 5060 5061 6000 ' +
    '6566 6665 6666 6667 6668 6669 6697 10080'
  ).split(' '),
);

export async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  if (arguments.length === 0) throw new TypeError("Failed to execute 'fetch': 1 argument required, but only 0 present.");
  const simple = simpleRequest(input, init);
  if (simple !== undefined) return follow(simple);
  const encoded = withEncodedForm(init);
  return fetchAny(input, new RealRequest(input, encoded), encoded);
}

async function fetchAny(input: unknown, request: Request, init: RequestInit | undefined): Promise<Response> {
  const { signal } = request;
  if (signal.aborted) throw signal.reason;
  const url = new URL(request.url);
  switch (url.protocol) {
    case 'http:':
    case 'https:': {
      const body = bodyOf(request, init, hasKnownBody(input));
      const outgoing = {
        method: request.method,
        headers: new Headers(request.headers),
        names: headerNames(init?.headers),
        body: isPromise(body) ? await body : body,
      };
      const wanted: unknown = init === undefined ? undefined : Reflect.get(init, 'dispatcher');
      const dispatcher = isDispatcher(wanted) ? wanted : undefined;
      return follow({ url, outgoing, redirect: request.redirect, signal, dispatcher });
    }
    case 'data:':
      return dataUrlResponse(request.url);
    case 'blob:': {
      const blob = resolveObjectURL(request.url);
      if (blob === undefined || request.method !== 'GET') throw fetchFailed(new Error('invalid blob url'));
      return new RealResponse(blob, { headers: { 'content-length': String(blob.size), 'content-type': blob.type } });
    }
    default:
      throw fetchFailed(new Error(url.protocol === 'about:' ? 'about scheme is not supported' : 'unknown scheme'));
  }
}

async function follow({ url: start, outgoing: first, redirect, signal, dispatcher }: Wanted): Promise<Response> {
  if (signal?.aborted === true) throw signal.reason;
  if (BAD_PORTS.has(start.port)) throw fetchFailed(new Error('bad port'));
  const machine = current();
  let url = start;
  let outgoing = first;
  for (let redirects = 0; ; redirects += 1) {
    const exchange = startExchange(machine, url, outgoing, signal, dispatcher);
    const answer = await exchange.head();
    const location = REDIRECTS.has(answer.status) ? headerOf(answer, 'location') : null;
    if (location === null || redirect === 'manual') return exchange.response(answer, url.href, redirects > 0, outgoing.method);
    exchange.dismiss();
    if (redirect === 'error') throw fetchFailed(new Error('unexpected redirect'));
    if (redirects === REDIRECTS_MAX) throw fetchFailed(new Error('redirect count exceeded'));
    const next = redirectTarget(location, url);
    outgoing = afterRedirect(outgoing, answer.status, url, next);
    url = next;
  }
}

function redirectTarget(location: string, from: URL): URL {
  let next: URL;
  try {
    next = new URL(location, from);
  } catch (error) {
    throw fetchFailed(error);
  }
  if (next.protocol !== 'http:' && next.protocol !== 'https:') throw fetchFailed(new Error('URL scheme must be a HTTP(S) scheme'));
  if (next.hash === '' && from.hash !== '') next.hash = from.hash;
  return next;
}

/** 303 turns everything into GET, 301 and 302 only POST; a body goes with the method. Another origin gets no secrets. */
function afterRedirect(outgoing: Outgoing, status: number, from: URL, to: URL): Outgoing {
  const { method } = outgoing;
  const headers = new Headers(outgoing.headers);
  if (to.origin !== from.origin) for (const name of ['authorization', 'proxy-authorization', 'cookie', 'host']) headers.delete(name);
  const becomesGet = ((status === 301 || status === 302) && method === 'POST') || (status === 303 && method !== 'GET' && method !== 'HEAD');
  if (!becomesGet) {
    if (outgoing.body !== undefined && !(outgoing.body instanceof Buffer))
      throw fetchFailed(new Error('Response body object should not be disturbed or locked'));
    return { ...outgoing, headers };
  }
  for (const name of ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length']) headers.delete(name);
  return { ...outgoing, method: 'GET', headers, body: undefined };
}
