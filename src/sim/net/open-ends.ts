/** What is still open on a machine: connections, servers, and requests that nobody has answered. For those who judge how a run ended. */
import { isLoopback } from '../../world/wire/addresses.ts';
import type { Machine } from '../machine.ts';
import { hostIfAny } from './host.ts';
import { Socket } from './socket.ts';

export interface OpenSocket {
  readonly local: string;
  readonly remote: string;
  /** Whether it keeps the process. */
  readonly isReferenced: boolean;
}

export function openSockets(machine: Machine): readonly OpenSocket[] {
  return [...(hostIfAny(machine)?.endpoints ?? [])].map(({ local, remote, owner }) => ({
    local: `${local.address}:${local.port}`,
    remote: `${remote.address}:${remote.port}`,
    isReferenced: owner instanceof Socket && owner.hasRef(),
  }));
}

/** Ports and paths it listens on. */
export function openServers(machine: Machine): readonly string[] {
  const host = hostIfAny(machine);
  if (host === undefined) return [];
  return [...[...host.listeners.keys()].map(String), ...host.paths.keys()];
}

export interface OpenPort {
  readonly port: number;
  /** Nobody reaches it from another machine. */
  readonly isLocal: boolean;
}

export function openPorts(machine: Machine): readonly OpenPort[] {
  const listeners = [...(hostIfAny(machine)?.listeners ?? [])];
  return listeners.map(([port, here]) => ({ port, isLocal: here.every(({ address }) => isLoopback(address)) }));
}

export interface UnansweredRequest {
  readonly method: string;
  readonly url: string;
  readonly from: string;
}

/** What Node's http code keeps on a server's socket while a response is due. */
interface PendingResponse {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  readonly req: { readonly method?: string; readonly url?: string; readonly complete: boolean };
}

/** Requests that arrived whole and got not even the head of a response: a stream that goes on is an answer. */
export function unansweredRequests(machine: Machine): readonly UnansweredRequest[] {
  const found: UnansweredRequest[] = [];
  for (const { owner, remote } of hostIfAny(machine)?.endpoints ?? []) {
    if (!(owner instanceof Socket) || owner['_server'] === null) continue;
    const response = owner['_httpMessage'];
    if (!isPendingResponse(response) || response.headersSent || response.writableEnded || !response.req.complete) continue;
    found.push({ method: response.req.method ?? 'GET', url: response.req.url ?? '/', from: `${remote.address}:${remote.port}` });
  }
  return found;
}

function isPendingResponse(value: unknown): value is PendingResponse {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'req') === 'object' && Reflect.get(value, 'req') !== null;
}
