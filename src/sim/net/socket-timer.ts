/** The idle timer of a socket: on the virtual clock, set back by everything that comes or goes, and no reason for its process to stay. */
import type { Pending } from '../../engine/transition/pending.ts';
import type { Machine } from '../machine.ts';
import { invalidArgType, nodeError } from '../node-error.ts';

const TIMEOUT_MAX_MS = 2 ** 31 - 1;

export class SocketTimer {
  readonly #machine: Machine;
  readonly #elapsed: () => void;
  #pending: Pending | undefined;
  #delayUs = 0;

  constructor(machine: Machine, elapsed: () => void) {
    this.#machine = machine;
    this.#elapsed = elapsed;
  }

  set(ms: number): void {
    this.stop();
    if (ms <= 0) return;
    this.#delayUs = Math.max(1, Math.trunc(ms)) * 1000;
    const { kernel } = this.#machine;
    if (this.#pending === undefined) this.#pending = kernel.timer(this.#machine, 'socket.timeout', this.#delayUs, fire, this);
    else kernel.again(this.#pending, this.#delayUs);
    this.#pending.loop.keepAlive(this.#pending, false);
  }

  refresh(): void {
    if (this.#delayUs === 0 || this.#pending === undefined) return;
    const { kernel } = this.#machine;
    kernel.cancel(this.#pending);
    kernel.again(this.#pending, this.#delayUs);
  }

  stop(): void {
    this.#delayUs = 0;
    if (this.#pending !== undefined) this.#machine.kernel.cancel(this.#pending);
  }

  fire(): void {
    this.#elapsed();
  }
}

function fire(timer: unknown): void {
  if (timer instanceof SocketTimer) timer.fire();
}

export function timeoutOf(ms: unknown, name: string): number {
  if (typeof ms !== 'number') throw invalidArgType(name, 'of type number', ms);
  if (ms < 0 || !Number.isFinite(ms)) {
    throw nodeError(
      'ERR_OUT_OF_RANGE',
      `The value of "${name}" is out of range. It must be a non-negative finite number. Received ${ms}`,
      RangeError,
    );
  }
  return Math.min(ms, TIMEOUT_MAX_MS);
}
