/** `http.ClientRequest`: Node's own, with the agent of the calling machine. */
import http from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { isCallback, isObject } from '../connect-arguments.ts';
import { globalAgent } from './agent.ts';
import { captureContext } from '../../async-context.ts';
import { CONTEXT } from './listen-to-words.ts';
import { speakInWords } from './speak.ts';

export class ClientRequest extends http.ClientRequest {
  constructor(...args: unknown[]) {
    const { options, callback } = requestArguments(args);
    super(options, isCallback(callback) ? callback : undefined);
    Object.defineProperty(this, CONTEXT, { value: captureContext() });
  }
}

speakInWords(ClientRequest);

/** As Node reads them: a URL in text or as an object, options, a callback; each but one may be missing. */
export function requestArguments(args: readonly unknown[]): {
  readonly options: Readonly<Record<string, unknown>>;
  readonly callback: unknown;
} {
  const [first, second, third] = args;
  const fromUrl = typeof first === 'string' ? urlToHttpOptions(new URL(first)) : first instanceof URL ? urlToHttpOptions(first) : undefined;
  const given = fromUrl === undefined ? first : second;
  const callback = fromUrl === undefined || isCallback(second) ? second : third;
  const options: Record<string, unknown> = { ...fromUrl, ...(isObject(given) ? given : {}) };
  options['_defaultAgent'] ??= globalAgent();
  return { options, callback };
}
