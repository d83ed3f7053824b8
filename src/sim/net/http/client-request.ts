/** `http.ClientRequest`: Node's own, with the agent of the calling machine. */
import http from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { isCallback, isObject } from '../connect-arguments.ts';
import { globalAgent } from './agent.ts';
import { current } from '../../active.ts';
import { captureContext } from '../../async-context.ts';
import type { Machine } from '../../machine.ts';
import { CONTEXT } from './listen-to-words.ts';
import { speakInWords } from './speak.ts';
import { tellRequest, tellResponse } from './tell.ts';

export class ClientRequest extends http.ClientRequest {
  constructor(...args: unknown[]) {
    const { options, callback } = requestArguments(args);
    super(options, isCallback(callback) ? callback : undefined);
    Object.defineProperty(this, CONTEXT, { value: captureContext() });
    const machine = current();
    if (machine.kernel.observed) tellExchange(this, machine, options[FETCH_BODY]);
  }
}

/** Set by fetch, which knows the body of its request before it begins. */
export const FETCH_BODY = Symbol('body of a fetch');

/** Listening for the response would take it away from whoever does not; so this looks at what the request emits. */
function tellExchange(request: ClientRequest, machine: Machine, body: unknown): void {
  const { method, path, host } = request;
  tellRequest(machine, method, path, host, body instanceof Uint8Array ? body : undefined);
  const emit: unknown = Reflect.get(request, 'emit');
  const emitAndTell = function emitAndTell(this: ClientRequest, ...args: unknown[]): boolean {
    const [event, message] = args;
    if ((event === 'response' || event === 'upgrade') && message instanceof http.IncomingMessage)
      tellResponse(machine, message.statusCode ?? 0, path, host);
    return typeof emit === 'function' && Reflect.apply(emit, this, args) === true;
  };
  Object.defineProperty(request, 'emit', { value: emitAndTell, writable: true, configurable: true });
}

speakInWords(ClientRequest);

/** Programs ask the same places again and again, and these are copied before anybody changes them. */
const known = new Map<string, ReturnType<typeof urlToHttpOptions>>();
const KNOWN_MAX = 256;

function optionsOf(url: string): ReturnType<typeof urlToHttpOptions> {
  let options = known.get(url);
  if (options === undefined) {
    options = urlToHttpOptions(new URL(url));
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(url, options);
  }
  return options;
}

/** As Node reads them: a URL in text or as an object, options, a callback; each but one may be missing. */
export function requestArguments(args: readonly unknown[]): {
  readonly options: Readonly<Record<string | symbol, unknown>>;
  readonly callback: unknown;
} {
  const [first, second, third] = args;
  const fromUrl = typeof first === 'string' ? optionsOf(first) : first instanceof URL ? urlToHttpOptions(first) : undefined;
  const given = fromUrl === undefined ? first : second;
  const callback = fromUrl === undefined || isCallback(second) ? second : third;
  const options: Record<string, unknown> = { ...fromUrl, ...(isObject(given) ? given : {}) };
  options['_defaultAgent'] ??= globalAgent();
  return { options, callback };
}
