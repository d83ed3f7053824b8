/** A node as the scenario holds it: a process of its own, or a function in this one. */
import type { Driver, RealNode } from './driver.ts';
import type { Keeper } from './keeper.ts';
import { Unsupported } from './unsupported.ts';

let calls = 0;

export class RealHandle {
  readonly #keeper: Keeper;
  readonly #driver: Driver;
  readonly #node: RealNode;

  constructor(keeper: Keeper, driver: Driver, node: RealNode) {
    this.#keeper = keeper;
    this.#driver = driver;
    this.#node = node;
  }

  get name(): string {
    return this.#node.declared.name;
  }

  get cwd(): string | undefined {
    return this.#node.declared.cwd;
  }

  get state(): RealNode['state'] {
    return this.#node.state;
  }

  get exit(): number | undefined {
    return this.#node.exit;
  }

  get stdout(): string {
    return this.#outputOf(1);
  }

  get stderr(): string {
    return this.#outputOf(2);
  }

  start(): void {
    this.#node.state = 'running';
  }

  /** The found order says when; the gatekeeper kills it then. */
  crash(mode: string = 'process'): void {
    if (mode === 'power-loss') throw new Unsupported('a machine that loses power');
    this.#node.state = 'stopped';
  }

  restart(): void {
    this.#node.state = 'running';
  }

  /** Nothing of it is let go on until its turn, which is what a pause is. */
  pause(): void {}

  kill(signal = 'SIGTERM'): void {
    this.#keeper.say({ is: 'kill', machine: this.name, signal });
  }

  skew(): void {
    throw new Unsupported('a clock that can be put forward');
  }

  call<Result = unknown>(name: string, ...args: readonly unknown[]): Promise<Result> {
    const keeper = this.#keeper;
    if (this.#node.main === undefined) {
      calls += 1;
      const caller = keeper.machine;
      keeper.say({ is: 'call', number: calls, caller, call: name, args, ...keeper.name('call', this.name) });
      return this.#driver.call(calls) as Promise<Result>; // what it gives, the caller says
    }
    const caller = keeper.machine;
    const returned = new Promise<unknown>((resolve, reject) => {
      const back = (settle: (value: unknown) => void) => (value: unknown) => {
        keeper.hold(keeper.name('call.return', caller), 'arrival', () => settle(value));
      };
      const invoke = async (): Promise<unknown> => {
        const found: unknown = Reflect.get(Object(await this.#node.exports), name);
        if (typeof found !== 'function') throw new TypeError(`node '${this.name}' exports no function '${name}'`);
        return await Reflect.apply(found, undefined, args);
      };
      keeper.hold(keeper.name('call', this.name), 'arrival', () => void invoke().then(back(resolve), back(reject)));
    });
    return returned as Promise<Result>; // what it gives, the caller says
  }

  #outputOf(fd: 1 | 2): string {
    return this.#node.output
      .filter((chunk) => chunk.fd === fd)
      .map((chunk) => chunk.text)
      .join('');
  }
}
