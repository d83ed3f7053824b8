/**
 * A machine as a member of the network: the ports it listens on, its open connections, and what its peers notice when it goes down.
 * The machine keeps its place in the network over its lives; its processes do not keep their sockets.
 */
import { isAnyAddress, isLoopback } from '../../world/wire/addresses.ts';
import { PortAllocator } from '../../world/wire/port-allocator.ts';
import type { Down, Machine, Part } from '../machine.ts';
import { setListeningAnswer } from '../run/listening.ts';
import { networkOf } from './network.ts';

interface EndOwner {
  /** Its process is gone: whatever it holds of the host is let go, without a word to its users. */
  abandon?(): void;
}

/** An end of a connection, as far as its machine must know it. */
export interface OpenEnd {
  /** The socket above it. */
  readonly owner: EndOwner | undefined;
  readonly remote: { readonly address: string; readonly port: number };
  readonly local: { readonly address: string; readonly port: number };
  close(withReset: boolean): void;
  vanish(): void;
}

/** Somebody who accepts connections. */
export interface Listener<End = unknown> {
  /** The process that listens: the machine itself, or one it started. */
  readonly machine: Machine;
  readonly address: string;
  readonly port: number;
  /** The server above it. */
  readonly owner: unknown;
  accept(end: End): void;
}

/** Takes datagrams. */
export interface DatagramPort {
  readonly address: string;
  receive(datagram: unknown): void;
}

export class Host {
  readonly listeners = new Map<number, Listener[]>();
  readonly paths = new Map<string, Listener>();
  readonly endpoints = new Set<OpenEnd>();
  readonly datagramPorts = new Map<number, DatagramPort>();
  #downHow: Down['how'] | undefined;
  readonly #ephemeral = new PortAllocator();

  ephemeralPort(): number | undefined {
    return this.#ephemeral.take((port) => this.listeners.has(port));
  }

  ephemeralDatagramPort(): number | undefined {
    return this.#ephemeral.take((port) => this.datagramPorts.has(port));
  }

  /** Who accepts connections to this address of the machine. */
  listenerAt(address: string, port: number): Listener | undefined {
    const candidates = this.listeners.get(port);
    if (candidates === undefined) return undefined;
    return candidates.find((each) => each.address === address) ?? candidates.find((each) => matches(each.address, address));
  }

  isTaken(address: string, port: number): boolean {
    const others = this.listeners.get(port);
    return others?.some((other) => other.address === address || isAnyAddress(other.address) || isAnyAddress(address)) ?? false;
  }

  listen(listener: Listener): void {
    const others = this.listeners.get(listener.port);
    if (others === undefined) this.listeners.set(listener.port, [listener]);
    else others.push(listener);
  }

  unlisten(listener: Listener): void {
    const left = this.listeners.get(listener.port)?.filter((each) => each !== listener);
    if (left === undefined || left.length === 0) this.listeners.delete(listener.port);
    else this.listeners.set(listener.port, left);
  }

  /** A process is gone; others on the same computer listen on. */
  dropListenersOf(machine: Machine): void {
    for (const listener of [...this.listeners.values()].flat()) if (listener.machine === machine) this.unlisten(listener);
    for (const [path, listener] of [...this.paths]) if (listener.machine === machine) this.paths.delete(path);
  }

  /** Nothing answers at all: the machine lost power and has not come back. */
  isDark(machine: Machine): boolean {
    return machine.state !== 'running' && this.#downHow === 'power-loss';
  }

  down(machine: Machine, { how }: Down): void {
    this.#downHow = how;
    const ends = [...this.endpoints];
    this.endpoints.clear();
    hostOf(machine.host).dropListenersOf(machine);
    this.datagramPorts.clear();
    for (const { owner } of ends) owner?.abandon?.();
    if (ends.length === 0) return;
    if (how === 'power-loss') {
      for (const end of ends) end.vanish();
      return;
    }
    const { kernel } = machine;
    const withReset = !networkOf(kernel).isClosed && kernel.choose(`sockets of ${machine.name} reset`, 2) === 1;
    for (const end of ends) end.close(withReset);
  }
}

/** A server on every address is meant by all of them; one on loopback only by loopback. */
function matches(bound: string, address: string): boolean {
  return isAnyAddress(bound) || (isLoopback(bound) && (isLoopback(address) || isAnyAddress(address)));
}

const hostPart: Part<Host> = {
  name: 'network host',
  create: () => new Host(),
  down: (machine, host, down) => {
    host.down(machine, down);
    return host;
  },
};

export function hostOf(machine: Machine): Host {
  return machine.part(hostPart);
}

/** Its place in the network if it ever had something to do with it. */
export function hostIfAny(machine: Machine): Host | undefined {
  return machine.peek(hostPart);
}

setListeningAnswer((machine, port) => {
  const listeners = hostIfAny(machine)?.listeners;
  if (listeners === undefined) return false;
  return port === undefined ? listeners.size > 0 : listeners.has(port);
});
