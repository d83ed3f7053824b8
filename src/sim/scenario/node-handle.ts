/** A node as the test holds it: its lives, its output, and a way to call what it exports. */
import type { Lifecycle, NodeEntry } from '../lifecycle.ts';
import type { CrashMode, Machine, Part } from '../machine.ts';
import { type NodeError, nodeError } from '../node-error.ts';
import { signalGiven } from '../process/signals.ts';
import { checkValue, rule } from './option-rules.ts';

interface OpenCall {
  readonly caller: Machine;
  readonly name: string;
  readonly fail: (error: NodeError) => void;
}

/** Callers that wait for an answer, told when none can come any more. */
const openCalls: Part<Set<OpenCall>> = {
  name: 'open calls',
  create: () => new Set(),
  down(machine, calls, { how }) {
    for (const { caller, name, fail } of calls) {
      // A program that has ended by itself left its callers waiting, which is worth telling as that.
      if (how === 'exit') abandoned.set(caller, { machine, name });
      else fail(nodeDown(machine, 'went down before it answered'));
    }
    return undefined;
  },
};

const abandoned = new WeakMap<Machine, { readonly machine: Machine; readonly name: string }>();

/** What became of the node a machine waits for, if that ended in the middle of a call. */
export function abandonedCall(caller: Machine): string | undefined {
  const call = abandoned.get(caller);
  if (call === undefined) return undefined;
  const { name, exitCode = 0 } = call.machine;
  const why = exitCode === 0 ? ': a program ends when nothing keeps it alive, no server and no timer' : '';
  return `node '${name}' ended with exit code ${exitCode} before it answered call('${call.name}')${why}`;
}

function nodeDown({ name }: Machine, how: string): NodeError {
  return nodeError('ERR_FOZZY_NODE_DOWN', `node '${name}' ${how}`);
}

export class NodeHandle {
  /** @internal */
  readonly #machine: Machine;
  readonly #lifecycle: Lifecycle;
  #exports: unknown;
  /** The life of the machine that gave them. */
  #startedLife = -1;
  /** Calls that came before the program of their life was started. */
  #early: (() => void)[] = [];

  constructor(machine: Machine, lifecycle: Lifecycle) {
    this.#machine = machine;
    this.#lifecycle = lifecycle;
  }

  /** @internal Whoever holds the node may look at all of it. */
  get machine(): Machine {
    this.#machine.kernel.footprints?.takes(this.#machine.loop.place);
    return this.#machine;
  }

  get name(): string {
    return this.#machine.name;
  }

  get state(): 'stopped' | 'running' | 'exited' {
    return this.machine.state;
  }

  /** Exit code of its process, once it has ended. */
  get exit(): number | undefined {
    return this.machine.exitCode;
  }

  get stdout(): string {
    return this.#outputOf(1);
  }

  get stderr(): string {
    return this.#outputOf(2);
  }

  /** Starts a node that was declared with `start: 'manual'`. */
  start(): void {
    if (this.machine.state !== 'running') this.#lifecycle.start(this.machine);
  }

  /** 'process' = the process is killed and its files stay; 'power-loss' = what was not synced may be lost. */
  crash(mode: CrashMode = 'process'): void {
    checkValue('crash(mode)', 'mode', mode, rule.oneOf('process', 'power-loss'));
    this.#lifecycle.crash(this.machine, mode);
  }

  /** Also as another program, the next version for example, on the same disk. */
  restart(program?: NodeEntry): void {
    if (program !== undefined) this.#lifecycle.become(this.machine, program);
    this.#lifecycle.restart(this.machine);
  }

  /** Nothing of it runs for a while; its clocks go on. */
  pause(ms: number): void {
    checkValue('pause(ms)', 'ms', ms, rule.notNegative);
    const { machine } = this;
    machine.loop.pausedUntilUs = Math.max(machine.loop.pausedUntilUs, machine.kernel.nowUs + Math.round(ms * 1000));
    if (machine.kernel.observed) machine.kernel.note('pause', { target: machine.name, ms });
  }

  kill(signal: NodeJS.Signals | number = 'SIGTERM'): void {
    const name = signalGiven(signal, 'kill');
    if (name !== 0) this.#lifecycle.signal(this.machine, name);
  }

  /** Puts its wall clock forward, or back with a negative number. */
  skew(ms: number): void {
    checkValue('skew(ms)', 'ms', ms, rule.number);
    this.machine.skewUs += Math.round(ms * 1000);
    if (this.machine.kernel.observed) this.machine.kernel.note('skew', { target: this.machine.name, ms });
  }

  /**
   * Calls an exported function on the node, as a transition of its own; settles with what it gave, whose type the caller knows. Rejects with
   * ERR_FOZZY_NODE_DOWN when the node crashes before, or is down or has ended.
   */
  call<Result = unknown>(name: string, ...args: readonly unknown[]): Promise<Result> {
    const { kernel } = this.machine;
    const caller = kernel.current;
    // Arguments and results are handed over as they are: from now on both sides may hold the same objects.
    this.machine.isConfined = false;
    return new Promise<Result>((resolve, reject) => {
      // Reason for the cast: what the function gives is what the caller says it gives.
      const settled = resolve as (value: unknown) => void;
      const calls = this.machine.part(openCalls);
      const back = (settle: (value: unknown) => void) => (value: unknown) => {
        calls.delete(call);
        kernel.arrive(caller, 'call.return', 0, () => settle(value), undefined);
      };
      const fail = back(reject);
      const call: OpenCall = { caller, name, fail };
      const { state, exitCode = 0 } = this.machine;
      if (state === 'exited') return fail(nodeDown(this.machine, `has ended with exit code ${exitCode}, so it cannot be called`));
      if (state === 'stopped' && this.machine.life > 0) return fail(nodeDown(this.machine, 'is down'));
      calls.add(call);
      const { life } = this.machine;
      kernel.arrive(
        this.machine,
        'call',
        0,
        () => {
          const invoke = (): void => {
            // Who called a life that never came to be was told so.
            if (this.#machine.life === life) void this.#invoke(name, args).then(back(settled), fail);
          };
          if (this.#startedLife === life) invoke();
          else this.#early.push(invoke);
        },
        undefined,
      );
    });
  }

  async #invoke(name: string, args: readonly unknown[]): Promise<unknown> {
    const exports = await this.#exports;
    const found: unknown = typeof exports === 'object' && exports !== null ? Reflect.get(exports, name) : undefined;
    if (typeof found !== 'function') {
      const names = typeof exports === 'object' && exports !== null ? Object.keys(exports).join(', ') : '';
      throw new TypeError(`node '${this.name}' exports no function '${name}' (it exports: ${names === '' ? 'nothing' : names})`);
    }
    return await Reflect.apply(found, undefined, args);
  }

  /** @internal What the entry gave, for `call`. */
  started(exports: unknown): unknown {
    this.#exports = exports;
    this.#startedLife = this.#machine.life;
    const early = this.#early;
    this.#early = [];
    for (const invoke of early) invoke();
    return exports;
  }

  #outputOf(fd: 1 | 2): string {
    return this.machine.output
      .filter((chunk) => chunk.fd === fd)
      .map((chunk) => chunk.text)
      .join('');
  }
}
