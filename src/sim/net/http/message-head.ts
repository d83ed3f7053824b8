/**
 * The head of an HTTP message as a receiver would parse it. Heads repeat, so what was read once is kept. A head that needs the real
 * parser to judge it (an upgrade, odd lengths, characters outside ASCII) is not read here at all.
 */
import { METHODS } from 'node:http';

export interface MessageHead {
  /** Names and values in turn, as they were written. */
  readonly rawHeaders: readonly string[];
  readonly method: string | undefined;
  readonly url: string;
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly keepAlive: boolean;
  readonly isChunked: boolean;
  /** Undefined when the head does not say. */
  readonly contentLength: number | undefined;
}

/** A parser refuses longer heads; those go to the parser. */
const LENGTH_MAX = 8192;
const KEPT_MAX = 512;
const methods: ReadonlySet<string> = new Set(METHODS);

const known = new Map<string, MessageHead | undefined>();

/** Undefined = leave it to the parser. */
export function readHead(text: string): MessageHead | undefined {
  const head = known.get(text);
  if (head !== undefined || known.has(text)) return head;
  const read = read1(text);
  if (known.size >= KEPT_MAX) known.clear();
  known.set(text, read);
  return read;
}

function read1(text: string): MessageHead | undefined {
  if (text.length > LENGTH_MAX || !/^[\t\r\n\x20-\x7e]*$/u.test(text)) return undefined;
  const lines = text.split('\r\n');
  const rawHeaders: string[] = [];
  let keepAlive = true;
  let isChunked = false;
  let contentLength: number | undefined;
  for (const line of lines.slice(1)) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    rawHeaders.push(name, value);
    switch (name.toLowerCase()) {
      case 'connection':
        if (/upgrade/iu.test(value)) return undefined;
        if (/\bclose\b/iu.test(value)) keepAlive = false;
        break;
      case 'upgrade':
      case 'expect':
      case 'proxy-connection':
        return undefined;
      case 'transfer-encoding':
        if (value.toLowerCase() !== 'chunked') return undefined;
        isChunked = true;
        break;
      case 'content-length':
        if (!/^\d+$/u.test(value) || contentLength !== undefined) return undefined;
        contentLength = Number(value);
        break;
      default:
    }
  }
  if (isChunked && contentLength !== undefined) return undefined;
  const start = readStart(lines[0] ?? '');
  return start === undefined ? undefined : { ...start, rawHeaders, keepAlive, isChunked, contentLength };
}

function readStart(line: string): Pick<MessageHead, 'method' | 'url' | 'statusCode' | 'statusMessage'> | undefined {
  const response = /^HTTP\/1\.1 (\d{3}) (.*)$/u.exec(line);
  if (response !== null) {
    const statusCode = Number(response[1]);
    return statusCode < 200 ? undefined : { method: undefined, url: '', statusCode, statusMessage: response[2] ?? '' };
  }
  const request = /^([A-Z-]+) (\/\S*|\*) HTTP\/1\.1$/u.exec(line);
  const method = request?.[1];
  if (method === undefined || method === 'CONNECT' || !methods.has(method)) return undefined;
  return { method, url: request?.[2] ?? '/', statusCode: 0, statusMessage: '' };
}
