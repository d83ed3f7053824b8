/** What a fetch sends and gets back, whichever way it travels. */
import type { MessageHead } from '../http/message-head.ts';
import type { OutgoingBody } from './request-body.ts';

export interface Outgoing {
  readonly method: string;
  readonly headers: Headers;
  /** Header names as the caller wrote them, by their lower-case form. */
  readonly names: ReadonlyMap<string, string>;
  readonly body: OutgoingBody;
  /** What the fast path made of it, kept where the same request is made again and again. */
  spoken?: { readonly url: URL; readonly text: string; readonly head: MessageHead } | undefined;
}

/** The head of a response. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
}

/** One request and its response; a redirect makes another. */
export interface Exchange {
  head(): Promise<Answer>;
  /** The response to hand out. */
  response(answer: Answer, url: string, redirected: boolean, method: string): Response;
  /** The body is not wanted; the connection may be used again once it has come. */
  dismiss(): void;
}

/** Responses with these have no body, whatever they say. */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** How long fetch waits for a connection, for a head and between the pieces of a body. */
export const CONNECT_US = 10_000_000;
export const HEADERS_US = 300_000_000;
export const BODY_US = 300_000_000;
/** How long fetch keeps a connection that nobody uses. */
export const IDLE_MS = 4000;

export function headerOf({ rawHeaders }: Answer, wanted: string): string | null {
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name !== undefined && name.length === wanted.length && name.toLowerCase() === wanted) return rawHeaders[at + 1] ?? null;
  }
  return null;
}

export function headerPairs({ rawHeaders }: Answer): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return pairs;
}
