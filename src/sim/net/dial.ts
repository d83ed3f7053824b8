/**
 * Making a connection: a request that travels to the other machine, an answer that travels back. A request that is lost is sent again
 * after 1, 3, 7 … seconds, as Linux does, and given up after two minutes.
 */
import { asMapped, addressOf, isAnyAddress, isLoopback } from '../../world/wire/addresses.ts';
import type { Pending } from '../../engine/transition/pending.ts';
import { captureContext, runInContext } from '../async-context.ts';
import type { Machine } from '../machine.ts';
import { carryOutConnectFault } from './connect-fault.ts';
import { Endpoint } from './endpoint.ts';
import { hostOf, type Listener } from './host.ts';
import { tellConnect } from './http/tell.ts';
import { connectError, type NetError } from './net-error.ts';
import { type Network, networkOf } from './network.ts';

const FIRST_WAIT_US = 1_000_000;
const TRIES_MAX = 7;
/** A router that knows the way is gone says so after a while. */
const UNREACHABLE_US = 3_000_000;

export interface Dialer {
  connected(end: Endpoint): void;
  refused(error: NetError): void;
}

export class Dial {
  readonly machine: Machine;
  readonly #network: Network;
  readonly #dialer: Dialer;
  readonly #address: string;
  /** Undefined for a socket path. */
  readonly #port: number | undefined;
  readonly #context = captureContext();
  readonly #target: Machine | undefined;
  readonly #localPort: number;
  #end: Endpoint | undefined;
  #timer: Pending | undefined;
  #tries = 0;
  #isOver = false;

  constructor(dialer: Dialer, machine: Machine, address: string, port: number | undefined, localPort: number | undefined) {
    this.machine = machine;
    this.#network = networkOf(machine.kernel);
    this.#dialer = dialer;
    this.#address = address;
    this.#port = port;
    this.#target = port === undefined ? machine.host : this.#network.machineAt(address, machine);
    this.#localPort = localPort ?? hostOf(machine.host).ephemeralPort() ?? 0;
    machine.touched = true;
    if (machine.kernel.observed) tellConnect(machine, address, port);
    if (this.#target === undefined) {
      this.#failLater('EHOSTUNREACH', UNREACHABLE_US);
      return;
    }
    const firing = machine.kernel.fault('net.connect', { machine: machine.host, peer: this.#target, name: address });
    const verdict = firing === undefined ? 'go' : carryOutConnectFault(firing, this.#network, machine.host, this.#target);
    if (verdict === 'refused') this.#failLater('ECONNREFUSED', this.#roundTripUs());
    else this.#ask(verdict === 'lost');
  }

  cancel(): void {
    this.#isOver = true;
    this.#stopTimer();
    this.#end?.close(true);
  }

  #roundTripUs(): number {
    const { machine } = this;
    const target = this.#target ?? machine;
    return this.#network.delayUs(machine, target, 0) + this.#network.delayUs(target, machine, 0);
  }

  #failLater(code: string, delayUs: number): void {
    this.machine.kernel.arrive(this.machine, 'socket.refused', delayUs, refuse, { dial: this, code });
  }

  fail(code: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimer();
    this.#dialer.refused(connectError(code, this.#address, this.#port));
  }

  #ask(isLost: boolean): void {
    const { machine } = this;
    const target = this.#target ?? machine;
    const { kernel } = machine;
    const waitUs = FIRST_WAIT_US * 2 ** this.#tries;
    this.#tries += 1;
    this.#timer = kernel.timer(machine, 'socket.retry', waitUs, retry, this);
    if (this.#network.blocks(machine, target)) {
      if (this.#tries === 1 && kernel.choose(`cut off ${machine.name} unreachable`, 2) === 1)
        this.#failLater('EHOSTUNREACH', UNREACHABLE_US);
      return;
    }
    if (isLost || (target !== machine.host && hostOf(target).isDark(target))) return;
    const process = this.#listener(target)?.machine ?? target;
    kernel.arrive(process, 'net.connect', this.#network.delayUs(machine, target, 0), arrive, this);
  }

  retry(): void {
    if (this.#isOver) return;
    if (this.#tries >= TRIES_MAX) this.fail('ETIMEDOUT');
    else this.#ask(false);
  }

  /** At the other machine. */
  arrive(): void {
    this.machine.kernel.footprints?.takes(this.machine.loop.place);
    if (this.#isOver || this.#end !== undefined) return;
    const { machine } = this;
    const target = this.#target ?? machine;
    const listener = this.#listener(target);
    if (listener === undefined) {
      if (!this.#network.blocks(target, machine))
        this.#failLater(this.#port === undefined ? this.#pathError(target) : 'ECONNREFUSED', this.#network.delayUs(target, machine, 0));
      return;
    }
    // Meanwhile another process of that computer listens there.
    if (listener.machine !== machine.kernel.current) {
      machine.kernel.arrive(listener.machine, 'net.connect', 0, arrive, this);
      return;
    }
    const far = this.#connect(listener);
    // The answer comes before anything the server sends.
    if (this.#end !== undefined) this.#answer(target, this.#end);
    listener.accept(far);
  }

  #pathError(target: Machine): string {
    return hostOf(target).paths.has(this.#address) ? 'ECONNREFUSED' : 'ENOENT';
  }

  #listener(target: Machine): Listener | undefined {
    const host = hostOf(target);
    return this.#port === undefined ? host.paths.get(this.#address) : host.listenerAt(this.#address, this.#port);
  }

  #connect(listener: Listener): Endpoint {
    const { machine } = this;
    const port = this.#port ?? 0;
    const own = isLoopback(this.#address) || isAnyAddress(this.#address) ? this.#loopback() : addressOf(machine.host.loop.index);
    const local = { address: own, port: this.#localPort };
    const remote = { address: isAnyAddress(this.#address) ? this.#loopback() : this.#address, port };
    const mapped = listener.address === '::';
    const near = new Endpoint(machine, listener.machine, local, remote);
    const far = new Endpoint(listener.machine, machine, mapped ? { address: asMapped(remote.address), port } : remote, {
      address: mapped ? asMapped(own) : own,
      port: local.port,
    });
    near.peer = far;
    far.peer = near;
    this.#end = near;
    return far;
  }

  #loopback(): string {
    return this.#address === '::1' || this.#address === '::' ? '::1' : '127.0.0.1';
  }

  #answer(target: Machine, near: Endpoint): void {
    near.channel.send('socket.connect', this.#network.delayUs(target, this.machine, 0), connected, this);
  }

  connected(): void {
    this.#stopTimer();
    if (this.#isOver || this.#end === undefined) return;
    this.#isOver = true;
    runInContext(this.#context, establish, { dialer: this.#dialer, end: this.#end });
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.machine.kernel.cancel(this.#timer);
    this.#timer = undefined;
  }
}

function refuse(subject: unknown): void {
  // Reason for the cast: only failLater schedules this.
  const { dial, code } = subject as { readonly dial: Dial; readonly code: string };
  dial.fail(code);
}

function retry(dial: unknown): void {
  if (dial instanceof Dial) dial.retry();
}

function arrive(dial: unknown): void {
  if (dial instanceof Dial) dial.arrive();
}

function connected(dial: unknown): void {
  if (dial instanceof Dial) dial.connected();
}

function establish(subject: unknown): void {
  // Reason for the cast: only connected runs this.
  const { dialer, end } = subject as { readonly dialer: Dialer; readonly end: Endpoint };
  dialer.connected(end);
}
