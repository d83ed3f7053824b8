/** The headers of a fetch, in the order in which the real one sends them. */
import type { Outgoing } from './answer.ts';

/** Headers that are ours to write. */
const OWN: ReadonlySet<string> = new Set(['host', 'connection', 'content-length']);

/** Names and values in turn. */
export function headerList(url: URL, { method, headers, names, body }: Outgoing, isSecure: boolean): string[] {
  const list = ['host', headers.get('host') ?? url.host, 'connection', 'keep-alive'];
  // In the order of the caller, where it is known; Headers themselves are sorted.
  for (const [name, written] of names) if (headers.has(name) && !OWN.has(name)) list.push(written, headers.get(name) ?? '');
  for (const [name, value] of headers) if (!names.has(name) && !OWN.has(name)) list.push(name, value);
  if (!headers.has('accept')) list.push('accept', '*/*');
  if (!headers.has('accept-language')) list.push('accept-language', '*');
  if (!headers.has('sec-fetch-mode')) list.push('sec-fetch-mode', 'cors');
  if (!headers.has('user-agent')) list.push('user-agent', 'node');
  if (!headers.has('accept-encoding')) list.push('accept-encoding', isSecure ? 'br, gzip, deflate' : 'gzip, deflate');
  if (body instanceof Buffer) list.push('content-length', String(body.byteLength));
  else if (body !== undefined) list.push('transfer-encoding', 'chunked');
  else if (method === 'POST' || method === 'PUT') list.push('content-length', '0');
  return list;
}
