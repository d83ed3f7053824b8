/** Which way a request of fetch takes: over the http client and its bytes, or straight to the other machine. */
import type { Machine } from '../../machine.ts';
import { networkOf } from '../network.ts';
import type { Exchange, Outgoing } from './answer.ts';
import { WordExchange } from './word-exchange.ts';
import { WireExchange } from './wire-exchange.ts';

export function startExchange(machine: Machine, url: URL, outgoing: Outgoing, signal: AbortSignal | undefined): Exchange {
  const isFast = url.protocol === 'http:' && !(outgoing.body instanceof ReadableStream) && networkOf(machine.kernel).isFast;
  return (isFast ? WordExchange.start(machine, url, outgoing, signal) : undefined) ?? new WireExchange(machine, url, outgoing, signal);
}
