/** What faults of the network do to something that is being sent on a connection. */
import type { Firing } from '../fault/fault.ts';
import { lateUs } from '../fault/late-us.ts';
import { cutByFault, clogByFault } from './cut-fault.ts';
import { Packet, type Receiver } from './packet.ts';
import type { Sender } from './outbox.ts';

/** The fault took care of the packet. */
export const NOT_SENT = -1;

const LOST_US = 200_000;

interface SendingEnd extends Sender, Receiver {
  readonly peer: SendingEnd | undefined;
  mute(): void;
  sendFin(): void;
}

/** Time to add to the way of the packet, or NOT_SENT. */
export function carryOutSendFault(firing: Firing, from: SendingEnd, packet: Packet): number {
  const { peer } = from;
  if (peer === undefined) return 0;
  switch (firing.spec.type) {
    case 'latency':
      packet.late = firing;
      return lateUs(firing);
    case 'loss':
      packet.late = firing;
      return LOST_US * 2 ** firing.choose('tries', 3);
    case 'reset':
      return reset(firing, from, peer);
    case 'fin':
      return finish(firing, from, peer, packet);
    case 'half_open':
      firing.mattered();
      from.mute();
      return 0;
    case 'segmentation':
      return segment(firing, from, packet);
    case 'partition':
      cutByFault(firing, from.network, from.machine, peer.machine);
      return 0;
    case 'clog':
      clogByFault(firing, from.network, from.machine, peer.machine);
      return 0;
    default:
      return 0;
  }
}

/** Both ends learn that the connection is gone; what was being sent is lost. */
function reset(firing: Firing, from: SendingEnd, peer: SendingEnd): number {
  firing.mattered();
  from.dispatch(new Packet('rst', peer, [], 0), 0);
  peer.dispatch(new Packet('rst', from, [], 0), 0);
  return NOT_SENT;
}

/** The other end closes without having read this: the sender sees an orderly end. */
function finish(firing: Firing, from: SendingEnd, peer: SendingEnd, packet: Packet): number {
  if (packet.kind !== 'data') return 0;
  firing.mattered();
  peer.sendFin();
  from.dispatch(new Packet('rst', peer, [], 0), 0);
  return NOT_SENT;
}

/** The bytes arrive in two pieces. */
function segment(firing: Firing, from: SendingEnd, packet: Packet): number {
  if (packet.kind !== 'data' || packet.bytes < 2) return 0;
  firing.mattered();
  const all = packet.buffer();
  const places = [1, all.byteLength - 1, all.byteLength >> 1, Math.min(5, all.byteLength - 1)];
  const at = places[firing.choose('place', places.length)] ?? 1;
  const first = all.subarray(0, at);
  const rest = all.subarray(at);
  from.dispatch(new Packet('data', packet.to, [{ chunk: first, encoding: 'buffer' }], first.byteLength), 0);
  from.dispatch(new Packet('data', packet.to, [{ chunk: rest, encoding: 'buffer' }], rest.byteLength), 0);
  return NOT_SENT;
}
