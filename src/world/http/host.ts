/**
 * Real HTTP: one connection per request, certificates always verified, no redirect followed, nothing
 * decompressed, one deadline from the first lookup to the last byte of the body.
 */
import { Deadline, interruptedAnswer } from '../host/deadline.ts';
import { holdLive } from '../host/live.ts';
import type { HostAnswer, HostError } from '../host/port.ts';
import { Exchange } from './exchange.ts';
import { hostDenial } from './host-allow-list.ts';
import { openRequest } from './outgoing.ts';
import type { HttpHostRequest, HttpHostResponse, HttpPort } from './port.ts';

export interface HostHttpOptions {
  /** When given, only these hosts are asked: `name` for every port of it, `name:port` for one. */
  readonly allowHosts?: readonly string[] | undefined;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

export function hostHttp(options: HostHttpOptions = {}): HttpPort {
  return {
    async request(asked, limits) {
      const request = { ...asked, method: asked.method.toUpperCase() };
      const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
      if (url === undefined) return refused({ class: 'url', message: 'the URL does not parse' });
      const error = refusal(url, request.method, options.allowHosts);
      if (error !== undefined) return refused(error);
      const deadline = new Deadline(limits);
      if (deadline.struck !== undefined) return interruptedAnswer(deadline.struck, {}, 0);
      try {
        return await send(request, url, { deadline, bytesMax: limits.bytesMax });
      } finally {
        deadline.end();
      }
    },
  };
}

function refused(error: HostError): HostAnswer<HttpHostResponse> {
  return { kind: 'failed', error, durationMs: 0 };
}

function refusal(url: URL, method: string, allowHosts: readonly string[] | undefined): HostError | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { class: 'url', message: `scheme ${url.protocol} is neither http: nor https:` };
  }
  if (!methods.includes(method)) return { class: 'protocol', message: `method ${method} is none of ${methods.join(', ')}` };
  return hostDenial(url, allowHosts);
}

async function send(
  request: HttpHostRequest,
  url: URL,
  within: { readonly deadline: Deadline; readonly bytesMax: number },
): Promise<HostAnswer<HttpHostResponse>> {
  const { deadline } = within;
  const opened = openRequest(request, url);
  if (opened.kind === 'failed') return { ...opened, durationMs: deadline.durationMs() };
  const { outgoing } = opened;
  const release = holdLive(() => outgoing.destroy());
  try {
    const exchange = new Exchange(outgoing, within.bytesMax);
    const ending = await Promise.race([exchange.result, strikeOf(deadline)]);
    if (ending.kind === 'struck') return interruptedAnswer(ending.why, exchange.seen, deadline.durationMs());
    return { ...ending, durationMs: deadline.durationMs() };
  } finally {
    outgoing.destroy();
    release();
  }
}

async function strikeOf(deadline: Deadline): Promise<{ readonly kind: 'struck'; readonly why: 'timeout' | 'cancelled' }> {
  return { kind: 'struck', why: await deadline.strike };
}
