/** What can be asked of a socket (addresses, counts, state) and how it keeps its process: the parts of `net.Socket` that move no bytes. */
import { Duplex, type DuplexOptions } from 'node:stream';
import { familyOf } from '../../world/wire/addresses.ts';
import { current } from '../active.ts';
import type { Machine } from '../machine.ts';
import { invalidArgType } from '../node-error.ts';
import { type Callback, isCallback } from './connect-arguments.ts';
import type { Address, Endpoint } from './endpoint.ts';
import { SocketTimer, timeoutOf } from './socket-timer.ts';

export class SocketFacts extends Duplex {
  readonly machine: Machine;
  /** The connection below; undefined before it is made and after it is gone. */
  endpoint: Endpoint | undefined;
  connecting = false;
  timeout: number | undefined;
  #timer: SocketTimer | undefined;
  /** Asked for while it was open, so that it is known afterwards, as in Node. */
  #peer: Address | undefined;
  #isCounted = false;
  #isReferenced = true;
  #bytesRead = 0;
  #bytesWritten = 0;
  readonly #life: number;

  constructor(options: DuplexOptions) {
    super(options);
    this.machine = current();
    this.#life = this.machine.life;
  }

  setTimeout(ms: number, callback?: Callback): this {
    if (this.destroyed) return this;
    this.timeout = ms;
    const timeout = timeoutOf(ms, 'msecs');
    if (callback !== undefined && !isCallback(callback)) throw invalidArgType('callback', 'of type function', callback);
    if (timeout > 0 || this.#timer !== undefined) {
      this.#timer ??= new SocketTimer(this.machine, () => this.emit('timeout'));
      this.#timer.set(timeout);
    }
    if (callback === undefined) return this;
    return timeout === 0 ? this.removeListener('timeout', callback) : this.once('timeout', callback);
  }

  _unrefTimer(): void {
    this.#timer?.refresh();
  }

  stopTimer(): void {
    this.#timer?.stop();
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTypeOfService(): this {
    return this;
  }

  ref(): this {
    this.#isReferenced = true;
    if (this.endpoint !== undefined || this.connecting) this.count();
    return this;
  }

  unref(): this {
    this.#isReferenced = false;
    this.uncount();
    return this;
  }

  hasRef(): boolean {
    return this.#isReferenced;
  }

  /** As long as it is open and referenced its process stays. */
  count(): void {
    if (this.#isCounted || !this.#isReferenced || this.machine.life !== this.#life) return;
    this.#isCounted = true;
    this.machine.handles += 1;
  }

  uncount(): void {
    if (!this.#isCounted || this.machine.life !== this.#life) return;
    this.#isCounted = false;
    this.machine.handles -= 1;
  }

  rememberCounts(end: Endpoint): void {
    this.#bytesRead = end.bytesReceived;
    this.#bytesWritten = end.bytesSent;
  }

  get pending(): boolean {
    return this.endpoint === undefined;
  }

  get readyState(): string {
    if (this.connecting) return 'opening';
    if (this.readable) return this.writable ? 'open' : 'readOnly';
    return this.writable ? 'writeOnly' : 'closed';
  }

  get bytesRead(): number {
    return this.endpoint?.bytesReceived ?? this.#bytesRead;
  }

  get bytesWritten(): number {
    const sent = this.endpoint?.bytesSent ?? this.#bytesWritten;
    return sent + (this.destroyed ? 0 : this.writableLength);
  }

  get bufferSize(): number | undefined {
    return this.endpoint === undefined ? undefined : this.writableLength;
  }

  address(): { readonly address?: string; readonly family?: string; readonly port?: number } {
    const local = this.endpoint?.local;
    return local === undefined ? {} : { address: local.address, family: familyOf(local.address), port: local.port };
  }

  get #remote(): Address | undefined {
    if (this.endpoint !== undefined) this.#peer = this.endpoint.remote;
    return this.#peer;
  }

  get remoteAddress(): string | undefined {
    return this.#remote?.address;
  }

  get remotePort(): number | undefined {
    return this.#remote?.port;
  }

  get remoteFamily(): string | undefined {
    const remote = this.#remote;
    return remote === undefined ? undefined : familyOf(remote.address);
  }

  get localAddress(): string | undefined {
    return this.endpoint?.local.address;
  }

  get localPort(): number | undefined {
    return this.endpoint?.local.port;
  }

  get localFamily(): string | undefined {
    return this.endpoint === undefined ? undefined : familyOf(this.endpoint.local.address);
  }
}
