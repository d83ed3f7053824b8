/** From what a caller asked for to a connection: name lookup, then dialling. */
import { nextTick } from 'node:process';
import type { Machine } from '../machine.ts';
import { nodeError } from '../node-error.ts';
import { isCallback, isObject, type NetOptions, portOf } from './connect-arguments.ts';
import { Dial, type Dialer } from './dial.ts';
import { type FoundAddress, literal, lookupName } from './name-lookup.ts';
import type { NetError } from './net-error.ts';

/** The socket that connects. */
export interface ConnectingSocket extends Dialer {
  _host: string | null;
  emit(event: string, ...args: unknown[]): boolean;
}

export class Connecting {
  readonly #socket: ConnectingSocket;
  readonly #machine: Machine;
  readonly #localPort: number | undefined;
  #dial: Dial | undefined;
  #isCancelled = false;

  constructor(socket: ConnectingSocket, machine: Machine, options: NetOptions) {
    this.#socket = socket;
    this.#machine = machine;
    this.#localPort = typeof options.localPort === 'number' ? options.localPort : undefined;
    if (typeof options.path === 'string') {
      this.#dial = new Dial(socket, machine, options.path, undefined, this.#localPort);
      return;
    }
    const port = portOf(options.port, 'options.port');
    const host = typeof options.host === 'string' && options.host !== '' ? options.host : 'localhost';
    const family = options.family === 4 || options.family === 6 ? options.family : 0;
    const address = literal(host);
    if (address === undefined) this.#lookUp(host, port, family, options.lookup);
    else this.#call(address.address, port);
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#dial?.cancel();
  }

  #lookUp(host: string, port: number, family: 0 | 4 | 6, lookup: unknown): void {
    this.#socket['_host'] = host;
    if (lookup !== undefined && lookup !== null) {
      this.#lookUpBy(lookup, host, port, family);
      return;
    }
    lookupName(this.#machine, host, family, (error, addresses) => this.#found(error, addresses, host, port));
  }

  /** A lookup function of the caller's; its answer may be one address or a list. */
  #lookUpBy(lookup: unknown, host: string, port: number, family: 0 | 4 | 6): void {
    if (!isCallback(lookup)) {
      throw nodeError('ERR_INVALID_ARG_TYPE', 'The "options.lookup" property must be of type function.', TypeError);
    }
    const answered = (error: unknown, answer: unknown, answeredFamily: unknown) => {
      const list = Array.isArray(answer)
        ? answer.filter(isFound)
        : [{ address: String(answer), family: answeredFamily === 6 ? (6 as const) : (4 as const) }];
      // Reason for the cast: whatever a lookup function fails with is passed on, as Node does.
      this.#found((error ?? null) as NetError | null, error === null || error === undefined ? list : [], host, port);
    };
    Reflect.apply(lookup, undefined, [host, { family, hints: 0, all: false }, answered]);
  }

  #found(error: NetError | null, addresses: readonly FoundAddress[], host: string, port: number): void {
    if (this.#isCancelled) return;
    const [first] = addresses;
    this.#socket.emit('lookup', error, first?.address, first?.family, host);
    if (error !== null) {
      nextTick(() => this.#socket.refused(error));
      return;
    }
    if (first !== undefined) this.#call(first.address, port);
  }

  #call(address: string, port: number): void {
    this.#dial = new Dial(this.#socket, this.#machine, address, port, this.#localPort);
  }
}

function isFound(value: unknown): value is FoundAddress {
  return isObject(value) && typeof value['address'] === 'string';
}
