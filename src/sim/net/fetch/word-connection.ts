/**
 * A connection of fetch on the fast path: straight on the endpoint, without a socket, a parser or an http client in between. It makes
 * the same moves at the same times as those would, so that what was decided on this path can be decided again on the other.
 */
import type { Machine, Part } from '../../machine.ts';
import { Connecting, type ConnectingSocket } from '../connecting.ts';
import type { Endpoint } from '../endpoint.ts';
import type { EndpointOwner, Reception } from '../endpoint-owner.ts';
import type { NetError } from '../net-error.ts';
import type { Packet } from '../packet.ts';
import { SocketTimer } from '../socket-timer.ts';
import { IDLE_MS } from './answer.ts';

/** The exchange under way. */
export interface ConnectionUser {
  connected(): void;
  received(packet: Packet): void;
  /** The other end is done sending. */
  ended(): void;
  failed(error: NetError): void;
}

interface Pool {
  /** By host and port; the one used last is taken first. */
  readonly idle: Map<string, WordConnection[]>;
}

const poolPart: Part<Pool> = { name: 'fetch connections', create: () => ({ idle: new Map() }) };

/** A free connection, or a new one. */
export function connectionTo(machine: Machine, host: string, port: number): WordConnection {
  const key = `${host}:${port}`;
  return machine.part(poolPart).idle.get(key)?.pop() ?? new WordConnection(machine, key, host, port);
}

export class WordConnection implements EndpointOwner, ConnectingSocket {
  readonly machine: Machine;
  _host: string | null = null;
  endpoint: Endpoint | undefined;
  user: ConnectionUser | undefined;
  readonly #key: string;
  readonly #life: number;
  readonly #timer: SocketTimer;
  #timeoutMs = IDLE_MS;
  #connecting: Connecting | undefined;
  #isCounted = false;
  #isClosed = false;
  #isPaused = false;

  constructor(machine: Machine, key: string, host: string, port: number) {
    this.machine = machine;
    this.#life = machine.life;
    this.#key = key;
    this.#timer = new SocketTimer(machine, () => this.#elapsed());
    this.#timer.set(IDLE_MS);
    this.#connecting = new Connecting(this, machine, { host, port });
  }

  get isConnected(): boolean {
    return this.endpoint !== undefined;
  }

  /** Lookups of names are nobody's business here. */
  emit(): boolean {
    return false;
  }

  /** From now on it works for this exchange, and keeps the process. */
  use(user: ConnectionUser): void {
    this.user = user;
    this.#count(true);
  }

  connected(end: Endpoint): void {
    this.#connecting = undefined;
    this.endpoint = end;
    end.owner = this;
    this.#timer.refresh();
    end.startReading();
    this.user?.connected();
  }

  refused(error: NetError): void {
    this.failed(error);
  }

  failed(error: NetError): void {
    const { user } = this;
    this.close();
    user?.failed(error);
  }

  sent(): void {
    this.#timer.refresh();
  }

  received(packet: Packet): Reception {
    this.#timer.refresh();
    this.user?.received(packet);
    return this.#isPaused ? 'stop' : 'more';
  }

  pause(): void {
    this.#isPaused = true;
    if (this.endpoint !== undefined) this.endpoint.isReading = false;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.endpoint?.startReading();
  }

  ended(): void {
    const { user } = this;
    if (user === undefined) this.#closeOrderly();
    else user.ended();
  }

  /** The exchange is over, and the connection as good as before. The server may have said how long it will stay. */
  release(keepAliveHint: string | null): void {
    this.user = undefined;
    this.resume();
    if (this.#isClosed) return;
    const hint = keepAliveHint === null ? undefined : /^timeout=(\d+)/u.exec(keepAliveHint)?.[1];
    const hintMs = hint === undefined ? IDLE_MS : Number(hint) * 1000 - 1000;
    if (hintMs <= 0) {
      this.close();
      return;
    }
    this.#count(false);
    const timeoutMs = Math.min(hintMs, IDLE_MS);
    if (timeoutMs !== this.#timeoutMs) {
      this.#timeoutMs = timeoutMs;
      this.#timer.set(timeoutMs);
    }
    const { idle } = this.machine.part(poolPart);
    const others = idle.get(this.#key);
    if (others === undefined) idle.set(this.#key, [this]);
    else others.push(this);
  }

  /** The exchange is over, and this connection with it. */
  retire(): void {
    this.user = undefined;
    this.#closeOrderly();
  }

  #elapsed(): void {
    if (this.user === undefined) this.close();
  }

  /** Ends its own side, and closes when that has gone out. */
  #closeOrderly(): void {
    if (this.#isClosed) return;
    this.#forget();
    this.endpoint?.sendFin();
    const { machine } = this;
    machine.kernel.arrive(machine, 'socket.shutdown', 0, () => this.close(), undefined);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.user = undefined;
    this.#forget();
    this.#timer.stop();
    this.#connecting?.cancel();
    this.endpoint?.close(false);
    const { machine } = this;
    if (machine.life === this.#life) machine.kernel.arrive(machine, 'socket.close', 0, () => this.#count(false), undefined);
  }

  #forget(): void {
    const others = this.machine.peek(poolPart)?.idle.get(this.#key);
    const at = others?.indexOf(this) ?? -1;
    if (at >= 0) others?.splice(at, 1);
  }

  #count(counts: boolean): void {
    if (counts === this.#isCounted || this.machine.life !== this.#life) return;
    this.#isCounted = counts;
    this.machine.handles += counts ? 1 : -1;
  }
}
