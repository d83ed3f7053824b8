/** The channel between a process and one it forked: messages in order, copied as JSON or as structured clones, until one side lets go. */
import type { EventEmitter } from 'node:events';
import { Channel } from '../channel.ts';
import type { Machine } from '../machine.ts';
import { invalidArgType, nodeError } from '../node-error.ts';
import { processOf } from './sim-process.ts';

export type Serialization = 'json' | 'advanced';

const copy = structuredClone;

/** One side of it. Its owner emits what arrives. */
export class IpcEnd {
  readonly #machine: Machine;
  readonly #life: number;
  readonly #owner: EventEmitter;
  readonly #serialization: Serialization;
  readonly #inbox: Channel;
  #other: IpcEnd | undefined;
  #isCounted = false;
  connected = true;

  constructor(machine: Machine, owner: EventEmitter, serialization: Serialization) {
    this.#machine = machine;
    this.#life = machine.life;
    this.#owner = owner;
    this.#serialization = serialization;
    this.#inbox = new Channel(machine);
  }

  static join(one: IpcEnd, two: IpcEnd): void {
    one.#other = two;
    two.#other = one;
  }

  send(message: unknown, ...rest: readonly unknown[]): boolean {
    const callback = rest.find((each) => typeof each === 'function');
    const done = (error: Error | null) => {
      if (callback !== undefined) this.#later(() => Reflect.apply(callback, undefined, [error]));
    };
    if (!this.connected) {
      const error = nodeError('ERR_IPC_CHANNEL_CLOSED', 'Channel closed');
      if (callback === undefined) this.#later(() => this.#owner.emit('error', error));
      else done(error);
      return false;
    }
    if (message === undefined) throw nodeError('ERR_MISSING_ARGS', 'The "message" argument must be specified', TypeError);
    if (!['string', 'object', 'number', 'boolean'].includes(typeof message)) {
      throw invalidArgType('message', 'one of type string, object, number, or boolean', message);
    }
    const copied: unknown = this.#serialization === 'json' ? JSON.parse(JSON.stringify(message)) : copy(message);
    this.#other?.receive('ipc.message', () => this.#other?.deliver(copied));
    done(null);
    return true;
  }

  /** @internal */
  receive(label: string, act: () => void): void {
    if (this.#machine.life === this.#life && this.#machine.state === 'running') this.#inbox.send(label, 0, act, undefined);
  }

  /** @internal */
  deliver(message: unknown): void {
    const isInternal = typeof message === 'object' && message !== null && String(Reflect.get(message, 'cmd')).startsWith('NODE_');
    this.#owner.emit(isInternal ? 'internalMessage' : 'message', message, undefined);
  }

  disconnect(): void {
    if (!this.connected) {
      this.#owner.emit('error', nodeError('ERR_IPC_DISCONNECTED', 'IPC channel is already disconnected'));
      return;
    }
    this.#close();
    const other = this.#other;
    other?.receive('ipc.disconnect', () => other.#close());
  }

  /** @internal The other process is gone. */
  lost(): void {
    this.receive('ipc.disconnect', () => this.#close());
  }

  #close(): void {
    if (!this.connected) return;
    this.connected = false;
    this.unref();
    this.#later(() => this.#owner.emit('disconnect'));
  }

  #later(act: () => void): void {
    processOf(this.#machine).nextTick(act);
  }

  ref(): void {
    if (this.#isCounted || !this.connected || this.#machine.life !== this.#life) return;
    this.#isCounted = true;
    this.#machine.handles += 1;
  }

  unref(): void {
    if (this.#isCounted && this.#machine.life === this.#life) this.#machine.handles -= 1;
    this.#isCounted = false;
  }
}
