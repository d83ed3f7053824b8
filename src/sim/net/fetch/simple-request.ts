/**
 * What most calls of fetch want, read without making a Request, which costs more than everything else together. Whatever is unusual, and
 * whatever is wrong, is left to the real class.
 */
import type { Outgoing } from './answer.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { OutgoingBody } from './request-body.ts';

/** What a fetch is asked to do. */
export interface Wanted {
  readonly url: URL;
  readonly outgoing: Outgoing;
  readonly redirect: Request['redirect'];
  readonly signal: AbortSignal | undefined;
  /** Named for this call. */
  readonly dispatcher?: Dispatcher | undefined;
}

const KNOWN_KEYS: ReadonlySet<string> = new Set(['method', 'headers', 'body', 'redirect', 'signal']);
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const REDIRECTS: ReadonlySet<string> = new Set(['follow', 'manual', 'error']);

/** Requests for nothing but a URL. Programs make the same ones again and again, and nobody changes what is kept here. */
const plain = new Map<string, Wanted>();
const PLAIN_MAX = 256;

/** Undefined = make a Request of it. */
export function simpleRequest(input: unknown, init: RequestInit | undefined): Wanted | undefined {
  if (typeof input !== 'string' || init !== undefined) return readRequest(input, init);
  const known = plain.get(input);
  if (known !== undefined) return known;
  const wanted = readRequest(input, undefined);
  if (wanted === undefined) return undefined;
  if (plain.size >= PLAIN_MAX) plain.clear();
  plain.set(input, wanted);
  return wanted;
}

function readRequest(input: unknown, init: RequestInit | undefined): Wanted | undefined {
  const given = init ?? {};
  if (Object.getPrototypeOf(given) !== Object.prototype || !Object.keys(given).every((key) => KNOWN_KEYS.has(key))) return undefined;
  const { method = 'GET', redirect = 'follow', signal } = given;
  if (!METHODS.has(method) || !REDIRECTS.has(redirect) || !(signal === undefined || signal === null || signal instanceof AbortSignal))
    return undefined;
  const url = readUrl(input);
  const body = readBody(given.body);
  if (url === undefined || body === 'other' || (body !== undefined && (method === 'GET' || method === 'HEAD'))) return undefined;
  const headers = readHeaders(given.headers);
  if (headers === undefined) return undefined;
  const type = contentType(given.body);
  if (type !== undefined && !headers.has('content-type')) headers.set('content-type', type);
  return { url, outgoing: { method, headers, names: headerNames(given.headers), body }, redirect, signal: signal ?? undefined };
}

function readUrl(input: unknown): URL | undefined {
  if (!(typeof input === 'string' || input instanceof URL) || !URL.canParse(String(input))) return undefined;
  const url = new URL(String(input));
  return url.protocol === 'http:' && url.username === '' && url.password === '' ? url : undefined;
}

function readBody(body: unknown): OutgoingBody | 'other' {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  if (body instanceof URLSearchParams) return Buffer.from(body.toString(), 'utf8');
  return body instanceof Uint8Array ? Buffer.from(body) : 'other';
}

function contentType(body: unknown): string | undefined {
  if (typeof body === 'string') return 'text/plain;charset=UTF-8';
  return body instanceof URLSearchParams ? 'application/x-www-form-urlencoded;charset=UTF-8' : undefined;
}

function readHeaders(given: RequestInit['headers']): Headers | undefined {
  try {
    return new Headers(given);
  } catch {
    // The real class says what is wrong with them.
    return undefined;
  }
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Names as the caller wrote them, by their lower-case form; they travel that way. */
export function headerNames(given: unknown): ReadonlyMap<string, string> {
  if (typeof given !== 'object' || given === null || given instanceof Headers) return NO_NAMES;
  const names = new Map<string, string>();
  const written: readonly unknown[] = Array.isArray(given)
    ? given.map((pair: unknown) => (Array.isArray(pair) ? pair[0] : undefined))
    : Object.keys(given);
  for (const name of written) if (typeof name === 'string') names.set(name.toLowerCase(), name);
  return names;
}
