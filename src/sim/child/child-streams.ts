/** The ends of a child's pipes that its parent holds. Each pipe keeps its own order; against each other they are free. */
import { Readable, Writable } from 'node:stream';
import { Channel } from '../channel.ts';
import type { Machine } from '../machine.ts';
import { nodeError } from '../node-error.ts';
import { stdinOf } from '../process/stdin.ts';

/** What a child writes and its parent reads. */
export class ChildOutput extends Readable {
  readonly #label: string;
  readonly #channel: Channel;
  #hasEnded = false;

  constructor(parent: Machine, label: string) {
    super();
    this.#label = label;
    this.#channel = new Channel(parent);
  }

  override _read(): void {}

  receive(chunk: Uint8Array): void {
    this.#channel.send(this.#label, 0, () => this.#push(Buffer.from(chunk)), undefined);
  }

  finish(): void {
    this.#channel.send(this.#label, 0, () => this.#push(null), undefined);
  }

  #push(chunk: Buffer | null): void {
    if (this.destroyed || this.#hasEnded) return;
    this.#hasEnded = chunk === null;
    this.push(chunk);
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** What a parent writes and its child reads. */
export class ChildInput extends Writable {
  #child: Machine | undefined;
  #channel: Channel | undefined;
  #life = 0;

  connect(child: Machine): void {
    this.#child = child;
    this.#life = child.life;
    this.#channel = new Channel(child);
  }

  get #isGone(): boolean {
    const child = this.#child;
    return child === undefined || child.life !== this.#life || child.state !== 'running';
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const child = this.#child;
    if (child === undefined || this.#isGone) {
      done(Object.assign(nodeError('EPIPE', 'write EPIPE'), { errno: -32, syscall: 'write' }));
      return;
    }
    this.#channel?.send('child.stdin', 0, () => stdinOf(child).receive(chunk), undefined);
    done();
  }

  override _final(done: () => void): void {
    const child = this.#child;
    if (child !== undefined && !this.#isGone) this.#channel?.send('child.stdin', 0, () => stdinOf(child).finish(), undefined);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const child = this.#child;
    if (child !== undefined && !this.#isGone && !this.writableFinished) {
      this.#channel?.send('child.stdin', 0, () => stdinOf(child).finish(), undefined);
    }
    done(error);
  }
}
