/** What an end of a connection asks of the socket that uses it. */
import type { NetError } from './net-error.ts';
import type { Packet } from './packet.ts';

export type Reception = 'more' | 'stop' | 'later';

/** The socket above. */
export interface EndpointOwner {
  /** 'stop' = enough for now; 'later' = it did not take this. */
  received(packet: Packet): Reception;
  ended(): void;
  failed(error: NetError): void;
  abandon?(): void;
}
