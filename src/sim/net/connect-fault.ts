/** What faults of the network do to a connection that is being made. */
import type { Firing } from '../fault/fault.ts';
import type { Machine } from '../machine.ts';
import { clogByFault, cutByFault } from './cut-fault.ts';
import type { Network } from './network.ts';

/** 'lost' = the request gets no answer, and is sent again. */
export function carryOutConnectFault(firing: Firing, network: Network, from: Machine, to: Machine): 'go' | 'refused' | 'lost' {
  switch (firing.spec.type) {
    case 'refuse':
      firing.mattered();
      return 'refused';
    case 'backlog':
    case 'loss':
      firing.mattered();
      return 'lost';
    case 'partition':
      cutByFault(firing, network, from, to);
      return 'go';
    case 'clog':
    case 'latency':
      clogByFault(firing, network, from, to);
      return 'go';
    default:
      return 'go';
  }
}
