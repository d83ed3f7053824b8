/** `http.Agent`: Node's own pool, over simulated sockets; every machine has a global one of its own. */
import http from 'node:http';
import { current } from '../../active.ts';
import type { Machine, Part } from '../../machine.ts';
import { connect } from '../connect.ts';
import type { Socket } from '../socket.ts';

export class Agent extends http.Agent {
  override createConnection(...args: unknown[]): Socket {
    return connect(...args);
  }
}

/** As Node's own: keep-alive, closed after 5 s without use. */
const globalAgentPart: Part<{ agent: http.Agent }> = {
  name: 'http global agent',
  create: () => ({ agent: new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }) }),
};

export function globalAgent(machine: Machine = current()): http.Agent {
  return machine.part(globalAgentPart).agent;
}

export function setGlobalAgent(agent: http.Agent): void {
  current().part(globalAgentPart).agent = agent;
}
