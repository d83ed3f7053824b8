/** `https.Agent`: Node's own pool, over simulated TLS. */
import https from 'node:https';
import { current } from '../../active.ts';
import type { Part } from '../../machine.ts';
import { tlsConnect } from './tls-connect.ts';
import type { TLSSocket } from './tls-socket.ts';

export class SecureAgent extends https.Agent {
  override createConnection(...args: unknown[]): TLSSocket {
    return tlsConnect(...args);
  }
}

const globalAgentPart: Part<{ agent: https.Agent }> = {
  name: 'https global agent',
  create: () => ({ agent: new SecureAgent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }) }),
};

export function globalSecureAgent(): https.Agent {
  return current().part(globalAgentPart).agent;
}

export function setGlobalSecureAgent(agent: https.Agent): void {
  current().part(globalAgentPart).agent = agent;
}
