/** Which way a request of fetch takes: over the http client and its bytes, straight to the other machine, or through a dispatcher of the program. */
import type { Machine } from '../../machine.ts';
import { networkOf } from '../network.ts';
import type { Exchange, Outgoing } from './answer.ts';
import { DispatchedExchange } from './dispatched-exchange.ts';
import { type Dispatcher, globalDispatcher } from './dispatcher.ts';
import { WordExchange } from './word-exchange.ts';
import { WireExchange } from './wire-exchange.ts';

export function startExchange(
  machine: Machine,
  url: URL,
  outgoing: Outgoing,
  signal: AbortSignal | undefined,
  wanted: Dispatcher | undefined,
): Exchange {
  const dispatcher = wanted ?? globalDispatcher(machine);
  if (dispatcher !== undefined) return new DispatchedExchange(dispatcher, url, outgoing, signal);
  const isFast = url.protocol === 'http:' && !(outgoing.body instanceof ReadableStream) && networkOf(machine.kernel).isFast;
  return (isFast ? WordExchange.start(machine, url, outgoing, signal) : undefined) ?? new WireExchange(machine, url, outgoing, signal);
}
